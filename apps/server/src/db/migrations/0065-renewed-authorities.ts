import { type Kysely, sql } from 'kysely'

/** The certificate that the authority of a network had before it was renewed, when what its members trust ends, and turns for certificates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
-- Of the same key as the present one: members may still trust it, until it ends.
alter table network_authority add column former_certificate text;
-- Of the certificate of the authority that ends first and may still be trusted; null until a job has looked at it.
alter table network_authority add column expire_time timestamptz;
-- True for a new certificate: nobody reports when its tunnels have restarted.
alter table center_turn add column ends_by_itself boolean not null default false;
`
