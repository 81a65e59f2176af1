"""How code uses the word catalogue, read from its syntax trees."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

#: Where the key and the parameters stand in calls that make texts: positions of both, and the
#: keyword names. Parameters at None are the call's own keywords.
SHAPES: dict[str, tuple[int, str, int | None, str]] = {
    "Objection": (0, "key", 2, "params"),
    "Reason": (0, "key", 1, "params"),
    "Problem": (0, "key", 3, "params"),
    "Option": (1, "key", 2, "params"),
    "Slot": (3, "key", 4, "params"),
    "Event": (1, "key", 4, "params"),
    "Modifier": (1, "why", 3, "params"),
    "Badge": (2, "key", 3, "params"),
    "Tag": (0, "key", -1, ""),
    "CardLine": (0, "key", -1, ""),
    "Track": (0, "key", -1, ""),
    "HulldownError": (0, "key", None, ""),
    "UsageError": (0, "key", None, ""),
    "Diverged": (0, "key", None, ""),
    "say": (0, "key", None, ""),
}
ASKS = ("pick", "place", "path", "allocate", "roll", "draw", "Question")
#: Calls whose texts reach a person straight away.
SPOKEN = (
    *("print", "input", "write", "add_argument", "add_parser", "ArgumentParser"),
    *("Document", "Heading", "Text", "Table", "Picture", "add_column", "add_task"),
)
#: Keywords of such calls that nobody reads.
UNSEEN = ("style", "end", "sep", "metavar")
_SENTENCE = re.compile(r"[A-Za-z]{2,}[,;:]? +[A-Za-z]{2,}")


@dataclass(frozen=True)
class Use:
    """A call that names a key.

    Attributes
    ----------
    params : tuple of str or None
        Names of the parameters given; None when they cannot be read off the code.
    """

    place: str
    key: str
    params: tuple[str, ...] | None


@dataclass(frozen=True)
class Sentence:
    """A text in the code that a person would see."""

    place: str
    text: str


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def place_of(path: Path, node: ast.AST) -> str:
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    return f"{name}:{getattr(node, 'lineno', 0)}"


def literals(path: Path) -> Iterator[tuple[str, str]]:
    """Yield ``(place, text)`` of every string that is no docstring and no part of an f-string."""
    tree = tree_of(path)
    left_out = {id(d) for node in ast.walk(tree) for d in docstring_of(node)}
    left_out |= {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    for node in ast.walk(tree):
        if id(node) in left_out:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield place_of(path, node), node.value


def docstring_of(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        first = node.body[0] if node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            yield first.value


def patterns(path: Path) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield ``(place, pattern)`` of f-strings that build a dotted key from a dotted beginning."""
    for node in ast.walk(tree_of(path)):
        if not isinstance(node, ast.JoinedStr):
            continue
        parts = [
            re.escape(str(value.value)) if isinstance(value, ast.Constant) else r"[\w.-]+"
            for value in node.values
        ]
        begin = node.values[0] if node.values else None
        dotted = isinstance(begin, ast.Constant) and re.match(r"[a-z_]+\.", str(begin.value))
        if dotted and not re.search(r"[\s/\[\]]", "".join(parts).replace(r"[\w.-]+", "")):
            yield place_of(path, node), re.compile("".join(parts))


def uses(path: Path) -> Iterator[Use]:
    """Yield the calls of a file that name a key literally."""
    for function in scopes(tree_of(path)):
        known = local_dicts(function)
        for node in own_nodes(function):
            if isinstance(node, ast.Call):
                yield from call_uses(path, node, known)


def scopes(tree: ast.Module) -> Iterator[ast.AST]:
    yield tree
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield node


