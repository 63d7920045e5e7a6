#!/bin/sh
# Bundles the agent with the node that runs it:
#   deploy/agent/build.sh tar    weft-agent_VERSION_ARCH.tar.gz, to be unpacked anywhere (a software member on Linux)
#   deploy/agent/build.sh deb    weft-agent_VERSION_ARCH.deb (a hardware member), needs dpkg-deb
#   deploy/agent/build.sh folder the folder weft-agent itself, as either of them has it
# They are written to deploy/agent/dist.
set -eu
root=$(CDPATH='' cd -P "$(dirname "$0")/../.." && pwd -P)
here=$root/deploy/agent
. "$root/deploy/package.sh"
asked=${1-}
begin weft-agent agent folder tar deb

# What runs, in one folder: the agent, the check of logins that OpenVPN calls, the one native module and node.
lib=$work/weft-agent
mkdir -p "$lib/node_modules/@node-rs"
keep_release "$lib"
# One file each: a part that is loaded later must not be missing, or of another version, once a new package was unpacked.
for part in cli:agent drivers/openvpn-frr/verify-login:verify-login; do
  "$root/node_modules/.bin/rolldown" "$root/apps/agent/src/${part%:*}.ts" --platform node --format esm --external @node-rs/argon2 \
    --dir "$lib" --entry-file-names "${part#*:}.mjs" --no-codeSplitting --minify --log-level warn
done
cp -R "$root"/node_modules/@node-rs/argon2 "$root"/node_modules/@node-rs/argon2-linux-* "$lib/node_modules/@node-rs/"
cp "$(readlink -f "$root/node_modules/.bin/node")" "$lib/node"
cp "$here/weft" "$lib/weft"
chmod 755 "$lib/node" "$lib/weft"

case $asked in
  folder) write_folder ;;
  tar) write_tar ;;
  deb)
    tree=$work/tree
    mkdir -p "$tree/DEBIAN" "$tree/usr/lib" "$tree/usr/bin" "$tree/lib/systemd/system" "$tree/etc/default" "$tree/usr/share/doc/weft-agent"
    mv "$lib" "$tree/usr/lib/"
    ln -s ../lib/weft-agent/weft "$tree/usr/bin/weft"
    cp "$here/weft-agent.service" "$tree/lib/systemd/system/"
    cp "$root/docs/agent.md" "$root/CHANGELOG.md" "$root/LICENSE" "$tree/usr/share/doc/weft-agent/"
    cp "$here/weft-agent.default" "$tree/etc/default/weft-agent"
    echo /etc/default/weft-agent >"$tree/DEBIAN/conffiles"
    install -m 755 "$here/postinst" "$here/prerm" "$here/postrm" "$tree/DEBIAN/"
    # Both have the command weft.
    write_deb 'openvpn (>= 2.6), frr (>= 8.4), frr-pythontools, nftables, iproute2, iputils-ping, procps, util-linux, adduser, libc6' weft 'Weft agent
 Runs a member'"'"'s part of its networks: tunnels by OpenVPN, routes by FRR.'
    ;;
esac
echo "$out"
