"""SpanDrop: data augmentation by removing random spans of long sequences; labels move along.

>>> import spandrop
>>> aug = spandrop.SpanDrop(rate=0.4, seed=7)
>>> text = "The ferry was late. A deckhand saw the crack. Ines Calloway called the divers. It rained."
>>> dropped = aug.drop(text, annotations=[(46, 59, "answer")], id="ferry")
>>> dropped.text
'The ferry was late. Ines Calloway called the divers. '
>>> dropped.annotations
[(20, 33, 'answer')]

A draw is a function of seed, view (an epoch is a view) and the example's id, or its content where it has
none. There is no generator and no state: any process, thread or shard gives the same.
"""

from spandrop._native import ExampleId, Offsets, draw, instruction_sets, theory
from spandrop._native import version as __version__
from spandrop.augment import SpanDrop, SpanMask
from spandrop.content import content_id, example_ids, id_of
from spandrop.official_files import score, statistics
from spandrop.question_overlap import shared_tokens
from spandrop.ragged import Ragged
from spandrop.result import Dropped
from spandrop.segment import segment
from spandrop.wordpiece import Encoded, WordPiece

__all__ = [
    "Dropped", "Encoded", "ExampleId", "Offsets", "Ragged", "SpanDrop", "SpanMask", "WordPiece", "__version__",
    "content_id", "draw", "example_ids", "id_of", "instruction_sets", "score", "segment", "shared_tokens", "statistics",
    "theory",
]