def own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a scope without those of the functions inside it."""
    for child in ast.iter_child_nodes(scope):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        yield child
        yield from own_nodes(child)


def local_dicts(scope: ast.AST) -> dict[str, tuple[str, ...] | None]:
    """Return the keys of dicts that a scope gives a name once; None when it does so again."""
    found: dict[str, tuple[str, ...] | None] = {}
    for node in own_nodes(scope):
        targets: list[ast.expr] = []
        value: ast.expr | None = None
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, ast.AnnAssign):
            targets, value = [node.target], node.value
        for target in targets:
            name = target.id if isinstance(target, ast.Name) else None
            if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
                found[target.value.id] = None
            if name is not None and value is not None:
                found[name] = None if name in found else dict_keys(value, {})
    return found


def dict_keys(node: ast.expr, known: dict[str, tuple[str, ...] | None]) -> tuple[str, ...] | None:
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if not isinstance(node, ast.Dict):
        return None
    keys = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
    return None if None in keys else tuple(str(key) for key in keys)


def call_uses(
    path: Path, call: ast.Call, known: dict[str, tuple[str, ...] | None]
) -> Iterator[Use]:
    name = called(call)
    place = place_of(path, call)
    if name in ASKS and (prompt := keyword(call, "prompt")) is not None:
        yield from made(place, prompt, params_given(call, -1, "params", known))
    shape = SHAPES.get(name)
    if shape is None:
        return
    position, key_name, at, params_name = shape
    if name == "say" and isinstance(call.func, ast.Attribute) and len(call.args) > 1:
        position = 1  # a rule's own ``say(kind, key, *rules, **params)``
    key = argument(call, position, key_name)
    if key is not None:
        params = own_keywords(call) if at is None else params_given(call, at, params_name, known)
        yield from made(place, key, params)


def made(place: str, key: ast.expr, params: tuple[str, ...] | None) -> Iterator[Use]:
    """Yield a use for each literal that a key expression can be."""
    if isinstance(key, ast.IfExp):
        yield from made(place, key.body, params)
        yield from made(place, key.orelse, params)
    elif isinstance(key, ast.Constant) and isinstance(key.value, str) and key.value:
        yield Use(place, key.value, params)


def called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def argument(call: ast.Call, position: int, name: str) -> ast.expr | None:
    starred = any(isinstance(arg, ast.Starred) for arg in call.args[: position + 1])
    if 0 <= position < len(call.args) and not starred:
        return call.args[position]
    return keyword(call, name)


def keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((k.value for k in call.keywords if k.arg == name), None)


def own_keywords(call: ast.Call) -> tuple[str, ...] | None:
    names = [k.arg for k in call.keywords]
    return None if None in names else tuple(str(name) for name in names)


def params_given(
    call: ast.Call, position: int, name: str, known: dict[str, tuple[str, ...] | None]
) -> tuple[str, ...] | None:
    if any(k.arg is None for k in call.keywords) or any(
        isinstance(arg, ast.Starred) for arg in call.args
    ):
        return None
    found = argument(call, position, name)
    return () if found is None else dict_keys(found, known)


def sentences(path: Path) -> Iterator[Sentence]:
    """Yield texts with words in them that a call would show to a person."""
    for node in ast.walk(tree_of(path)):
        if not isinstance(node, ast.Call) or called(node) not in (*SHAPES, *ASKS, *SPOKEN):
            continue
        if called(node) == "write" and not is_stream(node):
            continue
        told = [*node.args, *(k.value for k in node.keywords if k.arg not in UNSEEN)]
        for text in texts_in(told):
            if _SENTENCE.search(text):
                yield Sentence(place_of(path, node), text)


def is_stream(call: ast.Call) -> bool:
    """Whether a ``write`` goes to a terminal and not to a file."""
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    return isinstance(owner, ast.Attribute) and owner.attr in ("stdout", "stderr")


def texts_in(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the strings and the fixed parts of f-strings under nodes, calls inside left out."""
    for node in nodes:
        if isinstance(node, ast.Call):
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(
                str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values
            )
        else:
            yield from texts_in(ast.iter_child_nodes(node))
