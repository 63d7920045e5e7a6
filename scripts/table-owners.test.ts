import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { checkOwners, type Exception, exceptions, MOST_EXCEPTIONS, type NamedAtRunTime } from './table-owners.ts'

const trees: string[] = []
afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true })
})

const server = 'apps/server/src'
const device = `${server}/domains/member/device/device.queries.ts`
const ops = `${server}/ops/device.queries.ts`
const owning = `db.insertInto('device').values(row)`
const schema = `interface Device { name: string }
export interface MemberTables {
  device: Device
  member: Device
}
`

/** Checks a server with these files, whose schema has the tables `device` and `member`. */
function check(files: Record<string, string>, { allowed = [], named = {} }: { allowed?: Exception[]; named?: NamedAtRunTime } = {}) {
  const root = mkdtempSync(path.join(tmpdir(), 'table-owners-'))
  trees.push(root)
  for (const [file, text] of Object.entries({ [`${server}/db/schema/member.ts`]: schema, ...files })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return checkOwners(root, { allowed, named })
}

const secondWriter = 'device is written by 2 rooms: member/device (domains/member/device/device.queries.ts) and ops (ops/device.queries.ts)'

describe('a second room that writes a table', () => {
  it.each([
    `db.insertInto('device').values(row)`,
    `db.updateTable('device as d').set(row)`,
    `db.deleteFrom('device')`,
    'sql`insert into device (name) values (${name})`',
    "sql<Row>`update device set name = ''`",
    'sql`update only device d set name = ${name}`',
    'sql`delete\n  from "device" where name = ${name}`',
    'sql`merge into device using given on true`',
    'sql`truncate table device`',
    'sql`with gone as (delete from device returning name) select name from gone`',
    "sql.raw('update device set name = 1')",
    'client.query(`copy device (name) from stdin`)',
  ])('is reported: %s', (statement) => {
    expect(check({ [device]: owning, [ops]: statement }).problems).toEqual([secondWriter])
  })
})

it.each([
  'sql`select name from device for update`',
  'sql`select name from device for no key update of device`',
  'sql`insert into member (name) values (1) on conflict do update set name = (select name from device)`',
  'sql`copy device to stdout`',
  `db.selectFrom('device').forUpdate()`,
  `client.query('delete from graphile_worker._private_jobs')`,
])('a room that only reads tables of the schema is not reported: %s', (statement) => {
  expect(check({ [device]: owning, [ops]: statement }).problems).toEqual([])
})

it('several files of one room may write a table, and so may tests and migrations', () => {
  const { problems, owners } = check({
    [device]: owning,
    [`${server}/domains/member/device/stock.queries.ts`]: owning,
    [`${server}/ops/device.test.ts`]: owning,
    [`${server}/db/migrations/0001.ts`]: owning,
  })
  expect(problems).toEqual([])
  expect([...owners]).toEqual([['device', 'member/device']])
})

describe('the check of statements', () => {
  it.each(['db.insertInto(table)', 'sql`update ${table} set name = 1`', 'sql.raw(text)', 'client.query(text)'])(
    'reports one made at run time: %s',
    (statement) => {
      expect(check({ [ops]: statement }).problems).toEqual([
        'ops/device.queries.ts names its table or makes its SQL at run time: list the tables that it writes in namedAtRunTime',
      ])
      const named = { 'ops/device.queries.ts': ['device'] }
      expect(check({ [ops]: statement }, { named }).problems).toEqual([])
      expect(check({ [ops]: statement, [device]: owning }, { named }).problems).toEqual([secondWriter])
    },
  )

  it('reports one that writes a table outside of the schema', () => {
    expect(check({ [ops]: 'sql`update router set name = 1`' }).problems).toEqual([
      'ops/device.queries.ts writes router, which is no table of the schema',
    ])
  })

  it('reports a file that is listed as naming tables at run time but does not', () => {
    expect(check({ [device]: owning }, { named: { 'ops/device.queries.ts': ['device'] } }).problems).toEqual([
      'ops/device.queries.ts names and makes nothing at run time: take it out of namedAtRunTime',
    ])
  })
})

describe('an exception', () => {
  const exception: Exception = { room: 'ops', tables: ['device'], reason: 'a reason' }

  it('lets a second room write, and the table keeps its owner', () => {
    const { problems, owners } = check({ [device]: owning, [ops]: owning }, { allowed: [exception] })
    expect(problems).toEqual([])
    expect(owners.get('device')).toBe('member/device')
  })

  it.each([
    ['the room does not write the table', { [device]: owning }],
    ['no other room writes it', { [ops]: owning }],
  ])('is reported if %s', (_, files) => {
    expect(check(files, { allowed: [exception] }).problems).toEqual(['ops needs no exception for device'])
  })

  it(`is refused beyond ${MOST_EXCEPTIONS}`, () => {
    const allowed = Array.from({ length: MOST_EXCEPTIONS + 1 }, () => ({ ...exception, tables: [] }))
    expect(check({}, { allowed }).problems).toEqual(['there are 6 exceptions, 5 are allowed'])
  })
})

it('every table of the server has one owner', () => {
  const { problems, owners } = checkOwners(path.resolve(import.meta.dirname, '..'))
  expect(problems).toEqual([])
  expect(owners.get('member')).toBe('member/member')
  expect(owners.get('device')).toBe('member/device')
  expect(exceptions.every(({ reason }) => reason.endsWith('.'))).toBe(true)
})
