import { describe, expect, it } from 'vitest'
import {
  bindNameOf,
  createGathering,
  decide,
  type Difference,
  goesElsewhere,
  isShrunk,
  noChanges,
  snapshotText,
} from './directory.rules.ts'

const user = (uuid: string, username: string, more: object = {}) => ({ uuid, username, description: '', disabled: false, ...more })
const snapshotOf = (...pages: Parameters<ReturnType<typeof createGathering>['add']>) => {
  const gathering = createGathering()
  for (const page of pages) gathering.add(page)
  return [...gathering.parts()].flat()
}
const changesOf = (differences: Difference[]) => {
  const changes = noChanges()
  decide(changes, differences)
  return changes
}

describe('a snapshot', () => {
  const rowsOf = (users: ReturnType<typeof user>[]) => snapshotOf(users).map(({ uuid, username, problem }) => [uuid, username, problem])

  it('has each uuid once, and marks the users that cannot be imported', () => {
    expect(rowsOf([user('b', 'lisi'), user('a', 'zhangsan'), user('a', 'other'), user('c', 'x')])).toEqual([
      ['a', 'zhangsan', 'uuid'],
      ['b', 'lisi', null],
      ['c', 'x', 'name'],
    ])
  })

  it('has the users without a uuid last, in the order of their names, each under a number that no uuid is', () => {
    const rows = [
      ['a', 'lisi', null],
      ['none-2', 'posing', null],
      ['none-1', 'lisi', 'no_uuid'],
      ['none-3', 'lisi', 'no_uuid'],
      ['none-4', 'zhangsan', 'no_uuid'],
    ]
    const users = [user('', 'zhangsan'), user('none-2', 'posing'), user('', 'lisi'), user('a', 'lisi'), user('', 'lisi')]
    expect(rowsOf(users)).toEqual(rows)
    expect(rowsOf(users.toReversed())).toEqual(rows)
  })

  it('is in order, and comes in short parts, however many users have no uuid and however alike their names begin', () => {
    const name = (number: number) => `user${String(number).padStart(5, '0')}`
    const gathering = createGathering()
    // 7919 is a prime, so each number comes once.
    for (let i = 0; i < 2300; i++) gathering.add([user('', name((i * 7919) % 2300))])
    const parts = gathering.parts()
    expect(parts.next().value).toHaveLength(500)
    const rest = [...parts]
    expect(rest.map(({ length }) => length)).toEqual([500, 500, 500, 300])
    expect(rest.flat().map(({ username }) => username)).toEqual(Array.from({ length: 1800 }, (_, i) => name(i + 500)))
  })

  it('has the key of each user without a uuid made once', () => {
    const descriptions = { read: 0 }
    const users = Array.from({ length: 100 }, (_, i) => ({
      uuid: '',
      username: `user${(i * 37) % 100}`,
      disabled: false,
      get description() {
        descriptions.read += 1
        return ''
      },
    }))
    snapshotOf(users)
    // Once for the key, and once for the snapshot.
    expect(descriptions.read).toBe(200)
  })

  it('marks both of two enabled users with one name, and ignores the name of a disabled user', () => {
    const problems = (disabled: boolean) => snapshotOf([user('a', 'lisi'), user('b', 'LiSi', { disabled })]).map((one) => one.problem)
    expect(problems(false)).toEqual(['twice', 'twice'])
    expect(problems(true)).toEqual([null, null])
  })

  it('is the same in whatever order users come, and differs once anything of a user differs', () => {
    const [a, b] = [user('a', 'lisi'), user('b', 'zhangsan')]
    const textOf = (users: ReturnType<typeof user>[]) => snapshotText(snapshotOf(users))
    expect(textOf([a, b])).toBe(textOf([b, a]))
    for (const change of [{ username: 'li.si' }, { description: '李四' }, { disabled: true }])
      expect(textOf([{ ...a, ...change }, b])).not.toBe(textOf([a, b]))
  })
})

