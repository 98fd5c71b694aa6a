#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# setup.sh [GROUP...]
# Installs what Sluice needs: Debian packages (scripts/apt-packages.txt, and apt-packages-GROUP.txt of each
# group named) and a Python virtual environment .venv with pinned tools (scripts/requirements.txt,
# constraints.txt). Safe to call every time: it does nothing when the lists have not changed. Asks
# nothing, starts no service.
set -euo pipefail
cd "$(dirname "$0")/.."

lists=(scripts/apt-packages.txt)
stamp=.venv/.setup-done
for group in "$@"; do
  list=scripts/apt-packages-$group.txt
  [ -f "$list" ] || { echo "setup: group '$group': no file $list" >&2; exit 2; }
  lists+=("$list")
  stamp=$stamp-$group
done
key=$(cat scripts/setup.sh "${lists[@]}" scripts/requirements.txt scripts/constraints.txt | sha256sum | cut -d' ' -f1)
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$key" ]; then exit 0; fi

die() { echo "setup: $*" >&2; exit 2; }
log=$(mktemp)
policy=
trap 'rm -f "$log"; [ -z "$policy" ] || "${sudo[@]}" rm -f "$policy"' EXIT
quiet() {
  if ! "$@" >"$log" 2>&1; then tail -n 20 "$log" >&2; die "failed: $*"; fi
}

sudo=()
if [ "$(id -u)" != 0 ]; then sudo=(sudo -n); fi

mapfile -t want < <(sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "${lists[@]}")
missing=()
for p in "${want[@]}"; do
  dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || missing+=("$p")
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "setup: installing ${#missing[@]} Debian packages" >&2
  command -v apt-get >/dev/null || die "no apt-get here; install by hand: ${missing[*]}"
  if [ "$(id -u)" != 0 ] && ! sudo -n true 2>/dev/null; then
    die "need root or passwordless sudo to install: ${missing[*]}"
  fi
  # Some of the packages bring a service: none is started, unless the machine has a policy of its own.
  if [ ! -e /usr/sbin/policy-rc.d ]; then
    policy=/usr/sbin/policy-rc.d
    printf '#!/bin/sh\nexit 101\n' | "${sudo[@]}" tee "$policy" >/dev/null
    "${sudo[@]}" chmod 755 "$policy"
  fi
  quiet "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update
  quiet "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "${missing[@]}"
fi

echo "setup: Python tools into .venv" >&2
[ -x .venv/bin/pip ] || quiet python3 -m venv .venv
quiet .venv/bin/pip install --disable-pip-version-check -q -r scripts/requirements.txt -c scripts/constraints.txt
echo "$key" >"$stamp"
