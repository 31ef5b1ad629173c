"""The same training steps with Hugging Face Transformers; run with the Python of .venv.

hugging_face.py prepare FILE WIDTH HEADS equal|ragged   writes weights and a batch
hugging_face.py train FILE STEPS DROPOUT                prints loss and CPU time as JSON
"""

import json
import sys
import time

import torch
from safetensors import safe_open
from safetensors.torch import save_file
from transformers import BertConfig, BertForSequenceClassification

torch.set_num_threads(1)
LAYERS, SEQUENCES, LENGTH, VOCABULARY = 3, 32, 306, 29


def model_of(width, heads, dropout):
    config = BertConfig(
        vocab_size=VOCABULARY,
        hidden_size=width,
        num_hidden_layers=LAYERS,
        num_attention_heads=heads,
        intermediate_size=4 * width,
        max_position_embeddings=LENGTH,
        hidden_dropout_prob=dropout,
        attention_probs_dropout_prob=dropout,
        num_labels=2,
    )
    return BertForSequenceClassification(config)


def prepare(path, width, heads, lengths):
    torch.manual_seed(0)
    if lengths == "equal":
        sizes = torch.full((SEQUENCES,), LENGTH)
    else:  # lengths of 300 letters after Beta-SpanDrop at p = 0.1, plus the six tokens around them
        kept = torch.distributions.Beta(9.0, 1.0).sample((SEQUENCES,))
        sizes = 6 + torch.distributions.Binomial(LENGTH - 6, kept).sample().long()
    offsets = torch.cat([torch.zeros(1, dtype=torch.long), sizes.cumsum(0)])
    tensors = {name: tensor.contiguous() for name, tensor in model_of(width, heads, 0).state_dict().items()}
    tensors |= {
        "tokens": torch.randint(VOCABULARY, (int(offsets[-1]),)),
        "offsets": offsets,
        "labels": torch.randint(2, (SEQUENCES,)),
    }
    save_file(tensors, path, {"layers": str(LAYERS), "heads": str(heads), "width": str(width)})


def train(path, steps, dropout):
    with safe_open(path, "pt") as file:
        metadata = file.metadata()
        tensors = {name: file.get_tensor(name) for name in file.keys()}
    tokens, offsets, labels = (tensors.pop(name) for name in ("tokens", "offsets", "labels"))
    model = model_of(int(metadata["width"]), int(metadata["heads"]), dropout)
    model.load_state_dict(tensors)
    model.train()
    rows = [tokens[a:b] for a, b in zip(offsets, offsets[1:])]
    batch = torch.nn.utils.rnn.pad_sequence(rows, batch_first=True)
    mask = torch.nn.utils.rnn.pad_sequence([torch.ones_like(row) for row in rows], batch_first=True)
    arguments = {} if bool(mask.all()) else {"attention_mask": mask}
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)

    def step():
        optimiser.zero_grad()
        loss = model(input_ids=batch, labels=labels, **arguments).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        return loss.item()

    first = step()
    begin = time.process_time()
    for _ in range(steps):
        step()
    print(json.dumps({"loss": first, "seconds": (time.process_time() - begin) / steps}))


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        prepare(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
    else:
        train(sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))
