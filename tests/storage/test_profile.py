"""Settings and last choices: kept, and believed only where they can be."""

import json

import pytest

from game.storage.files import StorageError
from game.storage.profile import CHOICES, Profile, Settings, load_profile
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


def test_at_a_first_start_everything_has_its_default(path):
    assert load_profile(path) == Profile(path, Settings(), {})
    assert not path.exists()


def test_all_that_was_saved_comes_back(saved):
    assert load_profile(saved) == Profile(saved, CHANGED, {"rush": "draw=1"})


def test_a_profile_cut_off_at_any_byte_stops_nothing(saved):
    whole = saved.read_bytes()
    for length in range(len(whole) - 1):
        saved.write_bytes(whole[:length])
        assert load_profile(saved) == Profile(saved)


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00",
        b"[]",
        b"7",
        b"null",
        b'"settings"',
        b"{}",
        b"[" * 100_000,
        b'{"settings": {}, "scores": {"rush": ' + b"9" * 5000 + b'}, "options": {}}',
        b" " * 2_000_000,
    ],
    ids=lambda content: content[:12],
)
def test_a_damaged_profile_stops_nothing(saved, content):
    saved.write_bytes(content)
    assert load_profile(saved) == Profile(saved)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("volume", 101),
        ("volume", -1),
        ("volume", 50.0),
        ("volume", True),
        ("volume", "60"),
        ("volume", None),
        ("volume", float("nan")),
        ("speed", "warp"),
        ("speed", 1),
        ("table", "pink"),
        ("table", ["green"]),
        ("table", {}),
        ("left_handed", 1),
        ("left_handed", "yes"),
        ("practice_clock", None),
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


def test_settings_of_another_version_are_passed_over(path):
    write(path, settings={"volume": 5, "wallpaper": "cats"}, options={}, extra=[1])
    assert load_profile(path).settings == Settings(volume=5)


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
    assert load_profile(saved) == expected


def test_only_texts_are_options(path):
    options = {"rush": "draw=1", "spider": 2, "other": None}
    write(path, settings={}, options=options)
    profile = load_profile(path)
    assert profile.options == {"rush": "draw=1"}


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


def test_a_damaged_profile_is_kept_aside(path):
    path.parent.mkdir()
    path.write_bytes(b'{"options": {"rush": 17')
    load_profile(path).save()
    assert path.with_suffix(".damaged").read_bytes() == b'{"options": {"rush": 17'
    assert load_profile(path).options == {}
