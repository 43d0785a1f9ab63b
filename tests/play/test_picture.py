"""What a person sees of the table in a saved file."""

from game.play.deal import deal_number
from game.play.game import Game
from game.play.record import picture_comments, read_record, record_text
from game.rules import VARIANTS, find_variant
from tests.each import each


def played(name: str, moves: int) -> Game:
    game = Game(deal_number(find_variant(name), 1))
    for step in range(moves):
        legal = game.variant.legal_moves(game.position)
        game.play(legal[len(legal) // 2], step * 1000)
    return game


def test_the_columns_of_spider_stand_side_by_side_under_their_names():
    lines = picture_comments(played("spider", 4)).splitlines()
    assert lines[0] == "# Spider, deal 1, after 0:03: score 30"
    assert "#   stock  50 cards, face down" in lines
    top = next(index for index, line in enumerate(lines) if " t10" in line)
    columns = [line[4:] for line in lines[top:]]
    for index, pile in enumerate(played("spider", 4).position.piles[-10:]):
        cells = [line[6 * index : 6 * index + 6].strip() for line in columns]
        assert [cell for cell in cells if cell] == [f"t{index + 1}", *(card.text for card in pile)]


def test_an_empty_column_keeps_its_place():
    record = "patience 1\nvariant rush\ndeal none\n"
    hand = " ".join(f"({rank}{suit})" for suit in "CDHS" for rank in "A23456789TJQK" if rank + suit != "KS")
    game = read_record(f"{record}pile stock {hand}\npile t2 KS\n\n".encode()).replay()
    assert picture_comments(game).splitlines()[-2:] == [
        "#    t1    t2    t3    t4    t5    t6    t7",
        "#          KS",
    ]


def test_the_grid_of_1_3_back_ends_with_its_last_stack():
    lines = picture_comments(played("one-three-back", 30)).splitlines()
    assert lines[0] == "# 1-3 Back, deal 1, after 0:29: 8 stacks left"
    assert lines[-1] == "#   t8   JH 5H 7H 4H"


def test_the_fans_of_three_shuffles_are_a_line_each():
    lines = picture_comments(played("three-shuffles", 3)).splitlines()
    assert [line.split()[1] for line in lines if line.startswith("#   t")] == [f"t{n}" for n in range(1, 19)]


@each("name", VARIANTS)
def test_it_is_comments_only_and_the_file_is_the_same_game(name):
    game = played(name, 6)
    text = record_text(game, {}, picture=True)
    added = text.removeprefix(record_text(game, {}))
    assert added.endswith("\n")
    assert all(line.startswith("#") and line == line.rstrip() for line in added.splitlines())
    assert max(map(len, added.splitlines())) < 80
    again = read_record(text.encode()).replay()
    assert (again.position, again.entries) == (game.position, game.entries)
