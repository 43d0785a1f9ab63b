"""Settings and last choices: kept, and believed only where they can be."""

import json
import os
import signal

import pytest

from game.storage import files as locks
from game.storage.files import StorageError
from game.storage.profile import CHOICES, Players, Profile, Settings, load_profile
from tests.disks import forbid, full_disk

CHANGED = Settings(
    speed="slow",
    table="slate",
    volume=0,
    four_colours=True,
    left_handed=True,
    practice_clock=False,
    reduced_motion=True,
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "profile.json"


@pytest.fixture
def saved(path):
    Profile(path, CHANGED, {"rush": "draw=1"}).save()
    return path


def write(path, **content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"version": 1, **content}))


def test_at_a_first_start_everything_has_its_default_and_all_that_was_saved_comes_back(path):
    assert load_profile(path).parts() == Profile(path, Settings(), {}).parts()
    assert not path.exists()
    Profile(path, CHANGED, {"rush": "draw=1"}).save()
    assert load_profile(path).parts() == Profile(path, CHANGED, {"rush": "draw=1"}).parts()


DAMAGED = (
    *(b"\xff\xfe\x00", b"[]", b"7", b"null", b'"settings"', b"{}", b"[" * 100_000, b" " * 2_000_000),
    b'{"settings": {}, "scores": {"rush": ' + b"9" * 5000 + b'}, "options": {}}',
)


def test_a_damaged_profile_or_one_cut_off_at_any_byte_stops_nothing(saved):
    whole = saved.read_bytes()
    for content in (*DAMAGED, *(whole[:length] for length in range(len(whole) - 1))):
        saved.write_bytes(content)
        assert load_profile(saved).parts() == Profile(saved).parts(), content[:12]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("volume", value) for value in (101, -1, 50.0, True, "60", None, float("nan"))),
        *(("speed", "warp"), ("speed", 1), ("table", "pink"), ("table", ["green"]), ("table", {})),
        *(("left_handed", 1), ("left_handed", "yes"), ("practice_clock", None)),
    ],
)
def test_a_setting_not_to_be_believed_has_its_default_and_the_others_stay(saved, name, value):
    content = json.loads(saved.read_text())
    content["settings"][name] = value
    saved.write_text(json.dumps(content))
    settings = load_profile(saved).settings
    assert getattr(settings, name) == getattr(Settings(), name)
    setattr(settings, name, getattr(CHANGED, name))
    assert settings == CHANGED


@pytest.mark.parametrize("missing", ["settings", "options"])
@pytest.mark.parametrize("foreign", [None, [], 7, "x"])
def test_a_missing_or_foreign_part_takes_no_other_with_it(saved, missing, foreign):
    content = json.loads(saved.read_text())
    if foreign is None:
        del content[missing]
    else:
        content[missing] = foreign
    saved.write_text(json.dumps(content))
    expected = Profile(saved, CHANGED, {"rush": "draw=1"})
    setattr(expected, missing, getattr(Profile(saved), missing))
    assert load_profile(saved).parts() == expected.parts()


def test_only_texts_are_options(path):
    write(path, settings={}, options={"rush": "draw=1", "spider": 2, "other": None})
    assert load_profile(path).options == {"rush": "draw=1"}


def test_every_choice_is_accepted(path):
    for name, values in CHOICES.items():
        for value in values:
            write(path, settings={name: value}, options={})
            assert getattr(load_profile(path).settings, name) == value


def test_a_profile_that_cannot_be_saved_says_so_and_the_old_one_stays(saved):
    before = saved.read_bytes()
    profile = load_profile(saved)
    profile.options.update({f"game {number}": "draw=1" for number in range(100)})
    with full_disk(len(before)), pytest.raises(StorageError):
        profile.save()
    assert saved.read_bytes() == before


def test_without_a_folder_a_profile_is_not_saved_but_there(tmp_path):
    forbid(tmp_path / "data")
    profile = load_profile(tmp_path / "data" / "profile.json")
    assert profile.settings == Settings()
    with pytest.raises(StorageError):
        profile.save()


# Two windows, and other versions ------------------------------------------------------------------
def content(path):
    return json.loads(path.read_text())


def asides(path):
    return {file.name: file.read_bytes() for file in path.parent.iterdir() if ".json" not in file.name}


@pytest.mark.parametrize("is_first_start", [False, True])
def test_two_windows_keep_what_the_other_has_changed(saved, is_first_start):
    if is_first_start:
        saved.unlink()
    here, there = load_profile(saved), load_profile(saved)
    here.settings.table = "blue"
    here.options["spider"] = "suits=1"
    here.save()
    there.settings.volume = 33
    there.options["rush"] = "draw=3"
    there.save()
    here.settings.speed = "fast"
    here.save()
    both = load_profile(saved)
    assert (both.settings.table, both.settings.volume, both.settings.speed) == ("blue", 33, "fast")
    assert both.options == {"rush": "draw=3", "spider": "suits=1"}
    assert "profile.damaged" not in asides(saved)


def test_what_is_changed_back_is_changed_and_what_is_removed_here_is_removed(saved):
    profile = load_profile(saved)
    for table in ("green", "slate"):
        profile.settings.table = table
        profile.save()
        assert load_profile(saved).settings.table == table
    profile.options.clear()
    profile.save()
    assert load_profile(saved).options == {}


