// SPDX-License-Identifier: Apache-2.0
#include "tb/snapshot/rewind.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <sstream>
#include <system_error>
#include <utility>

#include "tb/waves/fst_file.hpp"

namespace sluice::tb {
namespace {

namespace fs = std::filesystem;

/// Clocks with waves behind what was found, so that its last values are seen to end.
constexpr std::uint64_t kAfter = 16;
/// Clocks that a repetition may go on behind the step of the original before it is given up.
constexpr std::uint64_t kOverrun = 1000;

constexpr char kWaves = 'W';
constexpr char kFailure = 'F';

/// What the journal holds of a frame beside its bytes.
struct FrameHead {
  std::uint64_t packet;
  Ticks time;
  std::uint8_t last;  ///< 1: there was no frame, the supply has ended
  std::uint8_t bad;
};

}  // namespace

Rewind::Rewind(Kernel& kernel, RewindOptions options) : kernel_(kernel), options_(options) {
  options_.context = std::max<std::uint64_t>(options_.context, 1);
}

Rewind::~Rewind() { kernel_.set_alarm(~std::uint64_t{0}, nullptr); }

void Rewind::begin(std::function<void()> wake) {
  wake_ = std::move(wake);
  if (options_.every == 0) return;
  try {
    journal_.emplace();
  } catch (const Error& error) {
    problem_ = fmt::format("sleeping copies cannot be made: {}", error.what());
    return;
  }
  kernel_.set_alarm(kernel_.steps(), [this] { renew(); });
}

void Rewind::renew() {
  const std::uint64_t next = journal_->number() + 1;
  if (copies_.renew(next) == SleepingCopies::Role::kCopy) {
    journal_->read_next_segment();
    woken();
    return;
  }
  problem_ = copies_.failure();
  // Without a new copy the older ones keep what they read, as long as there is room.
  if (problem_.empty() || journal_->full()) {
    journal_->begin_segment();
    copies_.end_before(next - 1);
  }
  kernel_.set_alarm(kernel_.steps() + options_.every, [this] { renew(); });
}

bool Rewind::next(const FrameSupply& supply, SourceFrame& frame) {
  if (!journal_) return supply(frame);
  FrameHead head{};
  if (repeating()) {
    std::span<const std::uint8_t> record;
    if (!journal_->read(record)) return false;
    std::memcpy(&head, record.data(), sizeof head);
    if (head.last != 0) return false;
    frame.packet = head.packet;
    frame.time = head.time;
    frame.bad = head.bad != 0;
    frame.bytes.assign(record.begin() + sizeof head, record.end());
    return true;
  }
  const bool there = supply(frame);
  head.last = there ? 0 : 1;
  if (there) {
    head.packet = frame.packet;
    head.time = frame.time;
    head.bad = frame.bad ? 1 : 0;
  }
  journal_->append(
      {reinterpret_cast<const std::uint8_t*>(&head), sizeof head},
      there ? std::span<const std::uint8_t>(frame.bytes) : std::span<const std::uint8_t>());
  if (journal_->full()) kernel_.set_alarm(kernel_.steps(), [this] { renew(); });
  return there;
}

Repetition Rewind::repeat(const std::string& found, const fs::path& file) {
  const auto begun = std::chrono::steady_clock::now();
  const fs::path part = fmt::format("{}.{}.part", file.string(), getpid());
  const std::string order =
      fmt::format("{} {} {}\n{}", kernel_.steps(), kernel_.moment().now != 0 ? 1 : 0, file.string(),
                  part.string());
  // A copy does again what took the original that long; waves are 20 to 50 times slower.
  const std::chrono::milliseconds limit = std::chrono::minutes(1) + 4 * copies_.age() +
                                          std::chrono::milliseconds(options_.context / 10);
  const bool any = copies_.count() != 0;
  const SleepingCopies::Answer answer = copies_.wake(order, limit);
  copies_.end();
  Repetition result;
  result.note = problem_;
  if (!any && !problem_.empty()) {
    result.found = problem_;
    return result;
  }
  result.took = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - begun);
  if (answer.given && !answer.text.empty() && answer.text.front() == kWaves) {
    std::istringstream words(answer.text.substr(1));
    words >> result.from_ps >> result.at_ps;
    words.ignore(1);
    std::getline(words, result.found, '\0');
    result.waves = true;
    result.same = result.found == found;
    return result;
  }
  result.found = answer.given ? answer.text.substr(1) : answer.text;
  std::error_code ignored;
  fs::remove(part, ignored);
  return result;
}

void Rewind::woken() {
  std::istringstream words(copies_.order());
  std::string file, part;
  words >> target_ >> time_runs_;
  words.ignore(1);
  std::getline(words, file);
  std::getline(words, part, '\0');
  file_ = file;
  part_ = part;
  if (wake_) wake_();
  const std::uint64_t from = target_ > options_.context ? target_ - options_.context : 0;
  if (kernel_.steps() >= from) {
    open();
  } else {
    kernel_.set_alarm(from, [this] { open(); });
  }
}

void Rewind::open() {
  try {
    // Where time runs, the waves' own time is that of the run.
    kernel_.open_waves(part_, time_runs_);
  } catch (const std::exception& error) {
    failed(error.what());
  }
  from_ps_ = static_cast<std::uint64_t>((kernel_.moment().now * 1000) >> 32);
  kernel_.set_alarm(target_ + kOverrun, [this] {
    failed("the repetition came past the clock of the original and found nothing");
  });
}

void Rewind::found(const std::string& what) {
  const std::uint64_t at_ps = kernel_.wave_time_ps();
  try {
    kernel_.finish_clock();
    kernel_.run(kAfter);
  } catch (const std::exception&) {
    // A design that broke a rule may break the next: the waves up to there are what was asked for.
  }
  try {
    kernel_.close_waves();
    check_fst(part_);
    fs::rename(part_, file_);
  } catch (const std::exception& error) {
    failed(error.what());
  }
  copies_.answer(fmt::format("{}{} {}\n{}", kWaves, from_ps_, at_ps, what));
}

void Rewind::failed(const std::string& why) { copies_.answer(fmt::format("{}{}", kFailure, why)); }

}  // namespace sluice::tb
