import {
  agentContract,
  budgets,
  closeCodes,
  contract,
  CREDENTIAL_LAPSE_SECONDS,
  CREDENTIAL_RENEW_SECONDS,
  opsContract,
} from '@weft/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { after } from '../kernel/clock.ts'
import { token } from '../kernel/ids.ts'
import { digest } from '../kernel/secrets.ts'
import { connected, credentialOf, listenForAgents, openSocket, upgradeStatus } from '../../test/agent-client.ts'
import { hardware, software } from '../../test/network-fixtures.ts'
import { anOperator } from '../../test/ops-people.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'
import { eventually } from '../../test/eventually.ts'

let world: World
let server: string
let owner: Person
beforeAll(async () => {
  world = await createWorld()
  server = await listenForAgents(world)
})
afterAll(() => world.close())

let router_name: string
let credential: string
beforeEach(async () => {
  owner = await world.anOwner()
  ;[router_name] = (await hardware(world, owner, 1)) as [string]
  credential = await credentialOf(world, owner.account_id, router_name)
})

const RENEWING = 6
const DAY = 86_400
const renew = (bearer: string | undefined, next: string) =>
  world.call(bearer === undefined ? undefined : { access_token: bearer }, agentContract.device.renew, { credential: next })
const opens = async (bearer: string) => (await upgradeStatus(server, { authorization: `Bearer ${bearer}` })) === 101
/** Returns a check whether a credential is valid that does not use it. */
const kept = async (table: 'member_credential' | 'pop_credential' = 'member_credential') => {
  const rows = await world.db.systemNow.sql.selectFrom(table).select('credential_hash').execute()
  return (bearer: string) => rows.some((row) => row.credential_hash.equals(digest(bearer)))
}
const join = (bearer: string, capabilities = RENEWING) =>
  connected(world, server, { ...owner, router_name, credential: bearer }, { capabilities })

/** Makes the credentials of all members look as old as this, in seconds. */
const aged = (seconds: number) =>
  world.db.systemNow.sql
    .updateTable('member_credential')
    .set({ create_time: after(world.infrastructure.clock.now(), -seconds) })
    .execute()

/** Makes the gateway check all connected devices again, as it does once a minute. */
async function lookAnew(): Promise<void> {
  const client = new Client({ connectionString: world.url })
  await client.connect()
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'weft bus' and datname = current_database()",
  )
  await client.end()
}

/** Does the same and waits until it is done for the member: its last step records whose credential is in use. */
async function lookedAtAnew(): Promise<void> {
  const stale = after(world.infrastructure.clock.now(), -2 * DAY)
  await world.db.systemNow.sql.updateTable('member_credential').set({ use_time: stale }).where('use_time', 'is not', null).execute()
  await lookAnew()
  await eventually(async () => expect(await lastUse()).toBeGreaterThan(stale.getTime() / 1000 + DAY))
}
const lastUse = async () => {
  const { used } = await world.db.systemNow.sql
    .selectFrom('member_credential')
    .select((eb) => eb.fn.max('use_time').as('used'))
    .where('router_name', '=', router_name)
    .executeTakeFirstOrThrow()
  return used ?? 0
}

