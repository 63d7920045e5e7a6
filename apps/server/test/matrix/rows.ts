import { Client } from 'pg'

/** Reads a database as the owner of its schema, whom no row is hidden from. */
export async function openAsKeeper(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const parts = tables.map(
    ({ name }) => `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash
      from ${name} t where account_id = $1`,
  )
  return {
    client,
    /** The tables that hold rows of accounts. */
    tables: tables.map(({ name }) => name),
    /** One hash a table over every row of an account, so that a difference names its table. */
    async rowsOf(account_id: number): Promise<Record<string, string>> {
      const { rows } = await client.query<{ name: string; hash: string }>(parts.join(' union all '), [account_id])
      return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
    },
    close: () => client.end(),
  }
}
export type Keeper = Awaited<ReturnType<typeof openAsKeeper>>
