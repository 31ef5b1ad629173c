"""Results as written by `spandrop lab run`, made from the paper's own numbers plus a little noise."""

import json
import pathlib
import random

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAPER = json.loads((ROOT / "experiments/paper/tables.json").read_text())
ANIMALS = {
    2: "ox",
    3: "cat",
    4: "bear",
    5: "horse",
    6: "monkey",
    7: "giraffe",
    8: "elephant",
    9: "crocodile",
    10: "rhinoceros",
}
MANY = ["cat", "dog", "cow", "pig", "hen", "fox", "bat", "rat", "owl", "ape"]
METHODS = {
    "baseline": ("none", False),
    "drop": ("drop", False),
    "drop_noise_free": ("drop", True),
    "beta": ("beta", False),
    "beta_noise_free": ("beta", True),
    "mask": ("mask", False),
}


def result(panel, kind="find_animals", scores=None, curve=None, experiment=None, scale="laptop", **settings):
    """One result; all other settings are the paper's."""
    figure = "figure2" if kind == "theory" else "figure3"
    base = (
        {}
        if kind == "theory"
        else {
            "length": 300,
            "animals": ["cat"],
            "positions": "uniform",
            "method": "none",
            "rate": 0.1,
            "gamma": 1.0,
            "noise_free": False,
            "seed": 0,
        }
    )
    if kind == "noise":
        base["draws"] = 100000
    if kind == "find_animals":
        base |= {"train_size": 1000, "steps": 2000, "test_size": 10000, "layers": 3, "width": 32}
    return {
        "experiment": experiment or figure + panel,
        "panel": panel,
        "scale": scale,
        "kind": kind,
        "settings": {**base, **settings},
        "scores": scores or {},
        "curve": curve or {"columns": [], "rows": []},
        "cpu_seconds": 120.0,
        "wall_seconds": 130.0,
        "version": "0.2.0",
        "cpu": "A processor",
    }


def table(section, name):
    """The rows of a table of the paper as {column: number}."""
    found = PAPER[section][name]
    return [dict(zip(found["columns"], row)) for row in found["rows"]]


