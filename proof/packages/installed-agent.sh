# Runs in a booted machine, as root: the life of the agent's Debian package /root/weft.deb. Prints `ok` or `failed` for each step, and `end`.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin

# step NAME COMMAND...: says whether the command did what it should, and what it said if not.
step() {
  name=$1
  shift
  if "$@" >/root/step 2>&1; then echo "ok $name"; else echo "failed $name: $(tail -n 4 /root/step | tr '\n' ' ')"; fi
}
not() { ! "$@"; }
# within SECONDS COMMAND...: waits until the command succeeds.
within() {
  end=$(($(date +%s) + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$(date +%s)" -lt "$end" ] || { "$@" || return 1; }
    sleep 0.2
  done
}
unit() { [ "$(systemctl show --value -p "$2" weft-agent)" = "$1" ] || { systemctl status --no-pager weft-agent; return 1; }; }
agent() { systemctl show --value -p MainPID weft-agent; }

# The machine may lack what the package depends on.
install() { dpkg -i --force-depends "$1"; }
# The program of the next version names itself in its command line.
program=/root/next/usr/lib/weft-agent/agent.mjs
dpkg-deb -R /root/weft.deb /root/next
sed -i 's/^Version: .*/&.1/' /root/next/DEBIAN/control
sed -i "1i process.title = 'the next agent'" "$program"
dpkg-deb --root-owner-group -Znone --build /root/next /root/next.deb >/root/built
runs_next() { tr '\0' ' ' <"/proc/$(agent)/cmdline" | grep -q '^the next agent'; }

step 'it is installed' install /root/weft.deb
step 'it calls itself by the version of its package' [ "$(weft --version)" = "$(dpkg-query -f '${Version}' -W weft-agent)" ]
step 'it does not start by itself' unit inactive ActiveState
step 'its program is one file for each entry' [ "$(ls /usr/lib/weft-agent/*.mjs | wc -l)" = 2 ]
sed -i -e 's|^WEFT_AGENT_SERVER=.*|&https://127.0.0.1:8082|' -e 's|^WEFT_AGENT_ROUTER_NAME=.*|&SN1|' \
  -e 's|^WEFT_AGENT_ACTIVATION_CODE=.*|&2345-6789-ABCD-EFGH|' /etc/default/weft-agent
step 'it is installed again' install /root/weft.deb
step 'which does not start an agent that does not run' unit inactive ActiveState
step 'it is started' systemctl enable --now weft-agent
# Without a controller it goes on trying, and is not started again meanwhile.
step 'and runs' within 30 sh -c 'journalctl --no-pager -u weft-agent | grep -q ECONNREFUSED'
step 'and has not ended since' unit 0 NRestarts
# Stands for a tunnel: a process of the agent's user and in its unit, which outlives it.
setsid runuser -u weft-agent -- sleep 3600 &
within 10 pgrep -u weft-agent sleep
tunnel=$(pgrep -u weft-agent sleep)
echo "$tunnel" >"/sys/fs/cgroup$(systemctl show --value -p ControlGroup weft-agent)/cgroup.procs"
step 'before the upgrade it is the former program' not runs_next
step 'a newer package is installed' install /root/next.deb
step 'an upgrade starts the new program' within 30 runs_next
step 'and leaves it running' unit 0 NRestarts
step 'an upgrade leaves processes of tunnels running' kill -0 "$tunnel"
systemctl stop weft-agent
step 'a stop leaves them running too' kill -0 "$tunnel"
systemctl start weft-agent
nft 'table inet weft { }'
ip rule add to 192.0.2.1 lookup 87 pref 87
step 'it is removed' dpkg -r weft-agent
step 'a removal ends the agent and its tunnels' not pgrep -u weft-agent
step 'a removal takes the rules of the kernel' sh -c '! nft list table inet weft && [ -z "$(ip rule list pref 87)" ]'
step 'a removal leaves the state' [ -d /var/lib/weft-agent ]
step 'systemd knows its unit no longer' unit not-found LoadState
step 'it is purged' dpkg -P weft-agent
step 'a purge takes the state' [ ! -e /var/lib/weft-agent ]
echo end
systemctl start --no-block poweroff.target