describe('a synchronisation', () => {
  const linked: Difference = {
    uuid: 'a',
    username: 'lisi',
    description: '李四',
    disabled: 0,
    problem: null,
    taken: false,
    router_name: 'lisi@2000',
    member_username: 'lisi',
    member_description: '李四',
    status: 1,
    by_directory: 0,
  }
  const nobody = { router_name: null, member_username: null, member_description: null, status: null, by_directory: null }
  const summaryOf = (more: Partial<Difference>) => {
    const { add, rename, describe: described, disable, enable, refused, vanished } = changesOf([{ ...linked, ...more }])
    return [add.length, rename.length, described.length, disable.length, enable.length, refused, vanished].join(' ')
  }

  it.each([
    ['a new user', nobody, '1 0 0 0 0 0 0'],
    ['a new user of a name that is taken', { ...nobody, taken: true }, '0 0 0 0 0 1 0'],
    ['a new user of a name that no member may have', { ...nobody, problem: 'name' }, '0 0 0 0 0 1 0'],
    ['a user who was disabled', { disabled: 1 }, '0 0 0 1 0 0 0'],
    ['a user who vanished', { username: null, description: null, disabled: null }, '0 0 0 1 0 0 1'],
    ['a user who came back', { status: 0, by_directory: 1 }, '0 0 0 0 1 0 0'],
    ['a user whom an administrator disabled', { status: 0 }, '0 0 0 0 0 0 0'],
    ['a user of another name', { username: 'li.si' }, '0 1 0 0 0 0 0'],
    ['a user whose name differs by case', { username: 'LISI' }, '0 0 0 0 0 0 0'],
    ['a user of another name that is taken', { username: 'li.si', taken: true }, '0 0 0 0 0 1 0'],
    ['a user who is described otherwise', { description: '李 四' }, '0 0 1 0 0 0 0'],
  ] as const)('makes the right changes for %s', (_, more, expected) => {
    expect(summaryOf(more)).toBe(expected)
  })

  it('keeps the suffix of a renamed member', () => {
    expect(changesOf([{ ...linked, username: 'li.si' }]).rename[0]?.to).toBe('li.si@2000')
  })
})

it.each([
  ['nobody left', 1, 1, 0, true],
  ['one of three', 3, 1, 2, false],
  ['nine of nine, others in their place', 9, 9, 9, false],
  ['ten of forty', 40, 10, 30, false],
  ['twelve of forty', 40, 12, 28, true],
  ['nobody at all', 0, 0, 0, false],
])('a directory that lost members is presumed broken or not: %s', (_, active, vanished, users, shrunk) => {
  expect(isShrunk(active, vanished, users)).toBe(shrunk)
})

it('a kept password goes elsewhere if the server, the way to it, its protection or the user changes', () => {
  const way = { router_name: null, host: 'ldap.example.com', port: 636, use_ssl: 1, use_tls: 0, ca_id: 'a', username: 'cn=admin' } as const
  expect(goesElsewhere(way, { ...way, host: 'LDAP.example.com' })).toBe(false)
  for (const change of [
    { host: 'other' },
    { router_name: 'R1' },
    { port: 389 },
    { use_ssl: 0 as const },
    { use_tls: 1 as const },
    { ca_id: 'b' },
    { username: 'cn=x' },
  ])
    expect(goesElsewhere(way, { ...way, ...change })).toBe(true)
})

describe('the name of a bind', () => {
  it.each([
    ['cn=li wei,ou=people,dc=example', 'CN = li  wei , ou="people"; DC=example', true],
    ['cn=li,dc=example', '2.5.4.3=\\6c\\69,0.9.2342.19200300.100.1.25=example', true],
    ['cn=李伟,dc=example', 'cn=\\e6\\9d\\8e伟,dc=example', true],
    ['CORP\\li', 'corp\\\\li', true],
    ['li@example.com', 'wang@example.com', false],
    ['cn=li,ou=a,dc=example', 'cn=li,ou=b,dc=example', false],
  ])('%j and %j are the same: %s', (one, other, same) => {
    const folded = (name: string) => bindNameOf(name).toLowerCase()
    expect(folded(one) === folded(other)).toBe(same)
  })
})
