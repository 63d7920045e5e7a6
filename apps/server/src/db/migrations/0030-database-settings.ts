import { type Kysely, sql } from 'kysely'

/** Keeps PostgreSQL from compiling (JIT) the functions that cut words for the searches, whoever calls them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SETTINGS).execute(db)
}

const SETTINGS = /* sql */ `
-- The planner takes each of the three sets in weft_grams for a thousand rows, finds the sum costly, and compiles it at every call:
-- 80 ms in place of 0.04. Set on the functions, it holds for autovacuum and for every tool as well, and needs no right but the owner's.
-- The cost is what they take against one operator, 0.04 ms and 0.01 ms; rows are not estimated, since each returns one array.
alter function weft_grams(text, text) cost 4000 set jit = off;
alter function weft_gram_query(text, text) cost 1000 set jit = off;
-- For all else that is not a connection of the program. Its owner may; another user is told at the start.
do $$ begin
  execute format('alter database %I set jit = off', current_database());
exception when insufficient_privilege then null;
end $$;
`
