"""Token tags (B-PER, I-PER, O; also BIOES and BILOU): find the entities, and keep their tags valid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spandrop._core.errors import shortened
from spandrop._core.ranges import Numbers, Ranges


class Entities:
    """The entities of a batch, and their tags after a drop.

    Args:
        by_row: Whether each row has its own scheme: BIO, unless one of its tags ends an entity. As in the command, a row
            does not depend on the others.
    """

    def __init__(
        self, scheme: Tags, tags: Numbers, offsets: Numbers, special: NDArray[numpy.bool_], by_row: bool = False
    ) -> None:
        scheme.check(tags)
        # A token without a tag (-100) continues the word before it. A special token ends an entity.
        seen = numpy.flatnonzero((tags >= 0) | special)
        kinds = numpy.where(special[seen], len(scheme.types) - 1, tags[seen])
        types, rows = scheme.types[kinds], numpy.searchsorted(offsets, seen, side="right") - 1
        goes_on = numpy.zeros(len(seen), dtype=bool)
        goes_on[1:] = scheme.continues[kinds[1:]] & ~scheme.ends[kinds[:-1]]
        goes_on[1:] &= (types[1:] == types[:-1]) & (rows[1:] == rows[:-1])
        begins = (types >= 0) & ~goes_on
        self._scheme, self._tags, self._seen = scheme, tags, numpy.zeros(len(tags), dtype=bool)
        self._seen[seen] = True
        self._of = numpy.full(len(tags), -1)
        self._of[seen[types >= 0]] = (numpy.cumsum(begins) - 1)[types >= 0]
        self._first = seen[begins]
        self._rows = rows[begins]
        self._sizes = numpy.bincount(self._of[seen[types >= 0]], minlength=len(self._first))
        self._marks_ends = numpy.full(len(self._first), scheme.marks_ends)  # of the entities
        if by_row and scheme.marks_ends:
            self._marks_ends = numpy.isin(self._rows, rows[scheme.ends[kinds]])
        # An entity ends at the next token with a tag, or at the end of its row.
        last = numpy.flatnonzero((types >= 0) & ~numpy.append(goes_on[1:], False))
        ends = numpy.append(seen, len(tags))[last + 1]
        ends = numpy.minimum(ends, offsets[self._rows + 1])
        begin_of_row = offsets[self._rows]
        self.ranges = Ranges(self._rows, self._first - begin_of_row, ends - begin_of_row)

    def left(self, sources: Numbers, removed: NDArray[numpy.bool_]) -> Numbers:
        """The tags of the remaining tokens. Those of a removed entity become O. The first remaining tag of any other
        entity becomes B- if the entity lost its first token, or if it now follows another entity of the same type. If
        the scheme marks the ends of entities, all tags of a cut entity are written anew."""
        scheme, tags = self._scheme, self._tags[sources]
        seen = numpy.flatnonzero(self._seen[sources])
        of, kinds = self._of[sources][seen], tags[seen]
        inside = numpy.flatnonzero(of >= 0)
        entity, before = of[inside], numpy.append(-1, of)[inside]  # before: the entity of the previous token
        is_first = entity != before
        touches = (before >= 0) & ~removed[before]
        touches &= self._type_of(entity) == self._type_of(before)
        touches &= self._rows[entity] == self._rows[before]
        begin_is_gone = sources[seen[inside]] > self._first[entity]
        is_cut = numpy.bincount(entity, minlength=len(self._sizes)) < self._sizes
        ends = scheme.ends[numpy.append(0, kinds.clip(0))[inside]] | (is_cut & self._marks_ends)[before]
        merges = is_first & scheme.continues[kinds[inside]] & touches & ~ends
        begins = is_first & scheme.continues[kinds[inside]] & begin_is_gone | merges
        begins &= ~self._marks_ends[entity]
        tags[seen[inside[begins]]] = scheme.begin_of[kinds[inside[begins]]]
        if scheme.marks_ends:
            anew = is_cut.copy()
            anew[entity[merges]] = True
            anew &= self._marks_ends
            is_last = entity != numpy.append(of, -1)[inside + 1]
            written = numpy.where(is_last, scheme.last_of[kinds[inside]], scheme.inside_of[kinds[inside]])
            written = numpy.where(is_first, scheme.begin_of[kinds[inside]], written)
            written = numpy.where(is_first & is_last, scheme.single_of[kinds[inside]], written)
            tags[seen[inside[anew[entity]]]] = written[anew[entity]]
        tags[seen[inside[removed[entity]]]] = scheme.outside
        return tags

    def _type_of(self, entity: Numbers) -> NDArray[numpy.int64]:
        return self._scheme.types[self._tags[self._first[entity]]]


def by_number(names: Sequence[str] | Mapping[int, str]) -> dict[int, str]:
    """The name of each tag number. The numbers are the indices of a list, or the keys of a mapping, perhaps as strings.
    A ClassLabel of Hugging Face Datasets, or a list of them, has the names itself.

    >>> by_number({"0": "O", "1": "B-PER"})
    {0: 'O', 1: 'B-PER'}
    """
    label: Any = getattr(names, "feature", names)  # of a list
    if type(label).__name__ == "ClassLabel":
        names = label.names
    if isinstance(names, (str, set, frozenset)) or not isinstance(names, Iterable):
        raise TypeError(
            f"[tags] expected a list with the names of all tags in the order of their numbers, got {names!r}"
        )
    listed = names.items() if isinstance(names, Mapping) else enumerate(names)
    try:
        named = {int(number): name for number, name in listed}
    except ValueError:
        raise ValueError(f"[tags] expected a mapping from numbers to names, like id2label, got {names!r}") from None
    wrong = next((name for name in named.values() if not isinstance(name, str)), None)
    if wrong is not None:
        raise TypeError(f"[tags] expected the names of tags to be strings, got {wrong!r}")
    return named


class Scheme(NamedTuple):
    """How tags are written: the letters for the last token of an entity and for an entity of one token."""

    last: str
    single: str

    @classmethod
    def of(cls, names: Iterable[str]) -> Scheme:
        """The scheme of tags. Reject names that are no tags, and a mixture of schemes."""
        letters = set()
        for name in names:
            if name != "O" and not (name[:1] in tuple("BIESLU") and name[1:2] in ("", "-")):
                raise ValueError(
                    f"[tags] expected a tag such as B-PER, I-PER or O (BIO, BIOES or BILOU), got {shortened(name)}"
                )
            letters.add(name[0])
        bioes, bilou = letters & set("ES"), letters & set("LU")
        if bioes and bilou or (bioes or bilou) and not letters & set("BSU"):
            seen = ", ".join(f"{letter}-" for letter in "BIESLU" if letter in letters)
            raise ValueError(f"[tags] expected tags of one scheme, BIO, BIOES or BILOU, got {seen}")
        return cls("E", "S") if bioes else cls("L", "U") if bilou else cls("I", "B")

    def needed(self, name: str) -> tuple[str, ...]:
        """The tags that an entity with this tag can get if it is cut.

        >>> Scheme("E", "S").needed("I-PER")
        ('S-PER', 'B-PER', 'E-PER')
        """
        if name == "O" or name[0] == self.single:
            return ()
        ends = (self.last,) if self.last != "I" else ()
        return tuple(letter + name[1:] for letter in dict.fromkeys((self.single, "B", *ends)))


class Tags:
    """A tag scheme, from a list of names such as O, B-PER, I-PER, or from a mapping of numbers to names."""

    def __init__(self, names: Sequence[str] | Mapping[int, str]) -> None:
        named = by_number(names)
        scheme = Scheme.of(named.values())
        numbers = {name: number for number, name in named.items()}
        size = max(named, default=-1) + 1
        kinds = sorted({name[1:] for name in numbers if name != "O"})
        # The last element is for special tokens, which have no tag.
        self.types = numpy.full(size + 1, -1)
        self.continues = numpy.zeros(size + 1, dtype=bool)
        self.ends = numpy.zeros(size + 1, dtype=bool)
        self.begin_of, self.inside_of, self.last_of, self.single_of = numpy.tile(numpy.arange(size + 1), (4, 1))
        self.marks_ends = scheme.last != "I"
        self._named = numpy.isin(numpy.arange(size), list(named))
        self.outside = numbers.get("O", -1)
        if self.outside < 0:
            raise ValueError(f"[tags] expected a tag O, got {list(numbers)}")
        for number, name in named.items():
            if name == "O":
                continue
            for needed in scheme.needed(name):
                if needed not in numbers:
                    raise ValueError(f"[tags] expected a tag {needed} for {name}, got none")
            self.types[number] = kinds.index(name[1:])
            self.continues[number] = name[0] in "IEL"
            self.ends[number] = name[0] in "ESLU"
            for letter, table in (
                ("B", self.begin_of),
                ("I", self.inside_of),
                (scheme.last, self.last_of),
                (scheme.single, self.single_of),
            ):
                table[number] = numbers.get(letter + name[1:], number)

    @property
    def has_entities(self) -> bool:
        """Whether any tag marks an entity."""
        return bool((self.types >= 0).any())

    def check(self, tags: Numbers) -> None:
        """Reject numbers without a name. Negative numbers mean that a token has no tag."""
        if len(tags) and tags.max() >= len(self._named):
            raise ValueError(f"[tags] expected tag numbers below {len(self._named)}, got {tags.max()}")
        shown = tags[tags >= 0]
        unnamed = shown[~self._named[shown]]
        if len(unnamed):
            raise ValueError(f"[tags] expected a name for the tag {unnamed[0]}, got none")
