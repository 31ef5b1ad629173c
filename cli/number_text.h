// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// 1234567 as "1,234,567".
std::string thousands(std::uint64_t number);

// "1 record", "2,000 records".
std::string count_of(std::uint64_t number, std::string_view noun);

// Seconds as "1:05" or "2:00:09".
std::string clock_time(double seconds);
