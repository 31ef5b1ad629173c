"""The settings of FindAnimals: which of them define a task, and how they are written in labels and file names."""

# The settings that define a task. Runs that differ in one of them are shown separately, unless the panel varies it.
TASK = ("length", "animals", "train_size", "positions", "rate", "gamma")

# Settings that have no effect on a method. Its runs belong to every group that agrees in the other settings.
INDIFFERENT = {"none": ("rate", "gamma"), "drop": ("gamma",), "mask": ("gamma",)}


def animals_of(run):
    """The animals, from a list or a comma-separated string."""
    animals = run.settings.get("animals", ["cat"])
    return tuple(animals.split(",")) if isinstance(animals, str) else tuple(animals)


def task_of(run, names):
    """{setting: value} of a run; None if the setting has no effect on its method."""
    values = run.settings | {"animals": animals_of(run)}
    ignored = INDIFFERENT.get(run.settings["method"], ())
    return {name: None if name in ignored else values.get(name) for name in names}


def label_parts(task):
    """What distinguishes a task within its panel, in words."""
    return traits(
        task, "n = {}", "p = {:g}", "{:,} examples", "{} animals", "“{}”", "gamma = {:g}", "positions {}", "{:,} steps"
    )


def name_parts(task):
    """The same for names of files and anchors."""
    return traits(task, "n{}", "p{:g}", "{}examples", "{}animals", "{}", "gamma{:g}", "{}", "{}steps")


def traits(task, length, rate, train_size, animals, animal, gamma, positions, steps):
    if task.get("length") is not None:
        yield length.format(task["length"])
    if task.get("rate") is not None:
        yield rate.format(task["rate"])
    if task.get("train_size") is not None:
        yield train_size.format(task["train_size"])
    if "animals" in task:
        several = len(task["animals"]) > 1
        yield animals.format(len(task["animals"])) if several else animal.format(task["animals"][0])
    if task.get("gamma") not in (None, 1):
        yield gamma.format(float(task["gamma"]))  # infinity is a string in JSON
    if task.get("positions") not in (None, "uniform"):
        yield positions.format(task["positions"])
    if task.get("steps") is not None:
        yield steps.format(task["steps"])


def order(task):
    """One animal before several, then by rate, length and steps, longest training first."""
    return (len(task.get("animals") or ()), task.get("rate") or 0, task.get("length") or 0, -(task.get("steps") or 0))
