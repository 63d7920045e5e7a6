# Sourced, never run, by the commands of bin/ and apps/server/bin/weft. They set `root` to the checkout first.

say() { printf 'weft: %s\n' "$*" >&2; }

# Sets `node` to a Node of major 24 or later: the one pinned by package-lock.json, else the one on PATH.
find_node() {
  for node in "$root/node_modules/.bin/node" "$(command -v node)"; do
    [ -x "$node" ] || continue
    major=$("$node" --version 2>/dev/null) || continue
    major=${major#v}
    [ "${major%%.*}" -ge 24 ] && return
  done
  if [ -e "$root/node_modules/.package-lock.json" ]; then
    say "Node 24 or later is needed. None is packaged for $(uname -s) $(uname -m): install it and put it on PATH."
  else
    say "the dependencies are not installed. Run 'npm install --no-save' in $root first."
  fi
  exit 1
}

# Sets `server_flags`. A young generation of 4 MB instead of 16 spares 15 MB, and bench/ found no request slower for it. glibc keeps freed
# memory in two places for all threads instead of one for each: 3 to 6 MB. Compiled code is kept between two starts: the second is faster,
# and never loads what strips types.
prepare_server() {
  NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE-$root/node_modules/.cache/node}
  export NODE_COMPILE_CACHE
  export MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX-2}
  server_flags=--max-semi-space-size=4
}

# Runs when node_modules is missing, was left half installed, or is older than the lockfile.
install_dependencies() {
  installed=$root/node_modules/.package-lock.json
  if [ ! -e "$installed" ]; then
    why='they are not installed here yet'
  elif [ -n "$(find "$root/package-lock.json" -newer "$installed")" ]; then
    why='package-lock.json is newer than node_modules'
  else
    return 0
  fi
  say "installing the locked dependencies with npm, because $why (about a minute)"
  # npm ci refuses a lockfile that leaves out another platform's optional package, as this one does. --no-save installs the
  # same locked versions and leaves the lockfile as it is. And npm puts node_modules/.bin on PATH: the Node in there is about to be
  # replaced and must not run npm.
  (
    PATH=$(printf '%s' "$PATH" | tr ':' '\n' | grep -v '/node_modules/\.bin$' | paste -s -d ':' -)
    cd "$root" && npm install --no-save --no-audit --no-fund --loglevel=error </dev/null >&2
  ) || { say 'npm install failed, see above'; exit 1; }
  # npm leaves this file alone when it finds nothing to change.
  touch "$installed"
}

# What browser tests and pictures need beyond npm. Without a Chromium the tests are skipped, with a line that says so.
# A Chromium with a window does too, but takes half as long again.
install_browser() {
  packages=
  [ -n "${CHROMIUM-}" ] || command -v chromium-headless-shell >/dev/null || packages='chromium-headless-shell'
  [ -n "$(fc-list :lang=zh 2>/dev/null)" ] || packages="$packages fonts-noto-cjk"
  [ -n "$packages" ] || return 0
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    say "installing with apt-get, because the browser needs them:" $packages
    apt-get update -qq </dev/null >&2 &&
      DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $packages </dev/null >&2 ||
      say 'apt-get failed, see above: the browser tests need a Chromium and a font with Chinese characters'
  else
    say 'the browser tests need these, please install them by hand:'
    case $packages in *chromium*) say '  Chromium on PATH, or its path in CHROMIUM  (Debian: apt install chromium-headless-shell)' ;; esac
    case $packages in *fonts*) say '  a font with Chinese characters             (Debian: apt install fonts-noto-cjk)' ;; esac
  fi
}

# Installs packages of Debian, none of whose services starts. $1: what needs them; the others are the packages. Elsewhere, or without root,
# it says what is missing, and what needs them tells what it could not do.
install_packages() {
  needing=$1
  shift
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    say "$needing need these, please install them by hand  (Debian: apt install $*)"
    return 0
  fi
  say "installing with apt-get, because $needing need them: $*"
  policy=/usr/sbin/policy-rc.d
  former=
  [ ! -e "$policy" ] || { former=$(mktemp) && cp -p "$policy" "$former"; }
  # A file that is removed first is written anew even where the former one is a link.
  rm -f "$policy"
  printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy"
  apt-get update -qq </dev/null >&2 && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@" </dev/null >&2 ||
    say "apt-get failed, see above: $needing are skipped"
  rm -f "$policy"
  [ -z "$former" ] || { cp -p "$former" "$policy" && rm -f "$former"; }
}

# What the server's tests start by themselves: a real OpenLDAP, as a directory, a real NATS, as one form of the bus, and Prometheus's promtool,
# which tries the alerts. Without them those tests are skipped, with a line that says so (apps/server/test/lacks.ts).
install_services() {
  [ -x /usr/sbin/slapd ] && { [ -x /usr/sbin/nats-server ] || command -v nats-server >/dev/null; } && command -v promtool >/dev/null && return 0
  install_packages 'the tests of directories, NATS and alerts' slapd nats-server prometheus
}

# What real tunnels between namespaces need. Without it, or without root, those tests are skipped with a line that says why.
install_tunnels() {
  [ "$(id -u)" -eq 0 ] && [ -c /dev/net/tun ] && command -v apt-get >/dev/null || return 0
  command -v openvpn >/dev/null && command -v nft >/dev/null && command -v ping >/dev/null && [ -x /usr/lib/frr/bgpd ] &&
    [ -x /usr/lib/frr/frr-reload.py ] && return 0
  install_packages 'the tests of real tunnels' openvpn frr frr-pythontools nftables iproute2 iputils-ping procps
}
