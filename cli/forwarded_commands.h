// What the help says about the subcommands that `spandrop` forwards to `spandrop-nn`; both programs
// print it.
#pragma once

inline constexpr char kAboutFindAnimals[] =
    "The paper's synthetic benchmark: is an animal hidden in a string of letters?";
inline constexpr char kAboutFindAnimalsTrain[] =
    "Train a Transformer to tell whether a string of letters contains an animal, with or without "
    "SpanDrop";
inline constexpr char kAboutFindAnimalsEval[] = "Test a trained model, optionally at other lengths";
inline constexpr char kAboutLab[] =
    "Run experiments that are defined in files, and report the results";
