#include "spandrop/lab/experiment.h"

#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>

namespace spandrop::lab {
namespace {

// The panels of the report, as in spandrop/lab/report/panels.py.
constexpr std::array<std::string_view, 13> kPanels{"2a", "2b", "2c", "a", "b",        "c",     "d",
                                                   "e",  "f",  "g",  "h", "headline", "recipe"};

// Each setting with its values; the runs are their product.
using Grid = std::map<std::string, std::vector<SettingValue>>;

// The runs of a part at one scale, before they are expanded.
struct Plan {
  Settings base;
  std::vector<Grid> grids{Grid{}};
  std::vector<SettingValue> seeds;
};

class Reader {
 public:
  explicit Reader(std::filesystem::path file) : file_(std::move(file)) {}

  Experiment read(std::string_view text, const std::string& scale) const {
    toml::table file;
    try {
      file = toml::parse(text, file_.string());
    } catch (const toml::parse_error& error) {
      refuse(error.source(), error.description());
    }
    check_names(file, {"about", "panel", "part"});
    Experiment experiment;
    experiment.about = text_of(file, "about");
    experiment.place = {file_.stem().string(), text_of(file, "panel"), scale};
    if (std::ranges::find(kPanels, experiment.place.panel) == kPanels.end()) {
      refuse(file["panel"].node()->source(),
             fmt::format("expected a panel of the report ({}), got {}", fmt::join(kPanels, ", "),
                         experiment.place.panel));
    }
    const toml::array* parts = file["part"].as_array();
    if (!parts || parts->empty()) refuse(file.source(), "expected at least one [[part]]");
    std::set<std::string> names;
    for (const toml::node& node : *parts) {
      const toml::table& part = table_of(node, "part");
      for (const std::string_view name : kScales) {
        std::vector<Run> runs = runs_of(part, name);
        if (name != scale) continue;
        for (Run& run : runs) {
          if (names.insert(name_of(run)).second) experiment.runs.push_back(std::move(run));
        }
      }
    }
    return experiment;
  }

 private:
  [[noreturn]] void refuse(const toml::source_region& place, std::string_view what) const {
    throw std::invalid_argument(fmt::format("{}:{}: {}", file_.string(), place.begin.line, what));
  }

  void check_names(const toml::table& table, std::vector<std::string_view> allowed) const {
    for (const auto& [key, node] : table) {
      if (std::ranges::find(allowed, key.str()) == allowed.end()) {
        refuse(key.source(),
               fmt::format("expected one of {}, got {}", fmt::join(allowed, ", "), key.str()));
      }
    }
  }

  std::string text_of(const toml::table& table, std::string_view name) const {
    const toml::node* node = table.get(name);
    if (!node || !node->is_string()) {
      refuse(node ? node->source() : table.source(), fmt::format("expected {} = \"...\"", name));
    }
    return **node->as_string();
  }

  const toml::table& table_of(const toml::node& node, std::string_view name) const {
    if (!node.is_table()) refuse(node.source(), fmt::format("expected a table for {}", name));
    return *node.as_table();
  }

  const toml::array& list_of(const toml::node& node, std::string_view name) const {
    const toml::array* list = node.as_array();
    if (!list || list->empty()) {
      refuse(node.source(), fmt::format("expected {} = [...] with at least one value", name));
    }
    return *list;
  }

  // One value of a setting: a boolean, number or string, or a list of whole numbers or strings.
  SettingValue value_of(const toml::node& node) const {
    if (const auto* boolean = node.as_boolean()) return **boolean;
    if (const auto* whole = node.as_integer()) return **whole;
    if (const auto* number = node.as_floating_point()) return **number;
    if (const auto* text = node.as_string()) return **text;
    if (const auto* list = node.as_array()) {
      if (list->is_homogeneous<std::string>()) return items<std::string>(*list);
      if (list->empty() || list->is_homogeneous<std::int64_t>()) return items<std::int64_t>(*list);
    }
    refuse(node.source(),
           "expected a boolean, number, string, or a list of whole numbers or strings");
  }

  template <class T>
  static std::vector<T> items(const toml::array& list) {
    std::vector<T> values;
    for (const toml::node& item : list) values.push_back(item.ref<T>());
    return values;
  }

