import { budgets, contract, type DirectoryCheck } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aDirectoryWorld, type DirectoryWorld, formOf, proved } from '../../../../test/directory-fixtures.ts'
import { ADMIN, PEOPLE } from '../../../../test/ldap-server.ts'
import { lacks } from '../../../../test/lacks.ts'
import { anAddress } from '../../../../test/verification-fixtures.ts'
import type { Answer, Person } from '../../../../test/world.ts'

let setup: DirectoryWorld
beforeAll(async () => {
  setup = await aDirectoryWorld()
})
afterAll(() => setup.close())
// The guesses at the one server are counted for all accounts together, and each refusal makes the next one longer.
beforeEach(() => setup.world.asSystem(({ sql }) => sql.deleteFrom('budget_spent').execute()))

const { check } = contract.directory
const most = (by: string): number => budgets.directory_password.counts.find((count) => count.by === by)!.amount
const ask = (who: Person, more: object = {}, address = anAddress()): Promise<Answer> =>
  setup.world.call(who, check, formOf(setup.server, more), { address })
/** Tries a password of a user of its own, so that what is counted is the account or the server. */
const guess = (who: Person, user: string, address = anAddress()) =>
  ask(who, { username: `uid=${user},${PEOPLE}`, password: 'wrong' }, address)
const anOwner = async (): Promise<Person> => {
  const owner = await setup.anOwner()
  await proved(setup.world, owner)
  return owner
}
const wrongOnes = (answers: Answer[]) => answers.filter(({ code, data }) => code === 200 && (data as DirectoryCheck).ok === 0)

describe.skipIf(lacks('slapd'))('guesses of a directory password', () => {
  it('are limited to five for an account, after which the server is not asked again', async () => {
    const owner = await anOwner()
    const answers = []
    for (let i = 0; i < 12; i++) answers.push(await guess(owner, `guess-${i}`))
    expect(wrongOnes(answers)).toHaveLength(most('account'))
    expect(answers.at(-1)).toMatchObject({ code: 429, msg: '本账号目录密码错误的次数已达上限，请在 15 分钟后重试' })
    // The right password is refused as well, so that a guesser learns nothing.
    expect((await ask(owner)).code).toBe(429)
    await setup.world.pass(15 * 60 + 1)
    expect(((await ask(owner)).data as DirectoryCheck).ok).toBe(1)
  })

  it('are limited to the same number if all come at once', async () => {
    const owner = await anOwner()
    const answers = await Promise.all(Array.from({ length: 18 }, (_, i) => guess(owner, `guess-${i}`)))
    expect(wrongOnes(answers)).toHaveLength(most('account'))
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(18 - most('account'))
  })

  it('are limited to ten for one server by all accounts together', async () => {
    const answers = []
    for (let i = 0; i < 4; i++) {
      const owner = await anOwner()
      for (let j = 0; j < 4; j++) answers.push(await guess(owner, `guess-${i}-${j}`))
    }
    expect(wrongOnes(answers)).toHaveLength(most('target'))
    expect(answers.at(-1)!.msg).toBe('同一目录服务器目录密码错误的次数已达上限，请在 15 分钟后重试')
  })

  it('reach the directory three times in half an hour for one user, for all accounts together, however user and server are written', async () => {
    const [{ amount, seconds }] = budgets.directory_bind.counts
    const [one, other] = [await anOwner(), await anOwner()]
    const ways = [
      { username: ADMIN.dn },
      { username: ADMIN.dn.toUpperCase(), host: 'localhost' },
      { username: ADMIN.dn.replace('cn=admin', '2.5.4.3 = \\61d\\6din') },
    ]
    const answers = []
    for (const [i, way] of [...ways, ...ways].entries()) answers.push(await ask(i % 2 === 0 ? one : other, { ...way, password: 'wrong' }))
    expect(wrongOnes(answers)).toHaveLength(amount)
    expect(answers.at(-1)).toMatchObject({ code: 429, msg: '同一目录账号目录密码错误的次数已达上限，请在 30 分钟后重试' })
    // The right password is refused as well, so that a guesser learns nothing; another user is not.
    expect((await ask(one)).code).toBe(429)
    expect((await guess(one, 'lisi')).code).toBe(200)
    await setup.world.pass(seconds + 1)
    const again = { ...one, ...(await setup.world.signedIn(one)) }
    expect(((await ask(again)).data as DirectoryCheck).ok).toBe(1)
  })

  it('are not counted if the password is right', async () => {
    const owner = await anOwner()
    for (let i = 0; i < most('account') + 2; i++) expect(((await ask(owner)).data as DirectoryCheck).ok).toBe(1)
  })

  it('are not counted if no server answers', async () => {
    const owner = await anOwner()
    for (let i = 0; i < most('account') + 2; i++) expect((await ask(owner, { port: setup.dead })).code).toBe(200)
    expect(((await ask(owner)).data as DirectoryCheck).ok).toBe(1)
  })
})

it.skipIf(lacks('slapd'))('an account may ask directories only so many times an hour, whatever they answer', async () => {
  const owner = await anOwner()
  const amount = budgets.directory_check.counts.find(({ by }) => by === 'account')!.amount
  const { account_id, login_id } = owner
  for (let i = 0; i < amount; i++)
    await setup.world.services.budgets.take('directory_check', {
      account_id,
      login_id,
      address: anAddress(),
      target: `10.0.0.${i}:389`,
      language: 'zh-CN',
    })
  expect(await ask(owner)).toMatchObject({ code: 429, msg: '本账号检测目录配置的次数已达上限，请在 60 分钟后重试' })
})
