// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/dialect/nvue/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sw-driver/config/read.hpp"
#include "sw-driver/config/value.hpp"
#include "sw-driver/dialect/srlinux/lexer.hpp"

namespace sluice::driver::nvue {
namespace {

struct Word {
  std::string text;
  Position where;
};
using Command = std::vector<Word>;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// "cumulus@leaf01:~$", "leaf01#", "$": what a shell or a switch shows before a command. A lone `#`
/// is a comment.
bool is_prompt(const std::string& word) {
  const char last = word.back();
  return last == '$' || (last == '#' && word.size() > 1 && word.front() != '#');
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : text_(text), place_{name, 1, 1} {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
  }

  /// The next command; empty at the end of the text.
  Command next() {
    Command command;
    while (command.empty() && at_ < text_.size()) {
      bool continued = true;
      for (bool first = true; continued && at_ < text_.size(); first = false) {
        continued = line(command, first);
      }
      if (continued && at_ == text_.size() && !command.empty()) {
        throw SyntaxError(place_,
                          "found the end of the file behind '\\': expected the rest of the "
                          "command");
      }
    }
    return command;
  }

 private:
  /// Adds the words of a line; whether the next line continues it.
  bool line(Command& command, bool first) {
    bool continued = false;
    bool beginning = true;
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (is_blank(text_[at_])) {
        advance();
      } else if (text_[at_] == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') advance();
      } else if (text_[at_] == '\\' && ends_line(at_ + 1)) {
        continued = true;
        advance();
      } else {
        const Word found = word();
        const bool shown = beginning && (first ? is_prompt(found.text) : found.text == ">");
        if (!shown) command.push_back(found);
        beginning = false;
      }
    }
    if (at_ < text_.size()) advance();
    return continued;
  }

  bool ends_line(std::size_t at) const {
    while (at < text_.size() && is_blank(text_[at])) ++at;
    return at == text_.size() || text_[at] == '\n';
  }

  Word word() {
    Word found{"", place_};
    while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != '\n' &&
           !(text_[at_] == '\\' && ends_line(at_ + 1))) {
      found.text += text_[at_];
      advance();
    }
    return found;
  }

