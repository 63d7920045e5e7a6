import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, it } from 'vitest'
import { migrations } from './migrate.ts'
import type { Locks, Step } from './migration-step.ts'
import { rowWorkOf } from './migration-rows.ts'

const saying = (text: string): Migration => ({ up: async (db) => void (await sql.raw(text).execute(db)) })

it.each<[string, Record<string, string>]>([
  ['update a set b = 1', { a: 'changed' }],
  ['with old as (select 1) update only a set b = 1 from old', { a: 'changed' }],
  ['delete from a where b < now()', { a: 'changed' }],
  ['do $$ begin\n  update a set b = 1;\nend $$', { a: 'changed' }],
  ['alter table a alter column b type bigint', { a: 'changed' }],
  ['create unique index c on a (b)', { a: 'read' }],
  ['insert into c (b) select b from a', { a: 'read' }],
  ['alter table a add constraint c check (b > 0)', { a: 'read' }],
  ['alter table a alter column b set not null', { a: 'read' }],
  ['alter table a validate constraint c; update a set b = 1', { a: 'changed' }],
  ['alter table a add constraint c check (b > 0) not valid', {}],
  ['alter table a add column b text -- update a set b = 1', {}],
  ['create function f() returns trigger language plpgsql as $$ begin update a set b = 1; end $$', {}],
  ['create trigger t after insert or update on a for each row execute function f()', {}],
  ['create trigger t after update of b on a for each row execute function f()', {}],
  ['create table c (b bigint primary key); insert into c values (1)', {}],
  ['insert into c values (1) on conflict (b) do update set b = 2', {}],
])('%s works through the rows of %o', async (text, work) => {
  expect(await rowWorkOf(saying(text))).toEqual(work)
})

/** Returns the tables in which a migration changes rows that may be many, and gives no reason why they are few. */
async function unbounded(step: Step, locks: Locks): Promise<string[]> {
  const work = await rowWorkOf(step)
  return Object.keys(work).filter((table) => work[table] === 'changed' && table in locks && !((step.few?.[table]?.length ?? 0) > 20))
}

it('a migration leaves many rows to a job, or says of each table why those that it changes are few', async () => {
  const change = saying('update account set sign = sign; create table c (b int); update c set b = 1')
  const locks = { account: 'access exclusive' }
  expect(await unbounded(change, locks)).toEqual(['account'])
  expect(await unbounded({ ...change, few: { account: 'few' } }, locks)).toEqual(['account'])
  expect(await unbounded({ ...change, few: { account: 'an installation has some thousand accounts at most' } }, locks)).toEqual([])

  // Those before cannot be changed any more.
  const bounded = Object.entries(migrations.steps).filter(([name]) => name >= '0070')
  const found = await Promise.all(bounded.map(async ([name, step]) => [name, await unbounded(step, migrations.locks[name] ?? {})]))
  expect(found.filter(([, tables]) => tables!.length > 0)).toEqual([])
})
