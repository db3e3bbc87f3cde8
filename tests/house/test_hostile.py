"""House files that want to do harm: refused with a sentence, and soon.

Their processor time is compared with that of the honest file that takes longest, which none exceeds by much:
what is noticed is growth with the square of a file's size, which takes seconds.
"""

from __future__ import annotations

from time import process_time

import pytest

from paiyan.scorer.house.errors import MAX_REPORTED, HouseError
from paiyan.scorer.house.load import load
from paiyan.scorer.house.parsing import MOST_BYTES

HEAD = 'id = "my-club"\nname = "x"\nbase = "hongkong"\n'
MOST = 6  # times what the largest honest file takes

HOSTILE = {
    "huge": HEAD + "# " + "x" * 10_000_000,
    "large, every line a fan": HEAD + "[fans]\n" + "".join(f"f{n} = 1\n" for n in range(6000)),
    "every line a mistake": HEAD + "".join(f"k{n} = 1\n" for n in range(1900)),
    "fans of long names": HEAD + "[fans]\n" + "".join(f'"{"混" * 150}{n}" = 1\n' for n in range(119)),
    "many fans": HEAD + "[fans]\n" + "".join(f"half_flush{n} = 1\n" for n in range(1500)),
    "nested lists": HEAD + "minimum = " + "[" * 900 + "]" * 900,
    "nested tables": HEAD + "minimum = " + "{a=" * 400 + "1" + "}" * 400,
    "nested over lines": HEAD + "minimum = [\n" + "[\n" * 900 + "]\n" * 901,
    "dotted name": HEAD + ".".join("a" * 1000) + " = 1",
    "dotted table": HEAD + "[" + ".".join("a" * 900) + "]",
    "one line": HEAD + "name2 = '" + "x" * 60_000 + "'",
    "a number of many digits": HEAD + "minimum = " + "9" * 1900,
    "a large number": HEAD + "[fans]\nhalf_flush = 99999999999999999999999999999999",
    "a negative number": HEAD + "[points]\nmost = -5",
    "no number": HEAD + "minimum = nan",
    "infinite": HEAD + "minimum = inf",
    "a multiple without end": HEAD + "[points]\nmultiple = 1000000000000",
    "doubling without end": HEAD + "[points]\ndoubling = 1000000\ncap = 1000",
    "many hands": HEAD + "[[hand]]\n" * 500,
    "many examples": HEAD + "[[example]]\nhand = '1m'\n" * 900,
    "code in a name": HEAD + "[fans]\n\"__import__('os').system('true')\" = 1",
    "code in a hand": HEAD + "[[example]]\nhand = \"__import__('os').system('true')\"",
    "a format in a name": HEAD + '[fans]\n"{0.__class__.__mro__}" = 1',
    "a format in a value": HEAD + 'next_dealer = "{name.__globals__}"',
    "a path as base": HEAD.replace("hongkong", "../../../../etc/passwd"),
    "a file as base": HEAD.replace("hongkong", "other.toml"),
    "a module as base": HEAD.replace("hongkong", "os.path"),
    "itself as base": HEAD.replace("hongkong", "my-club"),
    "files of the machine": HEAD + 'hands = ["/etc/passwd"]',
    "no text": "\x00\x01\x02",
    "half a surrogate": HEAD + 'source = "\ud800"\nminimum = 1.5',
    "a long string": HEAD + 'source = """\n' + "x\n" * 1500 + '"""\n',
    "never closed": HEAD + 'source = """\n' + "x\n" * 1500,
    "dates": HEAD + "minimum = 1979-05-27T07:32:00Z",
}


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """What is read once for all files is read."""
    load(HEAD)
    with pytest.raises(HouseError):
        load(HEAD + '[fans]\nnothing = 1\nx = { value = 1, from = "riichi" }')


def of_hands(count: int) -> str:
    """Return an honest house file with this many hands of its own."""
    return HEAD + "".join(
        f"[[hand]]\nid = 'h{n}'\nname = 'h{n}'\nvalue = 9\nsets = ['123a', '456b', '789c', '11z']\n"
        for n in range(count)
    )


def cost(text: str) -> float:
    """Return the least processor time, in seconds, of several loads of an honest file."""
    spent: list[float] = []
    for _ in range(3):
        begin = process_time()
        load(text)
        spent.append(process_time() - begin)
    return min(spent)


LARGEST = of_hands(100) + "#" + "x" * 1900 + "\n"


@pytest.fixture(scope="module")
def allowed(warm: None) -> float:
    return MOST * cost(LARGEST)


@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_refused_soon(name: str, allowed: float) -> None:
    begin = process_time()
    with pytest.raises(HouseError) as wrong:
        load(HOSTILE[name])
    told = wrong.value.to("en")
    assert process_time() - begin < allowed
    assert 0 < len(wrong.value.mistakes) <= MAX_REPORTED
    assert len(told) < 20_000
    assert "Traceback" not in told
    assert "{0." not in told or "{0.__class__" in told  # it is said, and not carried out


def test_the_largest_file_that_is_taken() -> None:
    assert len(LARGEST) < MOST_BYTES
    assert len(load(LARGEST).rules.counted_by.fans) > 100


def test_the_time_of_a_file_grows_with_its_size_not_with_the_square_of_it() -> None:
    assert cost(of_hands(100)) < 10 * cost(of_hands(25))