describe('a renewal', () => {
  it('leaves the former credential valid until the new one is used, and no longer', async () => {
    const next = token()
    expect(await renew(credential, next)).toMatchObject({ code: 200, data: null })
    expect(await opens(credential)).toBe(true)
    expect(await opens(next)).toBe(true)
    expect(await opens(credential)).toBe(false)
    expect(await renew(credential, token())).toMatchObject({ status: 401, code: 2001 })
    expect(await opens(next)).toBe(true)
  })

  it('ends when the device shows the new credential, and leaves its connection open', async () => {
    const device = await join(credential)
    const next = token()
    await renew(credential, next)
    expect(await renew(next, next)).toMatchObject({ code: 200 })
    expect(await opens(credential)).toBe(false)
    await lookedAtAnew()
    device.send({ type: 'heartbeat' })
    await device.next('heartbeat')
    expect(device.socket.readyState).toBe(WebSocket.OPEN)
    await device.leave()
  })

  it('can be repeated when its answer was lost', async () => {
    const next = token()
    for (let i = 0; i < 3; i++) expect(await renew(credential, next)).toMatchObject({ code: 200 })
    expect(await opens(next)).toBe(true)
    expect(await opens(credential)).toBe(false)
  })

  it('replaces one that was never used', async () => {
    const [lost, next] = [token(), token()]
    await renew(credential, lost)
    await renew(credential, next)
    expect(await opens(lost)).toBe(false)
    expect(await opens(next)).toBe(true)
  })

  it('ends nothing when it arrives long after the device asked for it', async () => {
    const [next, after] = [token(), token()]
    await renew(credential, next)
    await renew(next, next)
    await renew(next, after)
    // The device has stored `after`, and uses it with its next connection.
    expect(await renew(credential, next)).toMatchObject({ code: 2001 })
    expect(await renew(next, next)).toMatchObject({ code: 200 })
    expect(await opens(after)).toBe(true)
  })

  it('leaves one working credential after several calls at once, as does its first use', async () => {
    const next = token()
    const answers = await Promise.all(Array.from({ length: 8 }, () => renew(credential, next)))
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(200))
    const used = await Promise.all(Array.from({ length: 8 }, () => renew(next, next)))
    expect(used.map(({ code }) => code)).toEqual(Array(8).fill(200))
    expect([await opens(credential), await opens(next)]).toEqual([false, true])
  })

  it('leaves no former credential valid when a new sign-in comes at the same time', async () => {
    for (let i = 0; i < 10; i++) {
      const next = token()
      const [answer, anew] = await Promise.all([renew(credential, next), credentialOf(world, owner.account_id, router_name)])
      expect([200, 2001]).toContain(answer.code)
      expect([await opens(credential), await opens(next), await opens(anew)]).toEqual([false, false, true])
      credential = anew
    }
  })

  it('neither blocks nor survives the deletion of its member at the same time', async () => {
    for (const person of await software(world, owner, 5)) {
      const its = await credentialOf(world, owner.account_id, person)
      const next = token()
      const [answer, deleted] = await Promise.all([
        renew(its, next),
        world.call(owner, contract.router.delete, { router_name: person }),
        renew(its, next),
      ])
      expect([200, 2001]).toContain(answer.code)
      expect(deleted.code).toBe(200)
      expect([await opens(its), await opens(next)]).toEqual([false, false])
    }
  })

  it('is refused for another device’s credential, and changes nothing of it', async () => {
    const [other] = (await hardware(world, owner, 1)) as [string]
    const others = await credentialOf(world, owner.account_id, other)
    expect(await renew(credential, others)).toMatchObject({ code: 409 })
    const theirs = token()
    await renew(others, theirs)
    expect(await renew(credential, theirs)).toMatchObject({ code: 409 })
    expect([await opens(credential), (await kept())(others), await opens(theirs)]).toEqual([true, true, true])
  })

  it.each([
    ['nothing', undefined],
    ['a garbage token', 'x'.repeat(43)],
    ['something shorter', 'short'],
  ])('is refused to %s', async (_, bearer) => {
    expect(await renew(bearer, token())).toMatchObject({ status: 401, code: 2001 })
  })

  it('accepts a credential as agents make them, and nothing weaker', async () => {
    for (const weak of ['', 'a', token().slice(1), `${token()}=`, `${token()}a`]) expect((await renew(credential, weak)).code).toBe(422)
  })

  it('is refused to a member that is disabled, and to one that was deleted', async () => {
    const [person] = (await software(world, owner, 1)) as [string]
    const its = await credentialOf(world, owner.account_id, person)
    const next = token()
    await renew(its, next)
    await world.call(owner, contract.router.update_status, { router_name: [person], status: 0 })
    for (const bearer of [its, next]) expect((await renew(bearer, token())).code).toBe(2001)
    await world.call(owner, contract.router.delete, { router_name: person })
    for (const bearer of [its, next]) expect((await kept())(bearer)).toBe(false)
  })

  it('is limited for each device', async () => {
    const { amount } = budgets.credential_renewal.counts[0]
    for (let i = 0; i < amount; i++)
      await world.services.budgets.take('credential_renewal', { address: '', language: 'en', target: router_name })
    expect(await renew(credential, token())).toMatchObject({ code: 429 })
    expect(await opens(credential)).toBe(true)
  })

  it('works for a POP as for a member', async () => {
    const engineer = await anOperator(world, 'network')
    const pop = { name: '上海 1', region: '上海', public_ip: '198.51.100.9', port: 1194, capacity: 1000 }
    const { pop_name, activation_code, id } = (await world.call(engineer, opsContract.pops.create, pop)).data as Record<string, string>
    const activated = await world.call(undefined, agentContract.device.activate, { router_name: pop_name, activation_code })
    const first = (activated.data as { credential: string }).credential
    const next = token()
    expect(await renew(first, next)).toMatchObject({ code: 200 })
    expect([await opens(first), await opens(next), await opens(first)]).toEqual([true, true, false])
    expect(await renew(credential, next)).toMatchObject({ code: 409 })
    await world.call(engineer, opsContract.pops.activate_code, { id })
    expect(await opens(next)).toBe(false)
    expect((await kept('pop_credential'))(next)).toBe(false)
  })
})