class Maker:
    """The paper's errors, plus a shift per seed that all methods share and a little noise per run."""

    def __init__(self, seeds=(1, 2, 3), spread=0.4, generator=7):
        self.seeds, self.spread, self.random = seeds, spread, random.Random(generator)

    def error(self, value, seed):
        return max(0.01, value * (1 + 0.03 * (seed % 3 - 1)) + self.random.gauss(0, self.spread * value / 20))

    def trained(self, panel, column, value, **settings):
        method, noise_free = METHODS[column]
        return [
            result(
                panel,
                scores={
                    "test_error": self.error(value, seed),
                    "dev_error": value,
                    "train_error": 0.2,
                    "best_test_error": value,
                },
                method=method,
                noise_free=noise_free,
                seed=seed,
                **settings,
            )
            for seed in self.seeds
        ]

    def grid(self, panel, name, setting, columns, **settings):
        runs = []
        for row in table("find_animals", name):
            x = next(iter(row.values()))
            for column in columns:
                if row.get(column) is not None:
                    runs += self.trained(panel, column, row[column], **{**settings, **setting(x)})
        return runs

    def headline(self):
        rows = [row for row in table("find_animals", "c_sequence_length") if row["n"] in (100, 300)]
        return [
            run
            for row in rows
            for column in list(METHODS)[:5]
            for run in self.trained("headline", column, row[column], length=int(row["n"]), experiment="headline")
        ]

    def data_efficiency(self, counts=(1, 2, 10), rates=(0.1, 0.2)):
        runs = []
        for count in counts:
            name = f"{count}_animal{'s' * (count > 1)}"
            for row in table("find_animals", f"a_data_efficiency_{name}"):
                for column, value in row.items():
                    if column == "train_size" or value is None:
                        continue
                    base, _, rate = column.partition("_p")
                    if rate and float(rate) not in rates:
                        continue
                    runs += self.trained(
                        "a",
                        base,
                        value,
                        train_size=int(row["train_size"]),
                        rate=float(rate or 0.1),
                        animals=MANY[:count],
                    )
        return runs

    def drop_rate(self):
        runs = self.trained("b", "baseline", 31.26)
        for row in table("find_animals", "b_drop_rate"):
            for column in list(METHODS)[1:5]:
                runs += self.trained("b", column, row[column], rate=row["p"]) if row["p"] else []
        return runs + self.noise("b", lambda x: {"rate": x})

    def noise(self, panel, setting):
        return [
            result(panel, "noise", {"noise": row[method]}, method=method, **setting(next(iter(row.values()))))
            for row in table("find_animals", f"{panel}_noise")
            for method in ("drop", "beta")
        ]

    def lengths(self):
        def setting(x):
            return {"length": int(x)}

        return self.grid("c", "c_sequence_length", setting, list(METHODS)[:5]) + self.noise("c", setting)

    def support(self):
        def setting(x):
            return {"animals": [ANIMALS[int(x)]]}

        return self.grid("d", "d_support_size", setting, list(METHODS)[:5]) + self.noise("d", setting)

    def test_lengths(self):
        runs = []
        for column in list(METHODS)[:5]:
            values = {int(row["test_n"]): row[column] for row in table("find_animals", "e_test_length")}
            for seed in self.seeds:
                scores = {f"test_error_at_{n}": self.error(value, seed) for n, value in values.items() if n != 300}
                method, noise_free = METHODS[column]
                runs.append(
                    result(
                        "e",
                        scores={"test_error": self.error(values[300], seed), **scores},
                        seed=seed,
                        method=method,
                        noise_free=noise_free,
                    )
                )
        return runs

    def masks(self):
        one, two = table("find_animals", "f_drop_or_mask")
        pairs = {
            "none": one["baseline"],
            "drop": one["drop"],
            "mask": one["mask"],
            "beta": two["drop"],
            "beta-mask": two["mask"],
        }
        return [
            result("f", scores={"test_error": self.error(value, seed)}, method=method, seed=seed)
            for method, value in pairs.items()
            for seed in self.seeds
        ]

    def positions(self):
        return [
            run
            for row, positions in zip(table("find_animals", "g_position_bias"), ("fixed", "first"))
            for column in ("baseline", "drop", "beta", "mask")
            for run in self.trained("g", column, row[column], positions=positions)
        ]

    def curves(self):
        rows = table("find_animals", "h_training_curve")[::5]
        runs = []
        for column in list(METHODS)[:5]:
            method, noise_free = METHODS[column]
            for seed in self.seeds:
                curve = [[row["step"] / 25, 0.5, 1.0, self.error(row[column], seed)] for row in rows]
                runs.append(
                    result(
                        "h",
                        scores={"test_error": curve[-1][3]},
                        seed=seed,
                        method=method,
                        noise_free=noise_free,
                        curve={"columns": ["step", "loss", "train_error", "dev_error"], "rows": curve},
                    )
                )
        return runs

    def recipes(self):
        """Invented numbers; the paper has none."""
        errors = {
            "drop": (18, 6, 19, 20),
            "drop_noise_free": (17, 5, 18, 19),
            "beta": (7, 4, 8, 9),
            "beta_noise_free": (6, 3, 7, 8),
        }
        recipes = ({}, {"random_start": True}, {"width": 64}, {"norm": "pre"})
        return [
            run
            for column, values in errors.items()
            for settings, value in zip(recipes, values)
            for run in self.trained("recipe", column, value, experiment="recipe", **{"norm": "post", **settings})
        ]

    def theory(self):
        names = {"a": "length_distribution", "b": "support_noise", "c": "entropy_per_span"}
        return [
            result(panel, "theory", curve={key: PAPER["theory"][name][key] for key in ("columns", "rows")})
            for panel, name in names.items()
        ]

    def figures(self):
        """All panels; (a) as the paper plots it."""
        return (
            self.headline()
            + self.data_efficiency((1,), (0.1,))
            + self.drop_rate()
            + self.lengths()
            + self.support()
            + self.test_lengths()
            + self.masks()
            + self.positions()
            + self.curves()
            + self.recipes()
            + self.theory()
        )


def write(runs, directory):
    """RESULTS/<experiment>/<number>.json, as the lab does."""
    for number, run in enumerate(runs):
        folder = pathlib.Path(directory) / run["experiment"]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number:05}.json").write_text(json.dumps(run))
