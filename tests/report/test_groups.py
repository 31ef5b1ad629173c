"""Which runs share a plot."""

import synthetic
from tables import rows, x_text


def point(panel, error=10.0, **settings):
    return synthetic.result(panel, scores={"test_error": error}, **settings)


def test_the_baseline_belongs_to_every_rate(grouped):
    groups = grouped([point("a", 30), point("a", 20, method="drop", rate=0.1), point("a", 25, method="drop", rate=0.2)])
    assert [(group.key["rate"], group.cell("none", 1000), group.cell("drop", 1000)) for group in groups["a"]] == [
        (0.1, {0: 30}, {0: 20}),
        (0.2, {0: 30}, {0: 25}),
    ]


def test_a_baseline_alone_is_a_group(grouped):
    assert [group.cells for group in grouped([point("a", 30)])["a"]] == [{("none", 1000): {0: 30}}]


def test_each_number_of_animals_has_its_own_group_and_paper_table(grouped):
    groups = grouped(synthetic.Maker(seeds=(1,)).data_efficiency())["a"]
    assert [(len(group.key["animals"]), group.key["rate"]) for group in groups] == [
        (count, rate) for count in (1, 2, 10) for rate in (0.1, 0.2)
    ]
    by_label = {(len(group.key["animals"]), group.key["rate"]): group.paper for group in groups}
    assert by_label[1, 0.1]["drop", 1000] == 18.31
    assert by_label[1, 0.2]["drop", 1000] == 27.68
    assert by_label[2, 0.1]["none", 1000] == 43.97
    assert by_label[10, 0.2]["beta_noise_free", 50000] == 7.44
    assert ("beta_noise_free", 50000) not in by_label[1, 0.2]
    assert len({group.name for group in groups}) == 6


def test_infinite_gamma_has_a_name(grouped):
    (group,) = grouped([point("b", 18, method="beta", gamma="inf")])["b"]
    assert "gamma = inf" in group.label and "gammainf" in group.name


def test_the_baseline_is_rate_zero_for_all_four_methods(grouped):
    (group,) = grouped([point("b", 31), point("b", 18, method="drop")])["b"]
    assert {series for series, x in group.cells if x == 0} == {"drop", "drop_noise_free", "beta", "beta_noise_free"}
    assert group.across("drop") == [0, 0.1]


def test_noise_at_another_length_is_a_separate_group(grouped):
    noise = [synthetic.result("b", "noise", {"noise": 4.0}, method="drop", length=n) for n in (100, 300)]
    groups = grouped([point("b", 31, length=100), *noise])["b"]
    assert [(group.key["length"], len(group.runs), group.noise) for group in groups] == [
        (100, 1, {("drop", 0.1): {0: 4.0}}),
        (300, 0, {("drop", 0.1): {0: 4.0}}),
    ]


def test_the_largest_scale_is_shown_and_others_are_counted(grouped):
    runs = [point("f", 31, scale="smoke"), point("f", 30, scale="laptop"), point("f", 29, scale="laptop", seed=1)]
    (group,) = grouped(runs)["f"]
    assert group.cell("none", 1) == {0: 30, 1: 29}
    assert group.other_scales == {"smoke": 1}


def test_scales_are_chosen_per_experiment(grouped):
    groups = grouped(
        [
            point("a", 30, scale="laptop"),
            point("a", 48, scale="smoke", animals=synthetic.MANY, experiment="figure3a_10_animals"),
        ]
    )["a"]
    assert [group.cell("none", 1000) for group in groups] == [{0: 30}, {0: 48}]


def test_the_longest_training_of_a_repeated_seed_is_shown(grouped):
    (group,) = grouped([point("f", 30, steps=2000), point("f", 31, steps=1000)])["f"]
    assert (group.cell("none", 1), group.repeated) == ({0: 30}, 1)


def test_laws_and_positions_are_placed_as_in_the_paper(grouped):
    groups = grouped(
        [
            point("f", 27, method="mask"),
            point("f", 26, method="beta-mask"),
            point("f", 11, method="beta"),
            point("g", 35, method="drop", positions="fixed"),
            point("g", 32, method="drop", positions="first"),
        ]
    )
    assert groups["f"][0].cells == {("mask", 1): {0: 27}, ("mask", 2): {0: 26}, ("drop", 2): {0: 11}}
    assert groups["g"][0].cells == {("drop", 1): {0: 35}, ("drop", 2): {0: 32}}


def test_lengths_are_compared_at_the_same_fraction_of_the_training_length(grouped):
    run = synthetic.result(
        "e", scores={"test_error": 20.0, "test_error_at_90": 11.0, "test_error_at_97": 15.0}, method="drop", length=100
    )
    (group,) = grouped([run])["e"]
    found = {x_text(group, row): row.cells[1] for row in rows(group)}
    assert (found["90 (paper 270)"].ours.mean, found["90 (paper 270)"].paper) == (11.0, 11.72)
    assert (found["100 (paper 300)"].ours.mean, found["100 (paper 300)"].paper) == (20.0, 21.54)
    assert (found["97 (paper 290)"].ours.mean, found["325"].ours) == (15.0, None)


def test_curves_are_compared_at_the_same_fraction_of_the_training(grouped):
    curve = {
        "columns": ["step", "loss", "train_error", "dev_error"],
        "rows": [[100 * k, 0.5, None, 50.0 - k] for k in range(1, 21)],
    }
    (group,) = grouped([synthetic.result("h", scores={"test_error": 30}, curve=curve, steps=2000)])["h"]
    found = rows(group)
    assert len(found) == 10
    assert (found[-1].x, found[-1].paper_x, found[-1].cells[0].ours.mean, found[-1].cells[0].paper) == (
        2000,
        50000,
        30,
        31.89,
    )
    assert (found[0].x, found[0].paper_x) == (200, 5000)


def test_points_that_only_one_side_has_are_kept(grouped):
    (group,) = grouped([point("a", 40, train_size=300), point("a", 30, train_size=1000)])["a"]
    lines = {(row.x, row.paper_x): row.cells[0] for row in rows(group)}
    assert (lines[300, None].ours.mean, lines[300, None].paper) == (40, None)
    assert (lines[None, 500].ours, lines[None, 500].paper) == (None, 38.35)
    assert list(lines) == sorted(lines, key=lambda pair: pair[0] or pair[1])


def test_file_names_contain_no_path_separators(grouped):
    (group,) = grouped([point("f", 30) | {"experiment": "figure3f"}])["f"]
    group.key["experiment"] = '../"<figure> 3f'
    assert group.name == "figure3f_n300_1000examples_cat"
