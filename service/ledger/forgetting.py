"""A name deleted for good: what was played stays, and says no more who it was."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from secrets import token_hex
from typing import Any, cast

from paiyan.service.errors import WrongUse
from paiyan.service.ledger.database.store import Row, Store
from paiyan.service.messages.tables import NO_SUCH_PLAYER, NOBODY_SO_CALLED

Json = Mapping[str, Any]


def forget_name(store: Store, id_: str, name: str, known: Sequence[str]) -> None:
    """Put a name that says nothing in place of a player's, wherever it was written of one table.

    Raises `WrongUse` where nobody was ever called so.
    """
    if not _forgotten(store, id_, name):
        raise WrongUse(NO_SUCH_PLAYER, name=name, names=list(known))


def forget_everywhere(store: Store, name: str, tables: Collection[str] = ()) -> int:
    """Put names that say nothing in place of one, at these tables or at all; gives at how many.

    Raises `WrongUse` where it stands at none of them.
    """
    count = sum(_forgotten(store, id_, name) for id_ in tables or store.ids())
    if not count:
        raise WrongUse(NOBODY_SO_CALLED, name=name)
    return count


def _forgotten(store: Store, id_: str, name: str) -> bool:
    new = f"#{token_hex(2)}"
    return store.rewrite(id_, lambda row: _without(row, name, new))


def _without(row: Row, name: str, new: str) -> Row:
    """A row of the tables or of the events in which a name is another: where names stand, and in the texts
    that people wrote."""

    def exact(text: Any) -> Any:
        return new if text == name else text

    def each(names: Sequence[Any]) -> list[Any]:
        return [exact(one) for one in names]

    def in_text(text: str) -> str:
        return text.replace(name, new)

    within: Mapping[str, Callable[[Any], Any]] = {"joined": each, "was": exact, "name": exact}

    def given(value: Json | None) -> Any:
        if not value:
            return value
        return _bets({k: within[k](one) if k in within else one for k, one in value.items()}, exact)

    def answer(value: Any) -> Any:
        return _bets(value, exact) if value else value

    columns: Mapping[str, Callable[[Any], Any]] = {
        "name": in_text, "note": in_text, "players": each, "given": given, "answer": answer,
    }  # fmt: skip
    return {column: columns[column](value) for column, value in row.items()}


def _bets(value: Any, exact: Any) -> Any:
    """Rename those who only bet in a value: both in the request and in the answer they are in `outside`."""
    if isinstance(value, list):
        return [_bets(one, exact) for one in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    fields = cast("Json", value)
    return {
        key: _keys(cast("Json", one), exact)
        if key == "outside" and isinstance(one, dict)
        else _bets(one, exact)
        for key, one in fields.items()
    }


def _keys(value: Json, exact: Any) -> dict[str, Any]:
    return {exact(key): one for key, one in value.items()}
