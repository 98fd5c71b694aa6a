// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/planted_dut.hpp"

#include <optional>
#include <utility>

namespace sluice::app {
namespace {

class PlantedDut : public tb::Dut {
 public:
  PlantedDut(std::unique_ptr<tb::Dut> design, std::uint64_t frame)
      : Dut(design->bus_bytes()), design_(std::move(design)), frame_(frame) {}

  void settle() override {
    design_->pins() = pins_;
    design_->settle();
    pins_ = design_->pins();
    if (pins_.wire.valid && first_beat_ && frames_ + 1 == frame_) plant();
  }

  void rise() override {
    if (!pins_.rst_n) {
      first_beat_ = true;
      planted_.reset();
    } else if (pins_.wire.fire()) {
      first_beat_ = pins_.wire.last;
      planted_.reset();
      if (pins_.wire.last) ++frames_;
    }
    design_->pins() = pins_;
    design_->rise();
    pins_.now = design_->pins().now;
    // A beat that waits stays what it is.
    if (planted_) design_->show_wire_data();
  }

  void open_waves(const std::filesystem::path& file) override { design_->open_waves(file); }
  void dump_waves(std::uint64_t time_ps) override { design_->dump_waves(time_ps); }
  void close_waves() override { design_->close_waves(); }

 private:
  /// While the beat waits, the design may show its own byte again, or still the planted one.
  void plant() {
    if (!planted_) planted_ = pins_.wire.data[0] ^ 1U;
    pins_.wire.data[0] = *planted_;
    design_->pins().wire.data[0] = *planted_;
    design_->show_wire_data();
  }

  std::unique_ptr<tb::Dut> design_;
  std::uint64_t frame_;
  std::uint64_t frames_ = 0;
  bool first_beat_ = true;
  std::optional<std::uint8_t> planted_;
};

}  // namespace

std::unique_ptr<tb::Dut> plant_difference(std::unique_ptr<tb::Dut> design, std::uint64_t frame) {
  return std::make_unique<PlantedDut>(std::move(design), frame);
}

}  // namespace sluice::app
