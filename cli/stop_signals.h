// Turns SIGINT and SIGTERM into a stop request, so that a command can save its work.
#pragma once

#include <signal.h>

#include <functional>
#include <initializer_list>
#include <stop_token>

// Returns a token whose stop is requested by the first of the signals; the next signal has its
// default effect. Call it once per process, before other threads start: they inherit the blocked
// signals. A forked child calls it again, and signals that arrive in between are not lost.
//
// If the process still runs 0.9 s after the first signal, `too_late` is called, which should end
// it.
std::stop_token stop_on_signals(std::initializer_list<int> signals = {SIGINT, SIGTERM},
                                std::function<void()> too_late = {});
