import { contract, rateLimits } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRateGate, type RateGate } from './rate.ts'
import { aSubAccount } from '../../test/network-fixtures.ts'
import { createDatabase, createWorld, type Person, type World } from '../../test/world.ts'

/** The only instance on its database: instances that know of each other divide some limits. */
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const picture = (of: World, address: string) => of.call(undefined, contract.verify.code, {}, { address })
const info = (of: World, who: Person) => of.call(who, contract.account.info, {})

/** Moves the clocks to the beginning of a window, so that no test reaches its end. */
function fromTheWindowsStart(...worlds: World[]): void {
  const now = Math.floor(worlds[0]!.infrastructure.clock.now().getTime() / 1000)
  for (const each of worlds) each.pass(60 - (now % 60) + 1)
}

describe('a limit that is kept in the database', () => {
  const { calls } = rateLimits.captcha

  it('answers 429 with the seconds to wait, in the envelope and in its header', async () => {
    fromTheWindowsStart(world)
    for (let i = 0; i < calls; i++) expect((await picture(world, '10.0.0.1')).code).toBe(200)
    const refused = await picture(world, '10.0.0.1')
    const { retry_after } = refused.data as { retry_after: number }
    expect(refused).toMatchObject({ status: 429, code: 429, msg: `操作过于频繁，请在 ${retry_after} 秒后重试` })
    expect(refused.headers['retry-after']).toBe(String(retry_after))
    expect(retry_after).toBeGreaterThan(0)
    expect(retry_after).toBeLessThanOrEqual(60)
    world.pass(retry_after)
    expect((await picture(world, '10.0.0.1')).code).toBe(200)
  })

  it('counts across restarts and instances', async () => {
    const url = await createDatabase()
    const [first, second] = [await createWorld({}, { url }), await createWorld({}, { url })]
    fromTheWindowsStart(first, second)
    for (let i = 0; i < calls; i++) await picture(i % 2 ? first : second, '10.0.0.2')
    const answers = [await picture(first, '10.0.0.2'), await picture(second, '10.0.0.2')]
    const restarted = await createWorld({}, { url })
    restarted.pass((first.infrastructure.clock.now().getTime() - restarted.infrastructure.clock.now().getTime()) / 1000)
    answers.push(await picture(restarted, '10.0.0.2'))
    await Promise.all([first.close(), second.close(), restarted.close()])
    expect(answers.map(({ code }) => code)).toEqual([429, 429, 429])
  })

  it('lets no more calls through when all come at once', async () => {
    fromTheWindowsStart(world)
    const answers = await Promise.all(Array.from({ length: calls + 40 }, () => picture(world, '10.0.0.3')))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(calls)
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(40)
  })

  it('is separate for each address, and ignores forwarding headers if no proxy is trusted', async () => {
    fromTheWindowsStart(world)
    for (let i = 0; i < calls; i++)
      await world.call(undefined, contract.verify.code, {}, { address: '10.0.0.4', headers: { 'x-forwarded-for': `10.9.9.${i}` } })
    expect((await picture(world, '10.0.0.4')).code).toBe(429)
    expect((await picture(world, '10.0.0.5')).code).toBe(200)
  })

  it('is shared by all addresses of a customer’s IPv6 network, however they are written', async () => {
    fromTheWindowsStart(world)
    for (let i = 0; i < calls; i++) await picture(world, i % 2 ? `2001:db8:6:1::${i}` : `2001:DB8:6:1:${i}:0:0:1`)
    expect((await picture(world, '2001:0db8:0006:0001::ffff')).code).toBe(429)
    expect((await picture(world, '2001:db8:6:2::1')).code).toBe(200)
  })
})

describe('a trusted proxy', () => {
  it('decides which address is counted; any other sender does not', async () => {
    const behind = await createWorld({ WEFT_TRUST_PROXY: '10.1.1.1' })
    fromTheWindowsStart(behind)
    const from = (address: string, forwarded: string) =>
      behind.call(undefined, contract.verify.code, {}, { address, headers: { 'x-forwarded-for': forwarded } })
    for (let i = 0; i < rateLimits.captcha.calls; i++) await from('10.1.1.1', '10.7.7.7')
    const answers = [await from('10.1.1.1', '10.7.7.7'), await from('10.1.1.1', '10.7.7.8'), await from('10.1.1.2', '10.7.7.7')]
    await behind.close()
    expect(answers.map(({ code }) => code)).toEqual([429, 200, 200])
  })
})

