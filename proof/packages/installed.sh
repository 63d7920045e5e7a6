# Runs in a booted machine, as root: the life of the Debian package /root/weft.deb. Prints `ok` or `failed` for each step, and `end`.
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
unit() { [ "$(systemctl show --value -p "$2" "$1")" = "$3" ] || { systemctl status --no-pager "$1"; return 1; }; }
answers() { curl -sf "http://127.0.0.1:$1" | grep -q "$2"; }
ready() { within 120 answers 9090/readyz '"database":"ok"'; }
said() { journalctl --no-pager -u "$1" | grep -q "$2"; }
mode() { [ "$(stat -c '%a %U:%G' "$1")" = "$2" ] || { stat "$1"; return 1; }; }

dpkg -i /root/weft.deb >/root/installed 2>&1
step 'the installation says the next step' grep -q 'systemctl enable --now weft' /root/installed
step 'it makes a secret that root and weft may read' mode /etc/weft/secret '640 root:weft'
step 'it does not start by itself' unit weft.service ActiveState inactive
secret=$(cat /etc/weft/secret)
step 'its exposure is below 2 of 10' systemd-analyze security --no-pager --threshold=20 weft.service weft@api.service weft-migrate.service
systemctl enable --now weft
step 'it becomes ready, with its own PostgreSQL' ready
step 'it serves the console' answers 8080/ 'class="weft"'
step 'it serves the desk' answers 8081/ 'class="weft"'
pid=$(systemctl show --value -p MainPID weft.service)
step 'it runs as the user weft' [ "$(ps -o user= -p "$pid")" = weft ]
version=$(dpkg-query -f '${Version}' -W weft)
step 'it calls itself by the version of its package' [ "$(weft --version)" = "$version" ]
step '/healthz says the version' answers 8080/healthz "\"version\":\"$version\""
weft doctor >/root/doctor 2>&1
step 'weft doctor has the settings of the service' grep -q '^ok *secret: it opens what is sealed' /root/doctor
step 'weft doctor finds no fault but the missing backup' not grep -q '^wrong *[^ b]' /root/doctor
cd /root
step 'weft backup writes a file' weft backup first.backup
step 'the file is in the data folder' [ -s /var/lib/weft/first.backup ]
step 'weft-migrate.service ends in order beside it' systemctl start weft-migrate.service
systemctl start weft@api.service
step 'a role without DATABASE_URL is refused' within 60 unit weft@api.service ExecMainStatus 1
step 'a refusal is not repeated' unit weft@api.service NRestarts 0
step 'the refusal names the setting' said weft@api.service 'DATABASE_URL must be set with WEFT_ROLES=api'
kill -ABRT "$pid"
step 'it is started again after a crash' within 30 unit weft.service NRestarts 1
step 'it is ready again' ready
systemctl stop weft
step 'it ends in order' unit weft.service Result success
dpkg -r weft >/root/removed 2>&1
step 'a removal takes the program' not [ -e /usr/lib/weft ]
step 'a removal leaves the database' [ -d /var/lib/weft/postgres ]
step 'a removal leaves the secret' [ "$(cat /etc/weft/secret)" = "$secret" ]
dpkg -i /root/weft.deb >/root/installed 2>&1
systemctl enable --now weft
step 'it serves the same data after a new installation' ready
step 'nothing was migrated again' not sh -c "journalctl --no-pager -u weft -n 40 | grep -q 'migrations: 0001'"
dpkg -i /root/weft.deb >/root/installed 2>&1
step 'an update leaves it running' unit weft.service ActiveState active
step 'an update says that it needs a restart' grep -q 'systemctl restart weft' /root/installed
dpkg -P weft >/root/purged 2>&1
step 'a purge stops it' unit weft.service ActiveState inactive
step 'a purge takes everything' not ls -d /var/lib/weft /var/cache/weft /etc/weft /usr/lib/weft
echo end
systemctl start --no-block poweroff.target
