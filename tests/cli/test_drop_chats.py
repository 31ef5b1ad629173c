"""Chats in OpenAI's and ShareGPT's formats: roles, and tool calls with their results."""

import itertools

import pytest
from corpora import lines_of


def turn(role, content="", **others):
    return {"role": role, "content": content, **others}


def call(*ids):
    calls = [{"id": i, "type": "function", "function": {"name": "f", "arguments": "{}"}} for i in ids]
    return turn("assistant", None, tool_calls=calls)


def result(i):
    return turn("tool", f"result {i}", tool_call_id=i)


def sets_kept(drop, turns, schema="chat", *options):
    """The sets of turns that a view can keep."""
    name, key = {"chat": ("messages", "role"), "sharegpt": ("conversations", "from")}[schema]
    if key == "from":
        turns = [{"from": one["role"], "value": one["content"]} for one in turns]
    numbered = [{**one, "n": number} for number, one in enumerate(turns)]
    views = drop(
        lines_of([{name: numbered}])[0],
        *("--schema", schema, "--rate", 0.5, "--gamma", "inf", "--views", 400, *options),
    )
    return {frozenset(one["n"] for one in view[name]) for view in views}


def unions(always, *groups):
    """All sets that contain `always` and any of the groups."""
    return {
        frozenset(always).union(*itertools.compress(groups, kept))
        for kept in itertools.product([0, 1], repeat=len(groups))
    }


def test_a_tool_call_and_its_results_stay_together(drop):
    turns = [turn("system"), turn("user"), call("a", "b"), result("b"), result("a"), turn("assistant")]
    assert sets_kept(drop, turns) == unions({0, 5}, {1}, {2, 3, 4})


def test_results_are_matched_by_id(drop):
    """Also if another turn lies between."""
    turns = [call("a"), call("b"), result("a"), turn("user"), result("b"), turn("assistant")]
    assert sets_kept(drop, turns) == unions({5}, {0, 2}, {1, 4}, {3})


def test_results_without_ids_follow_their_call(drop):
    old = turn("assistant", None, function_call={"name": "f", "arguments": "{}"})
    turns = [turn("user"), old, turn("function", name="f"), turn("user"), turn("assistant")]
    assert sets_kept(drop, turns) == unions({4}, {0}, {1, 2}, {3})
    no_ids = turn("assistant", tool_calls=[{"function": {"name": "f", "arguments": {}}}])
    turns = [no_ids, turn("tool", name="f"), turn("tool", name="f"), turn("user"), turn("assistant")]
    assert sets_kept(drop, turns) == unions({4}, {0, 1, 2}, {3})


def test_a_turn_that_calls_no_tool_stands_alone(drop):
    turns = [turn("assistant", tool_calls=None), turn("assistant", tool_calls=[]), turn("user"), turn("assistant")]
    assert sets_kept(drop, turns) == unions({3}, {0}, {1}, {2})


def test_calls_stay_together_with_larger_spans(drop):
    """every:2 cuts [0 1] [2 3] [4 5]; the call in 1 and its result in 2 join the first two."""
    turns = [turn("user"), call("a"), result("a"), turn("user"), turn("user"), turn("user"), turn("assistant")]
    assert sets_kept(drop, turns, "chat", "--spans", "every:2") == unions({6}, {0, 1, 2, 3}, {4, 5})


def test_a_call_whose_result_is_in_no_span_is_kept(drop):
    turns = [turn("user"), call("a"), result("a"), turn("user"), turn("assistant")]
    numbered = [{**one, "n": number} for number, one in enumerate(turns)]
    line = lines_of([{"messages": numbered, "spans": [[0, 1], [1, 2], [3, 4]]}])[0]
    views = drop(line, "--schema", "chat", "--spans", "field", "--rate", 0.5, "--gamma", "inf", "--views", 100)
    assert {frozenset(one["n"] for one in view["messages"]) for view in views} == unions({1, 2, 4}, {0}, {3})


def test_the_developer_speaks_like_the_system(drop):
    turns = [turn("developer"), turn("user"), turn("assistant"), turn("user"), turn("assistant")]
    assert sets_kept(drop, turns) == unions({0, 4}, {1}, {2}, {3})


def test_sharegpt(drop):
    turns = [turn("system"), turn("human"), turn("gpt"), turn("human"), turn("function_call"), turn("observation")]
    assert sets_kept(drop, turns, "sharegpt") == unions({0, 4, 5}, {1}, {2}, {3})  # the last call is trained on
    turns += [turn("function_call"), turn("function_call"), turn("observation"), turn("observation"), turn("gpt")]
    assert sets_kept(drop, turns, "sharegpt") == unions({0, 10}, {1}, {2}, {3}, {4, 5}, {6, 7, 8, 9})
    turns = [turn("human"), turn("gpt", "<tool_call>"), turn("tool"), turn("gpt")]
    assert sets_kept(drop, turns, "sharegpt") == unions({3}, {0}, {1, 2})


@pytest.mark.parametrize("role", ["usr", "Assistant", "", "x" * 100])
def test_an_unknown_role(spandrop, role):
    line = lines_of([{"id": 1, "messages": [turn("user"), turn(role)]}])[0]
    done = spandrop("drop", "-", "-o", "-", "--schema", "chat", stdin=line, check=False)
    message = done.stderr.decode()
    assert done.returncode == 3
    assert (
        "record 1: messages[1].role: expected a known role (system, developer, user, human, assistant, gpt" in message
    )
    assert message.endswith(f"got {role}\n" if len(role) < 60 else f"got {role[:60]}...\n")


def test_both_names_of_the_role(spandrop):
    line = lines_of([{"messages": [{"role": "user", "from": "human"}]}])[0]
    done = spandrop("drop", "-", "-o", "-", "--schema", "chat", stdin=line, check=False)
    assert done.returncode == 3 and b"messages[0].from: expected once, found twice" in done.stderr
