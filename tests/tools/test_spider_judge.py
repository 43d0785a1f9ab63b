"""Learning of the judge of Spider: games without the rules' code, the net's gradient, and the command."""

from random import Random

import numpy
import pytest

from game.solver.kernels.compiled import real_row
from game.solver.spider.features import ALL, BY_RANK
from game.solver.spider.judge import read_judge
from game.solver.spider.plans import work_for
from tools.spider_judge.__main__ import main
from tools.spider_judge.learning import OF_END, Learner, Memory, first_net, gradient, shares
from tools.spider_judge.playing import Player, Table, end_of, play


def untrained():
    return first_net(numpy.random.default_rng(1))


@pytest.mark.parametrize("suits", [1, 4])
def test_no_card_is_lost_in_a_game(suits):
    table, player = Table(Random(2), suits), Player(real_row(untrained()), 40, work_for(40))

    def choose(table):
        layout, left = table.layout, int(table.unseen[ALL])
        seen = [card for column in table.columns for card in column if card >= 64]
        assert left == table.face_down + 10 * table.rows
        assert len(seen) + left + 13 * table.removed == 104
        assert all(int(table.unseen[card - 64]) < 8 // suits for card in seen)
        assert len(layout) == 2 + 10 * table.rows + 10 + len(seen) + table.face_down
        return player.choose(table)

    assert play(table, choose).choices > 5
    assert sum(int(number) for number in table.unseen[:BY_RANK]) == table.unseen[ALL]


def test_the_net_tells_while_it_learns_what_it_tells_in_play():
    table, net, work = Table(Random(3), 4), untrained(), work_for(60)
    player = Player(real_row(net), 60, work)
    for _ in range(4):
        way = player.choose(table)
        told, promised = end_of(way, table, real_row(net), work)
        assert shares(net, told[None])[0] == pytest.approx(promised, abs=1e-5)
        table.go(way)


def test_the_gradient_is_that_of_what_is_learned():
    chance = numpy.random.default_rng(4)
    net = untrained().astype(numpy.float64) + chance.normal(0, 0.05, len(untrained()))
    ends, aims = chance.random((4, OF_END)), chance.random((4, 3))

    def wrong(changed):
        told = shares(changed, ends)
        error = -(aims * numpy.log(told) + (1 - aims) * numpy.log(1 - told))
        return (error * [1, 0.5, 0.5]).sum(1).mean()

    slope, _ = gradient(net, ends, aims)
    for at in chance.integers(0, len(net), 40):
        step = numpy.zeros(len(net))
        step[at] = 1e-5
        assert (wrong(net + step) - wrong(net - step)) / 2e-5 == pytest.approx(slope[at], abs=1e-4)


def test_what_is_met_again_and_again_is_learned():
    chance = numpy.random.default_rng(5)
    learner, memory = Learner(untrained()), Memory(50)
    ends = chance.random((60, OF_END)).astype(numpy.float32)
    memory.add(ends, numpy.where(ends[:, :1] > 0.5, [1, 1, 1], [0, 0, 0]))
    assert len(memory) == 50
    errors = [learner.step(*memory.drawn(16, chance), 2e-3) for _ in range(300)]
    assert sum(errors[-20:]) < sum(errors[:20]) / 2


def test_a_little_is_learned_the_same_again(tmp_path, capsys):
    files = [tmp_path / name for name in ("a", "b", "other")]
    for file, seed in zip(files, (1, 1, 2), strict=True):
        main(["--scale", "0.0002", "--seed", str(seed), "--out", str(file)])
    assert files[0].read_bytes() == files[1].read_bytes() != files[2].read_bytes()
    assert "5 of 5 games, seed 1" in files[0].read_bytes().split(b"\n\n")[0].decode()
    assert len(read_judge(files[0].read_bytes(), 4)) == len(untrained())
    assert "5 games" in capsys.readouterr().out
