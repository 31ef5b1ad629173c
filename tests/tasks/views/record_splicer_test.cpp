#include "spandrop/tasks/views/record_splicer.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace spandrop {
namespace {

// Arrays of one-letter records: "[ a , b ][][ c]", with the places of all letters.
struct File {
  std::string json;
  std::vector<RawArray> arrays;
};

File file_of(std::mt19937& generator) {
  File file;
  char letter = 'a';
  for (std::size_t arrays = generator() % 4; arrays > 0; --arrays) {
    file.json += "{[";
    RawArray& array = file.arrays.emplace_back();
    for (std::size_t elements = generator() % 5; elements > 0; --elements) {
      if (!array.elements.empty()) file.json += generator() % 2 ? ", " : " ,";
      array.elements.push_back({file.json.size(), file.json.size() + 1});
      file.json += letter++;
    }
    file.json += "]}";
  }
  return file;
}

// Records that were not read or have no views are removed as by remove_elements().
TEST(RecordSplicer, AgreesWithEditsOfTheWholeFile) {
  std::mt19937 generator(11);
  for (int i = 0; i < 5'000; ++i) {
    const File file = file_of(generator);
    std::vector<RecordArray> arrays;
    std::vector<std::string> views;
    std::vector<Edit> edits;
    for (const RawArray& places : file.arrays) {
      RecordArray& array = arrays.emplace_back();
      array.places = &places;
      std::vector<bool> stays(places.elements.size());
      for (std::size_t element = 0; element < stays.size(); ++element) {
        if (generator() % 4 == 0) continue;
        array.read.push_back(element);
        views.push_back(generator() % 3 == 0 ? "" : "<" + std::to_string(views.size()) + ">");
        stays[element] = !views.back().empty();
        if (stays[element]) edits.push_back({places.elements[element], views.back()});
      }
      remove_elements(places, [&](std::size_t element) { return stays[element]; }, edits);
    }
    std::string expected;
    append_spliced(expected, file.json, edits);

    std::string written;
    RecordSplicer splicer(file.json, arrays, {}, [&](std::string_view bytes) { written += bytes; });
    ASSERT_EQ(splicer.size(), views.size());
    for (const std::string& view : views) splicer.add(view);
    splicer.finish();
    ASSERT_EQ(written, expected) << file.json;
  }
}

TEST(RecordSplicer, EditsTextOutsideTheArrays) {
  const std::string json = "x[a]y[]z";
  const RawArray first{{{2, 3}}}, second;
  std::string written;
  RecordSplicer splicer(json, {{&first, {0}}, {&second, {}}},
                        {{{0, 1}, "X"}, {{4, 5}, ""}, {{7, 8}, "Z"}},
                        [&](std::string_view bytes) { written += bytes; });
  splicer.add("A, B");
  splicer.finish();
  EXPECT_EQ(written, "X[A, B][]Z");
}

}  // namespace
}  // namespace spandrop
