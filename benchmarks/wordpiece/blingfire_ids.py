"""BlingFire with its own model of the same vocabulary: ids only, no [CLS] and no [SEP]."""

import pathlib

import blingfire

UNKNOWN = 100


def make():
    """The model included in the package."""
    return blingfire.load_model(str(pathlib.Path(blingfire.__file__).parent / "bert_base_tok.bin"))


def encode(model, texts, longest):
    """The ids of each text, at most `longest`."""
    return [blingfire.text_to_ids(model, text, longest, unk=UNKNOWN, no_padding=True) for text in texts]
