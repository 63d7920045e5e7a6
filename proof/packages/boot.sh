# Runs a script as a service of a booted copy of this machine and prints what it says: boot.sh DIR DEB SCRIPT, in a mount namespace of its
# own. The copy is a layer over this machine's files, in memory, with no service but the journal.
set -eu
dir=$1 deb=$2 script=$3
mount -t tmpfs tmpfs "$dir"
mkdir "$dir/changes" "$dir/work" "$dir/machine"
machine=$dir/machine
mount -t overlay overlay -o "lowerdir=/,upperdir=$dir/changes,workdir=$dir/work" "$machine"
system=$machine/etc/systemd/system
rm -rf "$system"/*.wants "$machine/usr/sbin/policy-rc.d" "$machine/etc/machine-id"
: >"$machine/etc/machine-id"
mkdir -p "$system/multi-user.target.wants"
ln -sf /lib/systemd/system/multi-user.target "$system/default.target"
for wanted in "$machine"/lib/systemd/system/multi-user.target.wants/* "$machine"/lib/systemd/system/sockets.target.wants/* \
  "$machine"/lib/systemd/system/sysinit.target.wants/*; do
  unit=${wanted##*/}
  case $unit in *journal* | *tmpfiles-setup.service | *sysusers* | dbus*) ;; *) ln -sf /dev/null "$system/$unit" ;; esac
done
cp "$deb" "$machine/root/weft.deb"
cp "$script" "$machine/root/script.sh"
cat >"$system/script.service" <<UNIT
[Service]
Type=oneshot
ExecStart=/bin/sh /root/script.sh
StandardOutput=file:/root/said
StandardError=file:/root/said
TimeoutStartSec=infinity
UNIT
ln -s ../script.service "$system/multi-user.target.wants/script.service"
systemd-nspawn --quiet --register=no --keep-unit --private-network --directory="$machine" --boot --console=pipe </dev/null >"$dir/console" 2>&1 || true
cat "$machine/root/said"
tail -n 5 "$dir/console"