  void advance() {
    const char c = text_[at_++];
    if (c == '\n') {
      ++place_.line;
      place_.column = 1;
    } else if (at_ == text_.size() || (static_cast<unsigned char>(text_[at_]) & 0xC0) != 0x80) {
      ++place_.column;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Position place_;
};

/// A setting of a congestion-control profile, and the leaf that holds it.
struct Setting {
  std::string_view name;
  std::string_view leaf;
};
constexpr std::array<Setting, 3> kSettings = {{{"min-threshold", "min-threshold"},
                                               {"max-threshold", "max-threshold"},
                                               {"probability", "max-drop-probability-percent"}}};
constexpr const char* kProfile = "roce";

class Interpreter {
 public:
  Interpreter(std::shared_ptr<const Schema> schema, unsigned ports)
      : schema_(std::move(schema)), ports_(ports) {}

  void take(const Command& command) {
    command_ = &command;
    at_ = 0;
    keyword({"nv"}, "a command");
    const std::string verb = keyword({"set", "config"}, "what to do");
    if (verb == "config") {
      apply();
    } else {
      set();
    }
  }

  Candidate finish(const std::string& name) const {
    if (unapplied_) {
      throw SyntaxError(*unapplied_,
                        "found a 'nv set' that is never applied: expected 'nv config apply' after "
                        "it");
    }
    if (!applied_) throw SyntaxError({name, 0, 0}, "found no 'nv config apply': expected one");
    return make();
  }

 private:
  /// Where the next word is, or the end of the command.
  Position here() const {
    if (at_ < command_->size()) return (*command_)[at_].where;
    Position end = command_->back().where;
    end.column += static_cast<unsigned>(command_->back().text.size());
    return end;
  }

  bool ended() const { return at_ == command_->size(); }

  std::string found() const {
    return ended() ? "the end of the command" : quoted((*command_)[at_].text);
  }

  std::string keyword(const std::vector<std::string>& options, const std::string& what) {
    if (!ended()) {
      const std::string& text = (*command_)[at_].text;
      if (std::find(options.begin(), options.end(), text) != options.end()) {
        ++at_;
        return text;
      }
    }
    const auto near = ended() ? std::nullopt : nearest((*command_)[at_].text, options);
    throw SyntaxError(here(),
                      fmt::format("found {}{} as {}: expected {}", found(),
                                  near ? fmt::format(" (did you mean '{}'?)", *near) : "", what,
                                  options.size() == 1 ? "'" + options.front() + "'"
                                                      : "one of " + quoted_list(options)));
  }

  void apply() {
    keyword({"apply"}, "what to do with the configuration");
    if (!ended()) keyword({"-y", "--assume-yes"}, "an option of 'nv config apply'");
    if (!ended()) {
      throw SyntaxError(here(), "found " + found() + ": expected the end of the command");
    }
    unapplied_.reset();
    applied_ = true;
  }

  void set() {
    for (const char* word : {"qos", "congestion-control", "profile"}) {
      keyword({word}, "what to set");
    }
    keyword({kProfile}, "the profile");
    if (!unapplied_) unapplied_ = command_->front().where;
    if (!profile_) profile_ = (*command_)[at_ - 1].where;
    std::vector<std::string> names;
    names.reserve(std::size(kSettings));
    for (const Setting& setting : kSettings) names.emplace_back(setting.name);
    do {
      const std::string name = keyword(names, "a setting of the profile");
      setting(*std::find_if(kSettings.begin(), kSettings.end(),
                            [&](const Setting& s) { return s.name == name; }));
    } while (!ended());
  }

  void setting(const Setting& setting) {
    const lysc_node* leaf = slope_leaf(std::string(setting.leaf));
    if (ended()) {
      throw SyntaxError(here(), fmt::format("found the end of the command: expected a value for "
                                            "'{}': {}",
                                            setting.name, expectation(leaf)));
    }
    const Word& word = (*command_)[at_++];
    try {
      values_[std::string(setting.leaf)] = {canonical(*schema_, leaf, word.text), word.where};
    } catch (const ValueError& error) {
      // It begins with the leaf's own name.
      throw ValueError(word.where,
                       std::string(setting.name) + error.text().substr(setting.leaf.size()));
    }
  }

  const lysc_node* slope_leaf(const std::string& name) const {
    const lysc_node* node = nullptr;
    for (const char* step :
         {"qos", "buffer-management", "queue-management-profile", "wred", "wred-slope"}) {
      node = schema_->child(node, step);
    }
    return schema_->child(node, name);
  }

  Candidate make() const {
    Candidate candidate(schema_);
    if (!profile_) return candidate;
    const std::string profile =
        "qos/buffer-management/queue-management-profile" + by_name(kProfile);
    const std::string slope =
        profile + "/wred/wred-slope[traffic-type='all'][drop-probability='all'][enable-ecn='true']";
    const auto put = [&](const std::string& path, const std::string& value, const Position& where) {
      candidate.tree().set(path, value);
      candidate.remember(candidate.tree().find("/sluice:" + path), where);
    };
    put(slope + "/slope-enabled", "true", *profile_);
    candidate.remember(candidate.tree().find("/sluice:" + slope), *profile_);
    for (const auto& [leaf, value] : values_) {
      put(fmt::format("{}/{}", slope, leaf), value.text, value.where);
    }
    for (unsigned port = 0; port < ports_; ++port) {
      put(fmt::format("qos/interfaces/interface{}/output/queues/queue[name='unicast-{}']/"
                      "queue-management-profile",
                      by_name(interface_name(port)), kRoceQueue),
          kProfile, *profile_);
    }
    return candidate;
  }

  std::shared_ptr<const Schema> schema_;
  unsigned ports_;
  const Command* command_ = nullptr;
  std::size_t at_ = 0;
  std::map<std::string, Word> values_;  ///< by leaf
  std::optional<Position> profile_;     ///< first command that names it
  std::optional<Position> unapplied_;   ///< first command since the last apply
  bool applied_ = false;
};

}  // namespace

Candidate read_text(std::shared_ptr<const Schema> schema, std::string_view text,
                    const std::string& name, unsigned ports) {
  // The same bytes are a text in both languages; the brace language's lexer finds those that are
  // not.
  srlinux::require_text(text, name);
  Reader reader(text, name);
  Interpreter interpreter(std::move(schema), ports);
  for (Command command = reader.next(); !command.empty(); command = reader.next()) {
    interpreter.take(command);
  }
  return interpreter.finish(name);
}

bool is_nvue(std::string_view text) {
  Command command;
  try {
    command = Reader(text, "").next();
  } catch (const SyntaxError&) {
    return false;
  }
  return !command.empty() && command.front().text == "nv";
}

}  // namespace sluice::driver::nvue
