"""Writes bert_golden.safetensors: outputs and gradients of Hugging Face's models for known weights and inputs.

    .venv/bin/python tests/data/bert_golden.py FILE

Weights: bert/NAME and electra/NAME, with Hugging Face's names.
Outputs: gradient/NAME, the gradients of BertForSequenceClassification's loss; electra_hidden, the last hidden states
of ElectraModel, one sequence after the other.
Inputs: tokens and segments, one sequence after the other; offsets; labels.
Hugging Face gets them padded, with an attention mask; the tests use them packed.
"""

import pathlib
import sys

import torch
import transformers
from safetensors.torch import save_file

LENGTHS = [5, 1, 9, 9]
VOCABULARY = 24
# Far from BERT's 0.02, so that no part of the model is close to linear.
DEVIATION = 0.5
SIZES = dict(
    vocab_size=VOCABULARY,
    hidden_size=16,
    num_hidden_layers=2,
    num_attention_heads=2,
    intermediate_size=24,
    max_position_embeddings=12,
    type_vocab_size=2,
    hidden_act="gelu",
    hidden_dropout_prob=0.0,
    attention_probs_dropout_prob=0.0,
    initializer_range=DEVIATION,
    layer_norm_eps=1e-12,
)


def randomise(model):
    """Also randomise biases and norms, which are 0 and 1 in a new model."""
    with torch.no_grad():
        for name, weight in model.named_parameters():
            weight.normal_(mean=1.0 if name.endswith("LayerNorm.weight") else 0.0, std=DEVIATION)


def padded(values):
    return torch.nn.utils.rnn.pad_sequence(values, batch_first=True)


def main(path):
    torch.manual_seed(17)
    # Hugging Face treats token 0 as padding and computes no gradient for it.
    tokens = [torch.randint(1, VOCABULARY, (length,)) for length in LENGTHS]
    segments = [(torch.arange(length) > length // 2).long() for length in LENGTHS]
    labels = torch.tensor([1, 0, 2, 1])
    inputs = dict(
        input_ids=padded(tokens),
        token_type_ids=padded(segments),
        attention_mask=padded([torch.ones(length) for length in LENGTHS]),
    )
    offsets = torch.tensor([0, *LENGTHS]).cumsum(0)
    file = {"tokens": torch.cat(tokens), "segments": torch.cat(segments), "offsets": offsets, "labels": labels}

    bert = transformers.BertForSequenceClassification(
        transformers.BertConfig(**SIZES, num_labels=3, attn_implementation="eager")
    )
    randomise(bert)
    loss = bert(**inputs, labels=labels).loss
    loss.backward()
    file["loss"] = loss.detach().reshape(1)
    for name, weight in bert.named_parameters():
        file["bert/" + name] = weight.detach()
        file["gradient/" + name] = weight.grad

    electra = transformers.ElectraModel(
        transformers.ElectraConfig(**SIZES, embedding_size=8, attn_implementation="eager")
    )
    randomise(electra)
    with torch.no_grad():
        hidden = electra(**inputs).last_hidden_state
    file["electra_hidden"] = torch.cat([rows[:length] for rows, length in zip(hidden, LENGTHS)])
    for name, weight in electra.named_parameters():
        file["electra/" + name] = weight.detach()

    save_file(
        {name: tensor.contiguous() for name, tensor in file.items()},
        path,
        metadata={"transformers": transformers.__version__, "torch": torch.__version__},
    )


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
