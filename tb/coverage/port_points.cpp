// SPDX-License-Identifier: Apache-2.0
#include "tb/coverage/port_points.hpp"

#include <bit>

#include "model/common/wire.hpp"
#include "model/csig/config.hpp"

namespace sluice::coverage {
namespace {

using model::Outcome;

const Axis kWidth{"width", {"64", "128", "256", "512", "1024"}};
const Axis kVlans = numbered("vlan tags", 3);
const Axis kIp{"ip", {"v4", "v6"}};

// The bin of a length is the number of these limits that it reaches.
constexpr std::size_t kLimits[] = {model::kMinFrame, model::kMinFrame + 1, model::kPadFrame, 1519,
                                   model::kMaxFrame, model::kMaxFrame + 1};

Cross lengths() {
  return {"port.lengths",
          {{"bytes", {"below 14", "14", "15..59", "60..1518", "1519..9599", "9600", "above 9600"}},
           {"flag", {"good", "bad"}},
           kWidth}};
}

constexpr Outcome kCompared[] = {Outcome::kUpdated, Outcome::kEqual, Outcome::kLessSevere};

/// A minimum signal is the more severe the lower its bucket is; delay the higher.
bool is_minimum(unsigned signal) { return signal != static_cast<unsigned>(model::Signal::kDelay); }

Cross compared() {
  Cross cross("csig.compared", {{"signal", {"abw", "abw/c", "delay"}},
                                numbered("local bucket", model::kBuckets),
                                {"outcome", {"updated", "equal", "less severe"}},
                                kVlans,
                                kIp,
                                kWidth});
  const unsigned last = model::kBuckets - 1;
  cross.unreachable("the least severe bucket is never more severe than the tag's", [=](Bin bin) {
    return bin[2] == 0 && bin[1] == (is_minimum(bin[0]) ? last : 0);
  });
  cross.unreachable("the most severe bucket is never less severe than the tag's", [=](Bin bin) {
    return bin[2] == 2 && bin[1] == (is_minimum(bin[0]) ? 0 : last);
  });
  return cross;
}

constexpr Outcome kTagged[] = {Outcome::kUnsupported, Outcome::kDSet, Outcome::kPassed,
                               Outcome::kStripped};

Cross tagged() {
  Cross cross("csig.tagged", {{"outcome", {"unsupported", "d set", "passed", "stripped"}},
                              numbered("signal type", 8),
                              kVlans,
                              kIp,
                              kWidth});
  cross.unreachable("types 0 to 2 are supported",
                    [](Bin bin) { return bin[0] == 0 && bin[1] < model::kSignals; });
  cross.unreachable("the type is looked at before the d bit",
                    [](Bin bin) { return bin[0] == 1 && bin[1] >= model::kSignals; });
  return cross;
}

constexpr Outcome kUntouched[] = {Outcome::kNone, Outcome::kTruncated, Outcome::kVlanAfter,
                                  Outcome::kNonIp, Outcome::kForeignTpid};

Cross untouched() {
  return {
      "csig.untouched",
      {{"outcome", {"none", "truncated", "vlan after", "non ip", "foreign tpid"}}, kVlans, kWidth}};
}

/// The place of `outcome` in `list`, or its length.
template <std::size_t kSize>
unsigned find(const Outcome (&list)[kSize], Outcome outcome) {
  unsigned i = 0;
  while (i < kSize && list[i] != outcome) ++i;
  return i;
}

/// Bin of the IP version of a frame that held a CSIG tag in front of IP.
unsigned ip_version(const model::Departure& d) {
  const std::size_t tag = d.outcome == Outcome::kStripped ? 0 : model::kTagBytes;
  return model::load16(d.bytes, d.tag_offset + tag) == model::kEtherIpv6 ? 1 : 0;
}

}  // namespace

PortPoints::PortPoints(unsigned bus_bytes)
    : width_(static_cast<unsigned>(std::countr_zero(bus_bytes)) - 3),
      lengths_(Crosses::of_process().declare("port.lengths", lengths)),
      compared_(Crosses::of_process().declare("csig.compared", compared)),
      tagged_(Crosses::of_process().declare("csig.tagged", tagged)),
      untouched_(Crosses::of_process().declare("csig.untouched", untouched)) {}

void PortPoints::count_arrival(std::size_t length, bool bad) {
  unsigned bin = 0;
  for (const std::size_t limit : kLimits) bin += length >= limit ? 1 : 0;
  lengths_->sample({bin, bad ? 1U : 0U, width_});
}

void PortPoints::count_departure(const model::Departure& d) {
  const auto vlans = static_cast<unsigned>((d.tag_offset - model::kMacBytes) / model::kVlanBytes);
  if (model::is_compared(d.outcome)) {
    compared_->sample(
        {d.signal, d.bucket_local, find(kCompared, d.outcome), vlans, ip_version(d), width_});
  } else if (const unsigned bin = find(kUntouched, d.outcome); bin < std::size(kUntouched)) {
    untouched_->sample({bin, vlans, width_});
  } else {
    tagged_->sample({find(kTagged, d.outcome), d.signal, vlans, ip_version(d), width_});
  }
}

}  // namespace sluice::coverage
