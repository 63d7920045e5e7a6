import { type Kysely, sql } from 'kysely'

/** The certificate that the authority of a network had before it was renewed, and when what its members trust ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
-- Of the same key as the present one: members may still trust it, until it ends.
alter table network_authority add column former_certificate text;
-- Of the certificate of the authority that ends first and may still be trusted; null until somebody asks for the authority again.
alter table network_authority add column expire_time timestamptz;
`
