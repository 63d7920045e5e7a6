import { Client } from 'pg'

/** Opens a database as the owner of its schema, from whom no row is hidden. */
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
    /** Returns one hash for each table over every row of an account, so that a difference names its table. */
    async rowsOf(account_id: number): Promise<Record<string, string>> {
      const { rows } = await client.query<{ name: string; hash: string }>(parts.join(' union all '), [account_id])
      return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
    },
    /** Records from now on which rows of accounts are written, for `watch`. A row that is written without a change does not count. */
    async noteWrites(): Promise<void> {
      await client.query(`
        create table written_row (id bigserial primary key, account_id bigint, name text);
        create function note_written() returns trigger language plpgsql security definer set search_path = public as $$
        begin
          if tg_op = 'UPDATE' then
            if old is not distinct from new then return null; end if;
          end if;
          if tg_op <> 'INSERT' then insert into written_row (account_id, name) values (old.account_id, tg_table_name); end if;
          if tg_op <> 'DELETE' then insert into written_row (account_id, name) values (new.account_id, tg_table_name); end if;
          return null;
        end $$;
        ${tables.map(({ name }) => `create trigger zz_note_written after insert or update or delete on ${name} for each row execute function note_written();`).join('\n')}`)
    },
    /** Returns a function that names the tables in which rows of an account were written since. Call `noteWrites` first. */
    async watch(account_id: number): Promise<() => Promise<string[]>> {
      const { rows } = await client.query<{ last: string }>('select coalesce(max(id), 0) as last from written_row')
      return async () => {
        const written = await client.query<{ name: string }>(
          'select distinct name from written_row where id > $1 and account_id = $2 order by name',
          [rows[0]!.last, account_id],
        )
        return written.rows.map(({ name }) => name)
      }
    },
    close: () => client.end(),
  }
}
export type Keeper = Awaited<ReturnType<typeof openAsKeeper>>
