#!/bin/sh
# Runs once, when the database is created: the two users that docs/database.md describes, with the passwords of the secrets.
set -eu
password() { sed 's|^[^:]*://[^:]*:\([^@]*\)@.*|\1|' "/run/secrets/$1"; }
psql -v ON_ERROR_STOP=1 -v owner="$(password owner_url)" -v server="$(password server_url)" --username postgres <<'SQL'
create role weft_app nologin;
create role weft_system nologin;
create role weft_owner login password :'owner';
create role weft_server login noinherit password :'server';
grant weft_app, weft_system to weft_owner, weft_server;
create database weft owner weft_owner encoding 'UTF8' template template0;
SQL
