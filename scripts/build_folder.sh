#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/build_folder.sh make FOLDER   makes a build folder, marked as one that may be removed again; one that is
#                                       there must be empty or a build folder already
# scripts/build_folder.sh clean FOLDER  removes the build folders of this tree that have fixed names, and FOLDER
#                                       where it has the mark. Exit status: 2 where it has not.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$(pwd -P)
mark=.made-by-sluice
verb=${1:?} folder=${2:?}
case $folder in /*) ;; *) folder=./$folder ;; esac
die() { echo "make: BUILD=$folder: $*" >&2; exit 2; }

place=$(realpath -m -- "$folder")
case $root/ in "${place%/}"/*) die "holds the sources, expected a folder for a build alone" ;; esac

case $verb in
make)
  if [ -e "$folder" ] && [ ! -d "$folder" ]; then die "is no folder"; fi
  if [ ! -d "$folder" ] || [ -z "$(ls -A -- "$folder")" ]; then
    mkdir -p -- "$folder" || die "cannot be made"
    : >"$folder/$mark"
  elif [ ! -e "$folder/$mark" ] && [ ! -e "$folder/CMakeCache.txt" ] && [ "$place" != "$root/build" ]; then
    die "is neither empty nor a build folder, expected one of the two"
  fi
  ;;
clean)
  rm -rf build build-sanitize build-fuzz build-coverage build-mutate
  [ -e "$folder" ] || exit 0
  [ -e "$folder/$mark" ] || die "was not made by make, so it stays: remove it by hand"
  rm -rf -- "$place"
  ;;
*) die "found '$verb', expected make or clean" ;;
esac
