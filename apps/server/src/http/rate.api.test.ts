import { randomUUID } from 'node:crypto'
import { contract, rateLimits } from '@weft/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRateGate, type RateGate } from './rate.ts'
import { aSubAccount } from '../../test/network-fixtures.ts'
import { createDatabase, createWorld, type Person, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const picture = (of: World, address: string) => of.call(undefined, contract.verify.code, {}, { address })

describe('a limit that is kept in the database', () => {
  const { calls } = rateLimits.captcha

  it('answers 429 with the seconds to wait, in the envelope and in its header', async () => {
    for (let i = 0; i < calls; i++) expect((await picture(world, '10.0.0.1')).code).toBe(200)
    const refused = await picture(world, '10.0.0.1')
    const { retry_after } = refused.data as { retry_after: number }
    expect(refused).toMatchObject({ status: 429, code: 429, msg: `操作过于频繁，请在 ${retry_after} 秒后重试` })
    expect(refused.headers['retry-after']).toBe(String(retry_after))
    expect(retry_after).toBeGreaterThan(0)
    expect(retry_after).toBeLessThanOrEqual(60)
    await world.pass(retry_after)
    expect((await picture(world, '10.0.0.1')).code).toBe(200)
  })

  it('counts across restarts and instances', async () => {
    const url = await createDatabase()
    const [first, second] = [await createWorld({}, { url }), await createWorld({}, { url })]
    for (let i = 0; i < calls; i++) await picture(i % 2 ? first : second, '10.0.0.2')
    const answers = [await picture(first, '10.0.0.2'), await picture(second, '10.0.0.2')]
    const restarted = await createWorld({}, { url })
    answers.push(await picture(restarted, '10.0.0.2'))
    await Promise.all([first.close(), second.close(), restarted.close()])
    expect(answers.map(({ code }) => code)).toEqual([429, 429, 429])
  })

  it('lets no more calls through when all come at once', async () => {
    for (let i = 0; i < calls - 4; i++) await picture(world, '10.0.0.3')
    const answers = await Promise.all(Array.from({ length: 12 }, () => picture(world, '10.0.0.3')))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(4)
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(8)
  })

  it('is separate for each address, and ignores forwarding headers if no proxy is trusted', async () => {
    for (let i = 0; i < calls; i++)
      await world.call(undefined, contract.verify.code, {}, { address: '10.0.0.4', headers: { 'x-forwarded-for': `10.9.9.${i}` } })
    expect((await picture(world, '10.0.0.4')).code).toBe(429)
    expect((await picture(world, '10.0.0.5')).code).toBe(200)
  })

  it('is shared by all addresses of a customer’s IPv6 network, however they are written', async () => {
    for (let i = 0; i < calls; i++) await picture(world, i % 2 ? `2001:db8:6:1::${i}` : `2001:DB8:6:1:${i}:0:0:1`)
    expect((await picture(world, '2001:0db8:0006:0001::ffff')).code).toBe(429)
    expect((await picture(world, '2001:db8:6:2::1')).code).toBe(200)
  })
})

describe('a trusted proxy', () => {
  it('decides which address is counted; any other sender does not', async () => {
    const behind = await createWorld({ WEFT_TRUST_PROXY: '10.1.1.1' })
    const from = (address: string, forwarded: string) =>
      behind.call(undefined, contract.verify.code, {}, { address, headers: { 'x-forwarded-for': forwarded } })
    for (let i = 0; i < rateLimits.captcha.calls; i++) await from('10.1.1.1', '10.7.7.7')
    const answers = [await from('10.1.1.1', '10.7.7.7'), await from('10.1.1.1', '10.7.7.8'), await from('10.1.1.2', '10.7.7.7')]
    await behind.close()
    expect(answers.map(({ code }) => code)).toEqual([429, 200, 200])
  })
})

describe('a limit of a login', () => {
  const { calls } = rateLimits.heavy
  /** Calls what is limited as `heavy`, with an input that is refused: such calls count too. */
  const heavy = (who: Person) => world.call(who, contract.logs.export, { format: 'none' })
  const codes = async (who: Person, times: number) => {
    const answers = []
    for (let i = 0; i < times; i++) answers.push((await heavy(who)).code)
    return new Set(answers)
  }

  it('is shared by all its sessions, however many there are, and counts refused calls', async () => {
    const owner = await world.anOwner()
    const other = { ...owner, ...(await world.signedIn(owner)) }
    expect(await codes(owner, calls / 2)).toEqual(new Set([422]))
    expect(await codes(other, calls / 2)).toEqual(new Set([422]))
    const refused = await heavy(owner)
    expect(refused).toMatchObject({ code: 429, data: { retry_after: 59 } })
    expect((await heavy(other)).code).toBe(429)
    await world.pass(59)
    expect((await heavy(owner)).code).toBe(422)
  })

  it('is separate for each login: a busy one does not slow another of the same account', async () => {
    const busy = await world.anOwner()
    const calm = await aSubAccount(world, busy, {})
    expect(await codes(busy, calls)).toEqual(new Set([422]))
    expect((await heavy(busy)).code).toBe(429)
    expect((await heavy(calm)).code).not.toBe(429)
  })
})

describe('a caller with an unknown token', () => {
  it('is counted by address, and does not affect known callers at that address', async () => {
    const owner = await world.anOwner()
    const guess = { access_token: 'no-token-of-ours' }
    for (let i = 0; i < rateLimits.read.calls; i++) await world.call(guess, contract.account.info, {}, { address: '10.0.9.1' })
    expect((await world.call(guess, contract.account.info, {}, { address: '10.0.9.1' })).code).toBe(429)
    expect((await world.call(guess, contract.account.info, {}, { address: '10.0.9.2' })).code).toBe(2001)
    expect((await world.call(owner, contract.account.info, {}, { address: '10.0.9.1' })).code).toBe(200)
  })
})

describe('a limit that is counted in batches', () => {
  const { calls, calls_of_account } = rateLimits.read
  const WINDOW_SECONDS = rateLimits.read.seconds

  /** An installation: how many instances it has, as all of them know, and its time in Unix seconds. */
  const anInstallation = (instances = 1) => {
    const installation = { instances, now: 1_800_000_000 }
    let callers = 0
    const aGate = (factor?: number, known = () => installation.instances, most_callers?: number) =>
      createRateGate(world.db.systemNow, { now: () => new Date(installation.now * 1000) }, factor, known, most_callers)
    return { installation, aGate, aCaller: () => `caller ${(callers += 1)} of ${randomUUID()}` }
  }
  /** Returns how many of these calls are let through, one after another. */
  async function letThrough(gate: RateGate, caller: string, times: number, account_id?: number): Promise<number> {
    let let_through = 0
    for (let i = 0; i < times; i++)
      await gate.count('read', caller, account_id).then(
        () => (let_through += 1),
        () => {},
      )
    return let_through
  }

  it('is exact at one instance, and begins again with the next window', async () => {
    const { installation, aGate, aCaller } = anInstallation()
    const [gate, caller] = [aGate(), aCaller()]
    expect(await letThrough(gate, caller, calls + 5)).toBe(calls)
    installation.now += WINDOW_SECONDS
    expect(await letThrough(gate, caller, calls + 5)).toBe(calls)
  })

  it('is exact when all calls come at once', async () => {
    const { aGate, aCaller } = anInstallation()
    const [gate, caller] = [aGate(), aCaller()]
    expect(await letThrough(gate, caller, calls - 20)).toBe(calls - 20)
    const last = await Promise.allSettled(Array.from({ length: 30 }, () => gate.count('read', caller)))
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  })

  it('is not forgotten because of a crowd of others, unless the caller has been away for longer than all of them', async () => {
    const { aGate, aCaller } = anInstallation()
    const [most, caller, idle] = [10, aCaller(), aCaller()]
    const gate = aGate(1, undefined, most)
    expect(await letThrough(gate, idle, 3)).toBe(3)
    expect(await letThrough(gate, caller, calls)).toBe(calls)
    for (let i = 0; i < 5 * most; i++) {
      expect(await letThrough(gate, aCaller(), 1)).toBe(1)
      expect(await letThrough(gate, caller, 1)).toBe(0)
    }
    // The database has not heard of the three calls.
    expect(await letThrough(gate, idle, calls)).toBe(calls)
  })

  it('costs no statement for most callers', async () => {
    const { aGate, aCaller } = anInstallation()
    const caller = aCaller()
    await letThrough(aGate(), caller, 30)
    expect(
      await world.db.systemNow.sql.selectFrom('rate_window').select('calls').where('rate_key', '=', `read ${caller}`).execute(),
    ).toEqual([])
  })

  it('has a maximum for all logins of an account together, which does not affect other accounts', async () => {
    const { aGate } = anInstallation()
    const gate = aGate()
    const many = calls_of_account / calls
    for (let login = 0; login < many; login++) expect(await letThrough(gate, `login ${login}`, calls + 5, 1)).toBe(calls)
    expect(await letThrough(gate, 'login 99', 3, 1)).toBe(0)
    expect(await letThrough(gate, 'login 100', 3, 2)).toBe(3)
  })

  it('is multiplied by the factor of the settings only for logins', async () => {
    const { aGate, aCaller } = anInstallation()
    expect(await letThrough(aGate(2), aCaller(), 2 * calls + 5, 3)).toBe(2 * calls)
    expect(await letThrough(aGate(2), aCaller(), 2 * calls)).toBe(calls)
  })

  it('holds for several instances together, and one of them alone has most of it', async () => {
    const { installation, aGate, aCaller } = anInstallation(3)
    const [first, second, third] = [aGate(), aGate(), aGate()]
    installation.now += 2 * WINDOW_SECONDS
    const alternating = aCaller()
    let through = 0
    for (let i = 0; i < calls; i += 10) for (const gate of [first, second, third]) through += await letThrough(gate, alternating, 10)
    expect(through).toBeLessThanOrEqual(calls)
    expect(through).toBeGreaterThan(calls * 0.8)
    expect(await letThrough(first, aCaller(), calls + 5)).toBeGreaterThan(calls * 0.8)
  })

  it('does not begin again when an instance joins within a window, whether or not the others know of it yet', async () => {
    const { installation, aGate, aCaller } = anInstallation()
    for (const known of [undefined, () => 1]) {
      installation.instances = 1
      const [former, caller] = [aGate(1, known), aCaller()]
      expect(await letThrough(former, caller, 400)).toBe(400)
      installation.instances = 2
      const joined = aGate()
      let through = 400
      for (let i = 0; i < 60; i++) for (const gate of [joined, former]) through += await letThrough(gate, caller, 10)
      expect(through).toBeLessThanOrEqual(calls)
      expect(through).toBeGreaterThan(calls * 0.8)
      installation.now += 2 * WINDOW_SECONDS
    }
  })

  it('does not begin again when an instance leaves within a window', async () => {
    const { installation, aGate, aCaller } = anInstallation(2)
    const [stays, leaves, caller] = [aGate(), aGate(), aCaller()]
    installation.now += 2 * WINDOW_SECONDS
    let through = await letThrough(stays, caller, 1)
    through += await letThrough(leaves, caller, calls)
    installation.instances = 1
    through += await letThrough(stays, caller, calls)
    expect(through).toBeLessThanOrEqual(calls)
    installation.now += WINDOW_SECONDS
    expect(await letThrough(stays, caller, calls + 5)).toBe(calls)
  })

  it('never exceeds its maximum, in whatever order instances join, leave and answer', async () => {
    const event = fc.oneof(
      { weight: 6, arbitrary: fc.record({ gate: fc.nat(4), times: fc.integer({ min: 1, max: 200 }) }) },
      fc.constantFrom('joins' as const, 'leaves' as const),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 25 }), async (events) => {
        const { installation, aGate, aCaller } = anInstallation()
        const [caller, gates] = [aCaller(), [aGate()]]
        let through = 0
        for (const one of events) {
          if (one === 'joins') {
            installation.instances += 1
            gates.push(aGate())
          } else if (one === 'leaves') {
            if (gates.length === 1) continue
            installation.instances -= 1
            gates.shift()
          } else through += await letThrough(gates[one.gate % gates.length]!, caller, one.times)
        }
        expect(through).toBeLessThanOrEqual(calls)
      }),
      { numRuns: 8 },
    )
  })
})
