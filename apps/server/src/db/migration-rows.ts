import type { Migration } from 'kysely/migration'
import { statementsOf } from './migration-checksum.ts'

/** The tables whose rows a migration writes or deletes (`changed`), or reads all of (`read`). */
export type RowWork = Record<string, 'changed' | 'read'>

/** Returns the tables whose rows a migration changes or reads: the larger they are, the longer it takes. */
export async function rowWorkOf(migration: Migration): Promise<RowWork> {
  const work: RowWork = {}
  const note = (table: string | undefined, what: 'changed' | 'read') => {
    if (table !== undefined && work[table] !== 'changed') work[table] = what
  }
  for (const statement of (await statementsOf(migration)).flatMap(partsOf)) {
    for (const [, table] of statement.matchAll(CHANGED)) note(table, 'changed')
    for (const [, table] of statement.matchAll(INDEXED)) note(table, 'read')
    if (/^insert into\b/.test(statement)) for (const [, table] of statement.matchAll(/\bfrom (?:only )?(\w+)/g)) note(table, 'read')
    const [, altered] = /^alter table (?:if exists )?(?:only )?(\w+)/.exec(statement) ?? []
    if (altered !== undefined && REWRITES.test(statement)) note(altered, 'changed')
    else if (altered !== undefined && CHECKS.test(statement) && !/\bnot valid\b/.test(statement)) note(altered, 'read')
  }
  return work
}

/** `update` is also a word of triggers, locks and references. */
const CHANGED =
  /(?<!\b(?:on|for|do|before|after|or|key|of) )\b(?:update(?: only)?|delete from(?: only)?|truncate(?: table)?) (?!set\b|of\b|on\b)(\w+)/g
const INDEXED = /\bcreate (?:unique )?index (?:concurrently )?(?:if not exists )?\w+ on (?:only )?(\w+)/g
const REWRITES = /\balter (?:column )?\w+ (?:set data )?type\b|\bgenerated always as \(.*\) stored\b/
const CHECKS =
  /\bset not null\b|\bvalidate constraint\b|\badd (?:constraint \w+ )?(?:check|foreign key|unique|primary key)\b|\breferences\b/

/** Returns the statements of a text in small letters, without comments and without the bodies of functions, which nobody runs yet. */
function partsOf(text: string): string[] {
  const plain = text
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()
  const withoutFunctions = plain.replace(/\bcreate (?:or replace )?function\b.*?\bas (\$\w*\$).*?\1/g, '')
  return withoutFunctions.split(';').map((part) => part.trim())
}
