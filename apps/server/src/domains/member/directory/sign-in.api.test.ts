import { Client } from 'ldapts'
import { Client as Keeper } from 'pg'
import { agentContract, budgets } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aDirectoryWorld, type DirectoryWorld, formOf, setUp, signIn, syncNow } from '../../../../test/directory-fixtures.ts'
import { BASE, type LdapServer, PEOPLE, person } from '../../../../test/ldap-server.ts'
import { lacks } from '../../../../test/lacks.ts'
import { credentialsOf, memberOf } from '../../../../test/member-fixtures.ts'
import { grant } from '../../../../test/network-fixtures.ts'
import { anAddressElsewhere } from '../../../../test/verification-fixtures.ts'
import type { Person, World } from '../../../../test/world.ts'

let made: DirectoryWorld
let server: LdapServer
let dead: number
let world: World
let owner: Person
beforeAll(async () => {
  made = await aDirectoryWorld()
  ;({ server, dead, world } = made)
})
afterAll(() => made.close())
beforeEach(async () => {
  owner = await made.anOwner()
})

/** Signs in from a network of its own. */
const from = (username: string, password: string) =>
  world.call(undefined, agentContract.device.login, { username, password }, { address: anAddressElsewhere() })
const nameOf = (username: string) => `${username}@${owner.account_number}`

describe.skipIf(lacks('slapd'))('a member from a directory', () => {
  beforeEach(async () => {
    await setUp(world, owner, formOf(server))
    await syncNow(world, owner)
  })

  it('signs in with the password of the directory, which is not stored', async () => {
    expect(await signIn(world, nameOf('lisi'), 'password-zhangsan')).toMatchObject({ code: 401 })
    const answer = await signIn(world, nameOf('lisi'), 'password-lisi')
    expect(answer).toMatchObject({ code: 200, data: { router_name: nameOf('lisi') } })
    expect(await memberOf(world, owner, nameOf('lisi'))).toMatchObject({ password_hash: null, password_sealed: null })
    expect((await credentialsOf(world, nameOf('lisi'))).length).toBe(1)
  })

  it('cannot sign in once the directory no longer has it, even before the next synchronisation', async () => {
    await server.remove(`uid=lisi,${PEOPLE}`)
    expect(await signIn(world, nameOf('lisi'), 'password-lisi')).toMatchObject({ code: 403 })
  })

  it('gets the answer of the directory even if its try cannot be given back', async () => {
    const keeper = new Keeper({ connectionString: world.url })
    await keeper.connect()
    try {
      await keeper.query(`create function keeps() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
        create trigger keeps before update on budget_spent for each row execute function keeps()`)
      expect(await signIn(world, nameOf('lisi'), 'password-lisi')).toMatchObject({ code: 200 })
    } finally {
      await keeper.query('drop function if exists keeps cascade')
      await keeper.end()
    }
  })

  it('is refused with a message if the directory cannot be asked', async () => {
    await world.asSystem(({ sql }) => sql.updateTable('directory').set({ port: dead }).where('account_id', '=', owner.account_id).execute())
    const most = budgets.directory_sign_in.counts[0].amount
    for (let i = 0; i < most + 2; i++)
      expect(await from(nameOf('lisi'), 'password-lisi')).toMatchObject({ code: 503, msg: '企业目录暂时无法访问，请稍后再试' })
  })
})

describe.skipIf(lacks('slapd'))('wrong passwords of a member from a directory', () => {
  const most = budgets.directory_sign_in.counts[0].amount
  const codes = (answers: { code: number }[]) => answers.map(({ code }) => code)
  const guesses = (username: string, count: number) => Array.from({ length: count }, (_, i) => () => from(nameOf(username), `guess-${i}`))
  /** The directory locks a person for good after five wrong passwords. */
  const POLICY = `cn=locking,${BASE}`
  beforeAll(() =>
    server.add([
      {
        dn: POLICY,
        objectClass: ['device', 'pwdPolicy'],
        cn: 'locking',
        pwdAttribute: 'userPassword',
        pwdLockout: 'TRUE',
        pwdMaxFailure: '5',
        pwdLockoutDuration: '0',
      },
    ]),
  )
  beforeEach(async () => {
    await server.add(['guessed', 'beside'].map((uid) => person(uid, { pwdPolicySubentry: POLICY })))
    await setUp(world, owner, formOf(server))
    await syncNow(world, owner)
  })
  /** Returns whether the directory itself still takes the right password. */
  const isOpen = async (uid: string): Promise<boolean> => {
    const client = new Client({ url: `ldap://127.0.0.1:${server.port}` })
    return client
      .bind(`uid=${uid},${PEOPLE}`, `password-${uid}`)
      .then(
        () => true,
        () => false,
      )
      .finally(() => void client.unbind())
  }

  it('reach the directory only three times in half an hour, from whatever networks, so that they lock nobody out there', async () => {
    const answers = []
    for (const guess of guesses('guessed', 12)) answers.push(await guess())
    expect(codes(answers)).toEqual(Array.from({ length: 12 }, (_, i) => (i < most ? 401 : 429)))
    expect(answers.at(-1)!.msg).toBe('该成员目录密码错误的次数已达上限，请在 30 分钟后重试')
    // The right password is refused as well, so that a guesser learns nothing.
    expect((await from(nameOf('guessed'), 'password-guessed')).code).toBe(429)
    expect(await isOpen('guessed')).toBe(true)
    await world.pass(30 * 60 + 1)
    expect((await from(nameOf('guessed'), 'password-guessed')).code).toBe(200)
  })

  it('reach it three times in any half hour, not only in those that begin with the first one', async () => {
    const guess = guesses('guessed', 6)
    expect((await guess[0]!()).code).toBe(401)
    await world.pass(30 * 60 - 1)
    expect(codes([await guess[1]!(), await guess[2]!()])).toEqual([401, 401])
    await world.pass(2)
    expect(codes([await guess[3]!(), await guess[4]!(), await guess[5]!()])).toEqual([429, 429, 429])
    expect(await isOpen('guessed')).toBe(true)
    // Those that were refused prolong nothing.
    await world.pass(30 * 60 - 2)
    expect((await from(nameOf('guessed'), 'password-guessed')).code).toBe(200)
  })

  it('are limited to the same number if all come at once, and leave the other members of the account alone', async () => {
    const answers = await Promise.all(guesses('guessed', 12).map((guess) => guess()))
    expect(codes(answers).filter((code) => code === 401)).toHaveLength(most)
    expect(await isOpen('guessed')).toBe(true)
    expect((await from(nameOf('beside'), 'password-beside')).code).toBe(200)
  })

  it('are not counted if the password is right', async () => {
    for (let i = 0; i < most + 2; i++) expect((await from(nameOf('guessed'), 'password-guessed')).code).toBe(200)
  })

  it('are counted together for all accounts that use the directory', async () => {
    for (const guess of guesses('guessed', most)) await guess()
    owner = await world.anOwner()
    await grant(world, owner, 'software_member', 30)
    await setUp(world, owner, formOf(server))
    await syncNow(world, owner)
    expect((await from(nameOf('guessed'), 'password-guessed')).code).toBe(429)
  })
})
