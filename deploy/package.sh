# Sourced, never run, by deploy/agent/build.sh and deploy/server/build.sh, which set `root` to the checkout first.

# begin NAME APP KIND... reads the kind of package from `asked`, the build's argument, which must be one of KIND.
# Sets `name`, `arch` (as Debian calls it), `dist`, where packages go, and `work`, a folder that is removed at the end.
# Its umask lets everybody read what is built, whoever builds it.
begin() {
  name=$1 app=$2
  shift 2
  case " $* " in *" ${asked:-none} "*) ;; *) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;; esac
  arch=$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/')
  dist=$root/deploy/$app/dist
  umask 022
  work=$(mktemp -d)
  chmod 755 "$work"
  trap 'rm -rf "$work"' EXIT
  mkdir -p "$dist"
}

# keep_release FOLDER sets `version` to what the programs of this checkout call themselves, and has those in FOLDER call themselves so.
keep_release() {
  version=$("$root/apps/server/bin/weft" --version)
  echo "$version" >"$1/RELEASE"
}

# write_folder writes the folder $work/NAME as it is.
write_folder() {
  out=$dist/$name
  rm -rf "$out"
  mv "$work/$name" "$out"
}

# write_tar writes it as NAME_VERSION_ARCH.tar.gz.
write_tar() {
  out=$dist/${name}_${version}_$arch.tar.gz
  tar -C "$work" --owner=0 --group=0 -czf "$out" "$name"
}

# write_deb DEPENDS CONFLICTS DESCRIPTION writes the tree $work/tree as a Debian package; its DEBIAN holds everything but `control`.
write_deb() {
  out=$dist/${name}_${version}_$arch.deb
  cat >"$work/tree/DEBIAN/control" <<CONTROL
Package: $name
Version: $version
Architecture: $arch
Maintainer: Weft <weft@localhost>
Section: net
Priority: optional
Depends: $1
Conflicts: $2
Description: $3
CONTROL
  dpkg-deb --root-owner-group -Zzstd -z3 --build "$work/tree" "$out" >/dev/null
}