describe('a limit that protects one instance', () => {
  const { calls } = rateLimits.read

  const busyReads = async (who: Person, times: number) => {
    const answers = []
    for (let i = 0; i < times; i += 10) answers.push(...(await Promise.all(Array.from({ length: 10 }, () => info(world, who)))))
    return new Set(answers.map(({ code }) => code))
  }

  it('is shared by all sessions of a login, however many it has', async () => {
    const owner = await world.anOwner()
    const sessions = [
      owner,
      ...(await Promise.all(Array.from({ length: 3 }, async () => ({ ...owner, ...(await world.signedIn(owner)) })))),
    ]
    fromTheWindowsStart(world)
    for (const session of sessions) expect(await busyReads(session, calls / 4)).toEqual(new Set([200]))
    const refused = await info(world, owner)
    expect(refused).toMatchObject({ code: 429, data: { retry_after: expect.any(Number) } })
    for (const session of sessions) expect((await info(world, session)).code).toBe(429)
    world.pass((refused.data as { retry_after: number }).retry_after)
    expect((await info(world, owner)).code).toBe(200)
  })

  it('is separate for each login: a busy one does not slow another of the same account', async () => {
    const busy = await world.anOwner()
    const calm = await aSubAccount(world, busy, {})
    fromTheWindowsStart(world)
    expect(await busyReads(busy, calls)).toEqual(new Set([200]))
    expect((await info(world, busy)).code).toBe(429)
    expect((await info(world, calm)).code).toBe(200)
  })

  /** Returns a gate whose clock never moves. */
  const aGate = (factor = 1) => createRateGate(world.db.systemNow, { now: () => new Date(1_800_000_000_000) }, factor)
  const counted = async (gate: RateGate, caller: string, times: number, account_id?: number): Promise<number> => {
    let let_through = 0
    for (let i = 0; i < times; i++)
      await gate.count('read', caller, account_id).then(
        () => (let_through += 1),
        () => {},
      )
    return let_through
  }

  it('has a maximum for all logins of an account together, which does not affect other accounts', async () => {
    const [gate, { calls_of_account }] = [aGate(), rateLimits.read]
    const many = calls_of_account / calls
    for (let login = 0; login < many; login++) expect(await counted(gate, `login ${login}`, calls + 5, 1)).toBe(calls)
    expect(await counted(gate, 'login 99', 3, 1)).toBe(0)
    expect(await counted(gate, 'login 100', 3, 2)).toBe(3)
  })

  it('is multiplied by the factor of the settings only for logins', async () => {
    expect(await counted(aGate(2), 'login 1', 2 * calls + 5, 1)).toBe(2 * calls)
    expect(await counted(aGate(2), '10.0.8.1', 2 * calls)).toBe(calls)
  })

  it('counts refused calls too', async () => {
    const owner = await world.anOwner()
    fromTheWindowsStart(world)
    const wrong = () => world.call(owner, contract.network.rename, { network_number: 'x', network_name: '' })
    const answers = []
    for (let i = 0; i < rateLimits.write.calls; i += 40) answers.push(...(await Promise.all(Array.from({ length: 40 }, wrong))))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([422]))
    expect((await wrong()).code).toBe(429)
  })
})

describe('a caller with an unknown token', () => {
  it('is counted by address, and does not affect known callers at that address', async () => {
    fromTheWindowsStart(world)
    const owner = await world.anOwner()
    const guess = { access_token: 'no-token-of-ours' }
    for (let i = 0; i < rateLimits.read.calls; i++) await world.call(guess, contract.account.info, {}, { address: '10.0.9.1' })
    expect((await world.call(guess, contract.account.info, {}, { address: '10.0.9.1' })).code).toBe(429)
    expect((await world.call(guess, contract.account.info, {}, { address: '10.0.9.2' })).code).toBe(2001)
    expect((await world.call(owner, contract.account.info, {}, { address: '10.0.9.1' })).code).toBe(200)
  })
})
