"""nlpaug's random word deletion with default settings."""

import nlpaug.augmenter.word

AUGMENTER = nlpaug.augmenter.word.RandomWordAug(action="delete")


def run(texts):
    """Texts in memory to texts in memory: no file, no JSON, no annotation."""
    return [AUGMENTER.augment(text)[0] for text in texts]