  SettingValue setting_of(Kind kind, const std::string& name, const toml::node& node) const {
    SettingValue value = value_of(node);
    try {
      check_setting(kind, name, value);
    } catch (const std::invalid_argument& error) {
      refuse(node.source(), error.what());
    }
    return value;
  }

  // The values of a list, or a single value.
  std::vector<SettingValue> values_of(Kind kind, const std::string& name,
                                      const toml::node& node) const {
    if (!node.is_array()) return {setting_of(kind, name, node)};
    std::vector<SettingValue> values;
    for (const toml::node& item : list_of(node, name)) {
      values.push_back(setting_of(kind, name, item));
    }
    return values;
  }

  Grid grid_of(Kind kind, const toml::table& table) const {
    Grid grid;
    for (const auto& [key, node] : table) {
      const std::string name(key.str());
      grid[name] = values_of(kind, name, node);
    }
    if (grid.empty()) refuse(table.source(), "expected at least one setting in the grid");
    return grid;
  }

  // Applies the tables of a part, or of one of its scales.
  void update(Plan& plan, Kind kind, const toml::table& table) const {
    if (const toml::node* base = table.get("base")) {
      for (const auto& [key, node] : table_of(*base, "base")) {
        const std::string name(key.str());
        plan.base[name] = setting_of(kind, name, node);
      }
    }
    if (const toml::node* grids = table.get("grid")) {
      plan.grids.clear();
      for (const toml::node& grid : list_of(*grids, "grid")) {
        plan.grids.push_back(grid_of(kind, table_of(grid, "grid")));
      }
    }
    if (const toml::node* seeds = table.get("seeds")) {
      list_of(*seeds, "seeds");
      plan.seeds = values_of(kind, "seed", *seeds);
    }
  }

  Kind kind_of(const toml::table& part) const {
    const toml::node* node = part.get("kind");
    const auto* text = node ? node->as_string() : nullptr;
    const std::optional<Kind> kind = kind_named(text ? std::string_view(**text) : "");
    if (!kind) {
      refuse(node ? node->source() : part.source(),
             fmt::format("expected kind = \"...\", one of {}", fmt::join(names_of(Kind{}), ", ")));
    }
    return *kind;
  }

  std::vector<Run> runs_of(const toml::table& part, std::string_view scale) const {
    check_names(part, {"kind", "base", "grid", "seeds", kScales[0], kScales[1], kScales[2]});
    const Kind kind = kind_of(part);
    Plan plan;
    update(plan, kind, part);
    if (const toml::node* node = part.get(scale)) {
      const toml::table& table = table_of(*node, scale);
      check_names(table, {"base", "grid", "seeds"});
      update(plan, kind, table);
    }
    std::vector<Settings> chosen;
    std::vector<Settings> starts{plan.base};
    if (!plan.seeds.empty()) starts = product(starts, "seed", plan.seeds);
    for (const Settings& start : starts) {
      for (const Grid& grid : plan.grids) {
        std::vector<Settings> points{start};
        for (const auto& [name, values] : grid) points = product(points, name, values);
        chosen.insert(chosen.end(), points.begin(), points.end());
      }
    }
    std::vector<Run> runs;
    for (const Settings& settings : chosen) {
      try {
        runs.push_back({kind, completed(kind, settings)});
      } catch (const std::invalid_argument& error) {
        refuse(part.source(),
               fmt::format("{} (run {} at scale {})", error.what(), to_json(settings), scale));
      }
    }
    return runs;
  }

  static std::vector<Settings> product(const std::vector<Settings>& points, const std::string& name,
                                       const std::vector<SettingValue>& values) {
    std::vector<Settings> longer;
    for (const Settings& point : points) {
      for (const SettingValue& value : values) {
        longer.push_back(point);
        longer.back()[name] = value;
      }
    }
    return longer;
  }

  std::filesystem::path file_;
};

}  // namespace

Experiment parse_experiment(std::string_view toml, const std::filesystem::path& file,
                            const std::string& scale) {
  return Reader(file).read(toml, scale);
}

Experiment read_experiment(const std::filesystem::path& file, const std::string& scale) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream) throw std::runtime_error(file.string() + ": cannot be read");
  return parse_experiment(text, file, scale);
}

}  // namespace spandrop::lab