def test_what_this_version_does_not_know_stays(path):
    write(path, settings={"volume": 5, "wallpaper": "cats"}, extra=[1, {"a": None}])
    profile = load_profile(path)
    assert profile.settings == Settings(volume=5, one_click=False)
    profile.settings.volume = 6
    profile.save()
    now = content(path)
    assert (now["settings"]["volume"], now["settings"]["wallpaper"]) == (6, "cats")
    assert now["extra"] == [1, {"a": None}]
    assert asides(path) == {"profile.lock": b""}


STRANGE = {
    "damaged": b'{"options": {"rush": 17',
    "a list": b"[]",
    "no version": b'{"settings": {"volume": 5}}',
    "an older version": b'{"version": 0}',
    "no number": b'{"version": "1"}',
    "a foreign part": b'{"version": 1, "options": [1]}',
    "a setting out of range": b'{"version": 1, "settings": {"volume": 500}}',
    "a choice that is none": b'{"version": 1, "options": {"rush": 9}}',
    "too large": b'{"version": 1}' + b" " * 2_000_000,
    "too large when written": b'{"version": 1, "x": [' + b"1," * 300_000 + b"1]}",
    "too deep": b'{"version": 1, "x": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
}


@pytest.mark.parametrize("strange", STRANGE.values(), ids=STRANGE)
def test_what_is_not_understood_is_kept_aside_and_never_in_the_place_of_another(path, strange):
    path.parent.mkdir()
    for _ in range(3):
        path.write_bytes(strange)
        profile = load_profile(path)
        assert path.read_bytes() == strange, "only reading it changes nothing"
        profile.settings.volume = 7
        profile.save()
        assert load_profile(path).settings.volume == 7
    kept = {name: data for name, data in asides(path).items() if name != "profile.lock"}
    assert kept == dict.fromkeys(["profile.damaged", "profile.damaged-2", "profile.damaged-3"], strange)


def test_the_profile_of_a_newer_version_is_believed_as_far_as_it_goes_and_kept_aside(path):
    newer = json.dumps({"version": 2, "settings": {"volume": 5, "table": {"name": "red"}}}).encode()
    path.parent.mkdir()
    path.write_bytes(newer)
    profile = load_profile(path)
    assert profile.settings == Settings(volume=5, one_click=False)
    profile.settings.speed = "fast"
    profile.save()
    assert asides(path)["profile.newer"] == newer
    assert load_profile(path).settings == Settings(volume=5, speed="fast", one_click=False)
    assert content(path)["version"] == 1


def test_where_a_strange_profile_cannot_be_replaced_it_stays(path):
    path.parent.mkdir()
    path.write_bytes(b"{" * 50)
    profile = load_profile(path)
    with full_disk(20), pytest.raises(StorageError):
        profile.save()
    assert path.read_bytes() == b"{" * 50
    assert asides(path) == {"profile.lock": b""}


def test_a_link_to_a_profile_stays_a_link(saved, tmp_path):
    link = tmp_path / "profile.json"
    link.symlink_to(saved)
    profile = load_profile(link)
    profile.settings.volume = 1
    profile.save()
    assert link.is_symlink()
    assert load_profile(saved).settings.volume == 1


def test_a_window_that_was_stopped_while_it_wrote_keeps_no_other_from_writing(saved, monkeypatch):
    monkeypatch.setattr(locks, "PAUSE_S", 0.0)
    profile = load_profile(saved)
    profile.settings.volume = 2
    with locks.held(saved.with_suffix(".lock")):
        profile.save()
    assert load_profile(saved).settings.volume == 2


def test_a_folder_that_another_window_is_just_giving_away_is_no_new_players(tmp_path):
    (tmp_path / "players" / "2").mkdir(parents=True)
    assert Players(tmp_path).add("Anna") == "3"
    with full_disk(10), pytest.raises(StorageError):
        Players(tmp_path).add("Ben")
    assert Players(tmp_path).names == {"1": "", "3": "Anna"}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="programs to be killed are forked")
def test_players_who_were_added_or_renamed_outlive_every_kill(tmp_path):
    promised: dict[str, str] = {}
    for kill in range(6):
        process, lines = forked(lambda say, kill=kill: change(Players(tmp_path), say, kill))
        promised |= dict(lines.readline().split() for _ in range(1 + kill % 3))
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        promised |= dict(line.split() for line in lines if line.endswith("\n"))
        lines.close()
        players = Players(tmp_path)
        for number, name in promised.items():  # the last may have been renamed before it could be told
            assert players.names[number] in (name, f"{name}!")
        assert players.folder.is_dir()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="windows that are open at once are forked")
def test_windows_that_add_players_at_one_instant_give_each_a_folder(tmp_path):
    windows = [Players(tmp_path) for _ in range(4)]  # each knows of none of the others' players
    added = [forked(lambda say, window=window: say(f"{window.add('somebody')}\n")) for window in windows]
    assert len({lines.read() for _, lines in added}) == len(windows)
    for process, lines in added:
        os.waitpid(process, 0)
        lines.close()


def change(players, say, kill):
    """Adds players, renames them, and lets them play, telling each that is done."""
    for count in range(100):
        number = players.add(f"{kill}.{count}")
        say(f"{number} {kill}.{count}\n")
        say(f"{players.rename(number, f'{kill}.{count}!')} {kill}.{count}!\n")
        players.playing = number
        players.save()


def forked(play):
    """A process that does something until it is killed, and what it says."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            play(lambda line: os.write(writing, line.encode()))
        finally:
            os._exit(0)
    os.close(writing)
    return process, os.fdopen(reading)