describe('a device', () => {
  it('is asked to renew its credential once that is thirty days old, and not before', async () => {
    const device = await join(credential)
    await aged(CREDENTIAL_RENEW_SECONDS - DAY)
    await lookedAtAnew()
    expect(device.messages.map(({ type }) => type)).not.toContain('credential.renew')
    await aged(CREDENTIAL_RENEW_SECONDS)
    await lookedAtAnew()
    await device.next('credential.renew')
    await device.leave()
  })

  it('is asked again at its next connection if it has not renewed, and not once it has', async () => {
    await aged(CREDENTIAL_RENEW_SECONDS)
    const next = token()
    for (const answered of [false, true]) {
      const device = await join(credential)
      await lookedAtAnew()
      await device.next('credential.renew')
      await renew(credential, next)
      if (answered) await renew(next, next)
      await device.leave()
    }
    const device = await join(next)
    await lookedAtAnew()
    expect(device.messages.map(({ type }) => type)).not.toContain('credential.renew')
    await device.leave()
  })

  it('is asked only if its agent supports renewals', async () => {
    await aged(CREDENTIAL_RENEW_SECONDS)
    const old = await join(credential, RENEWING - 1)
    await lookedAtAnew()
    expect(old.messages.map(({ type }) => type)).not.toContain('credential.renew')
    await old.leave()
  })
})

describe('an unused credential', () => {
  it('is valid for 400 days, and then the refusal says what to do', async () => {
    await world.pass(CREDENTIAL_LAPSE_SECONDS - DAY)
    expect(await opens(credential)).toBe(true)
    await world.pass(CREDENTIAL_LAPSE_SECONDS - DAY)
    expect(await opens(credential)).toBe(true)
    await world.pass(CREDENTIAL_LAPSE_SECONDS + DAY)
    expect(await renew(credential, token())).toMatchObject({ status: 401, code: 2001, msg: expect.stringContaining('400 天') })
    expect(await opens(credential)).toBe(false)
  })

  it('leaves a device and a POP to be activated again, as the desk shows', async () => {
    const engineer = await anOperator(world, 'network')
    const pop = { name: '广州 1', region: '广州', public_ip: '198.51.100.10', port: 1194, capacity: 1000 }
    const created = (await world.call(engineer, opsContract.pops.create, pop)).data as Record<string, string>
    const { pop_name, activation_code } = created
    await world.call(undefined, agentContract.device.activate, { router_name: pop_name, activation_code })
    const device = { router_name, account_id: owner.account_id, kind: 'router' as const, router_model: 'R1' }
    await world.db.systemNow.sql
      .insertInto('device')
      .values({ ...device, activate_time: world.infrastructure.clock.now() })
      .execute()
    const shown = async () => {
      const list = async (state: string) =>
        (await world.call(engineer, opsContract.devices.list, { search: router_name, state })).data as { state: string }[]
      const pops = (await world.call(engineer, opsContract.pops.list, { search: pop_name })).data as { activate_time: number | null }[]
      const states = [...(await list('assigned')), ...(await list('activated'))].map(({ state }) => state)
      return { states, pop: pops[0]!.activate_time !== null }
    }
    expect(await shown()).toEqual({ states: ['activated'], pop: true })
    const use_time = after(world.infrastructure.clock.now(), -CREDENTIAL_LAPSE_SECONDS)
    for (const table of ['member_credential', 'pop_credential'] as const)
      await world.db.systemNow.sql.updateTable(table).set({ use_time }).execute()
    expect(await shown()).toEqual({ states: ['assigned'], pop: false })
    expect(await opens(credential)).toBe(false)
  })

  it('counts as used as long as its device is connected', async () => {
    const device = await join(credential, 1)
    await world.db.systemNow.sql
      .updateTable('member_credential')
      .set({ use_time: after(world.infrastructure.clock.now(), DAY - CREDENTIAL_LAPSE_SECONDS) })
      .where('router_name', '=', router_name)
      .execute()
    await lookAnew()
    await eventually(async () => expect(await lastUse()).toBeGreaterThan(Date.now() / 1000 - DAY))
    await world.pass(2 * DAY)
    await device.leave()
    expect(await opens(credential)).toBe(true)
  })

  it('does not keep open a connection that another sign-in ended', async () => {
    const device = await join(credential)
    await credentialOf(world, owner.account_id, router_name)
    await lookAnew()
    expect(await device.closed).toMatchObject({ code: closeCodes.forbidden })
    expect(await opens(credential)).toBe(false)
  })
})

it('a renewal does not change what a software member’s device signs in with at its centers', async () => {
  const [person] = (await software(world, owner, 1)) as [string]
  const its = await credentialOf(world, owner.account_id, person)
  const enrolled = async () => {
    const rows = await world.db.systemNow.sql
      .selectFrom('member_credential')
      .select('enrolment')
      .where('router_name', '=', person)
      .execute()
    return new Set(rows.map(({ enrolment }) => enrolment.toString('hex')))
  }
  const before = await enrolled()
  const next = token()
  await renew(its, next)
  expect(await enrolled()).toEqual(before)
  const device = openSocket(server, next)
  await device.opened
  expect(await enrolled()).toEqual(before)
  await device.leave()
})
