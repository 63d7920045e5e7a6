#!/bin/sh
# Makes what deploy/compose.yaml reads, once: the secrets, and .env with the console's address and the tag of the image, as docker load printed it.
#   deploy/compose/prepare.sh https://weft.example TAG
# Put certificates/console.pem, desk.pem and agents.pem, each a certificate with its key, beside this script yourself.
set -eu
here=$(CDPATH='' cd -P "$(dirname "$0")" && pwd -P)
[ $# -eq 2 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2 && exit 2; }
random() { head -c 36 /dev/urandom | base64 -w 0 | tr '+/' '-_'; }
[ -e "$here/secrets" ] && { echo "prepare.sh: $here/secrets is there already, and stays as it is" >&2 && exit 1; }
# The containers' users must be able to read the files, whoever they are here; the folder lets nobody else to them.
mkdir -m 700 "$here/secrets"
mkdir -p "$here/certificates"
cd "$here/secrets"
random >weft_secret
random >postgres_password
echo "postgres://weft_server:$(random)@database/weft" >server_url
echo "postgres://weft_owner:$(random)@database/weft" >owner_url
chmod 444 ./*
printf 'WEFT_PUBLIC_URL=%s\nIMAGE_VERSION=%s\n' "$1" "$2" >"$here/../.env"
