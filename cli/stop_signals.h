// Turns SIGINT and SIGTERM into a stop request, so that a command can save its work.
#pragma once

#include <signal.h>

#include <initializer_list>
#include <stop_token>

// Returns a token whose stop is requested by the first of the signals; the next signal has its
// default effect. Call it once per process, before other threads start: they inherit the blocked
// signals. A forked child calls it again, and signals that arrive in between are not lost.
std::stop_token stop_on_signals(std::initializer_list<int> signals = {SIGINT, SIGTERM});
