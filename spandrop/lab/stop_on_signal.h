// Signals as requests to stop, so that what runs can save what it has.
#pragma once

#include <initializer_list>
#include <stop_token>

namespace spandrop::lab {

// Requests the stop when one of the signals comes; a second one has its usual effect. Call it
// before other threads are started: they inherit that the signals are not for them.
void stop_on_signals(std::initializer_list<int> signals, std::stop_source stop);

}  // namespace spandrop::lab
