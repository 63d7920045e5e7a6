import { createPrivateKey, createPublicKey, randomUUID, X509Certificate } from 'node:crypto'
import { agentContract, closeCodes, contract, NetworkTrust, opsContract, type OutputOf } from '@weft/contract'
import { verify } from '@node-rs/argon2'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTrustService } from '../domains/foundation/authority/trust.service.ts'
import { unix } from '../kernel/clock.ts'
import { token } from '../kernel/ids.ts'
import { digest, hashPassword } from '../kernel/secrets.ts'
import { createCenterTurns } from './center-turns.ts'
import { RENEW_EVERY_SECONDS } from './gateway.ts'
import { eventually } from '../../test/eventually.ts'
import { accept, connected, type Device, type helloOf, listenForAgents } from '../../test/agent-client.ts'
import { many, statementsOf } from '../../test/member-fixtures.ts'
import { aNetwork, grant, hardware, software } from '../../test/network-fixtures.ts'
import { anOperator } from '../../test/ops-people.ts'
import { aCustomer, aResource } from '../../test/pop-fixtures.ts'
import { aRequest } from '../../test/signing-request.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'

let world: World
let server: string
let owner: Person
let hub: string
let request: Awaited<ReturnType<typeof aRequest>>
beforeAll(async () => {
  world = await createWorld()
  server = await listenForAgents(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  owner = await world.anOwner()
  await grant(world, owner, 'network_center', 3)
  await grant(world, owner, 'software_member', 10)
  ;[hub] = (await hardware(world, owner, 1)) as [string]
  request = await aRequest(hub)
  await deviceOf(hub, request.csr)
})

/** Makes the device of a member, which sent this certificate request at its activation. */
const deviceOf = (router_name: string, csr: string) =>
  world.asSystem(({ sql }) =>
    sql
      .insertInto('device')
      .values({ router_name, account_id: owner.account_id, kind: 'router', router_model: 'R1', activate_time: new Date(), csr })
      .onConflict((conflict) => conflict.column('router_name').doUpdateSet({ csr }))
      .execute(),
  )
/** Connects a device that stores what it trusts, and has nothing yet. */
const keeper = (router_name: string, more: Parameters<typeof helloOf>[1] = {}) =>
  connected(world, server, { account_id: owner.account_id, router_name }, { capabilities: 3, trust: null, ...more })
/** Checks what a member that has nothing yet is offered, with these certificates revoked. */
async function offered(router_name: string, more: Parameters<typeof helloOf>[1], revoked: NetworkTrust['revoked']) {
  const device = await keeper(router_name, more)
  const offer = await device.next('trust.offer')
  expect(offer.networks[0]?.revoked).toEqual(revoked)
  await device.leave()
  return offer
}
const trusted = async (device: Device) => {
  const { networks } = await device.next('trust.offer')
  return networks.map((network) => NetworkTrust.parse(network))
}
const setPassword = async (router_name: string, password: string) => {
  const password_hash = await hashPassword(password)
  await world.asSystem(({ sql }) => sql.updateTable('member').set({ password_hash }).where('router_name', '=', router_name).execute())
}
/** Resolves after the answer to a heartbeat, by which anything that was sent by mistake has arrived. */
async function settled(device: Device) {
  device.send({ type: 'heartbeat' })
  await device.next('heartbeat')
}
const kinds = (device: Device) => device.messages.map((message) => message.type)

describe('the trust of a device', () => {
  it('comes before the configuration that needs it, with a certificate of the network for its own key', async () => {
    const network_number = await aNetwork(world, owner, '门店', [hub])
    const device = await keeper(hub)
    const [network] = await trusted(device)
    expect(network).toMatchObject({ network_number, logins: [] })
    await device.next('config.offer')
    expect(kinds(device).indexOf('trust.offer')).toBeLessThan(kinds(device).indexOf('config.offer'))
    const certificate = new X509Certificate(network!.certificate!)
    expect(certificate.verify(new X509Certificate(network!.ca).publicKey)).toBe(true)
    expect(certificate.checkPrivateKey(createPrivateKey(request.privateKey))).toBe(true)
    expect(certificate.subject).toBe(`CN=${hub}`)
    // For both uses: a center is dialled by its branches and may dial its twin.
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'])
    await device.leave()
  })

  it('names only the device’s own networks', async () => {
    const [other] = (await hardware(world, owner, 1)) as [string]
    const mine = await aNetwork(world, owner, '门店', [hub])
    await aNetwork(world, owner, '总部', [other])
    const device = await keeper(hub)
    const networks = await trusted(device)
    expect(networks.map((network) => network.network_number)).toEqual([mine])
    await device.leave()
  })

  it('is not sent to a device that has it, nor to one that keeps none', async () => {
    await aNetwork(world, owner, '门店', [hub])
    const first = await keeper(hub)
    const { hash } = await first.next('trust.offer')
    await first.leave()
    for (const trust of [hash, undefined]) {
      const device = await keeper(hub, { trust })
      await device.next('config.offer')
      await settled(device)
      expect(kinds(device)).not.toContain('trust.offer')
      await device.leave()
    }
  })

  it('gets another certificate once the device was activated with another key', async () => {
    await aNetwork(world, owner, '门店', [hub])
    const before = await keeper(hub)
    const { hash } = await before.next('trust.offer')
    await before.leave()
    const renewed = await aRequest(hub)
    await deviceOf(hub, renewed.csr)
    const device = await keeper(hub, { trust: hash })
    const [network] = await trusted(device)
    const publicKey = createPublicKey(renewed.publicKey)
    expect(new X509Certificate(network!.certificate!).publicKey.equals(publicKey)).toBe(true)
    await device.leave()
  })

  it('lists the certificates of a member’s former keys in all of its networks', async () => {
    const [point] = (await hardware(world, owner, 1)) as [string]
    await deviceOf(point, (await aRequest(point)).csr)
    const network_number = await aNetwork(world, owner, '门店', [hub], [point])
    const before = await keeper(point)
    const [{ certificate }] = (await trusted(before)) as [NetworkTrust]
    await before.leave()
    const center = await keeper(hub, { capabilities: 4 })
    expect((await trusted(center))[0]).not.toHaveProperty('revoked')
    await center.leave()
    // Given back, and not activated again yet.
    await world.asSystem(({ sql }) => sql.updateTable('device').set({ csr: null }).where('router_name', '=', point).execute())
    const revoked = [{ name: point, serial: BigInt(`0x${new X509Certificate(certificate!).serialNumber}`).toString() }]
    const { hash } = await offered(hub, { capabilities: 4 }, revoked)
    await deviceOf(point, (await aRequest(point)).csr)
    const after = await keeper(point, { capabilities: 4 })
    expect(await trusted(after)).toMatchObject([{ network_number, revoked }])
    await after.leave()
    // The new certificate changes nothing for the others, and a device that does not support the list is sent none.
    const again = await keeper(hub, { capabilities: 4, trust: hash })
    await again.next('config.offer')
    await settled(again)
    expect(kinds(again)).not.toContain('trust.offer')
    await again.leave()
    await offered(hub, { capabilities: 3 }, undefined)
    // A member that left is not listed either: no device lets it in.
    await world.call(owner, contract.network.remove_member, { network_number, router_name: point })
    await offered(hub, { capabilities: 4 }, undefined)
  })

  it('has no certificate if the device’s certificate request is not sound', async () => {
    await deviceOf(hub, '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n')
    await aNetwork(world, owner, '门店', [hub])
    const device = await keeper(hub)
    expect(await trusted(device)).toMatchObject([{ certificate: null }])
    await device.leave()
  })

  it('loses a network that the device left, before the next configuration', async () => {
    const [point] = (await hardware(world, owner, 1)) as [string]
    const network_number = await aNetwork(world, owner, '门店', [hub], [point])
    const device = await keeper(point)
    expect(await trusted(device)).toMatchObject([{ network_number, certificate: null }])
    await accept(device)
    await world.call(owner, contract.network.remove_member, { network_number, router_name: point })
    expect(await trusted(device)).toEqual([])
    await device.leave()
  })
})

const DAY = 86_400
/** A member that takes turns. */
type Turning = Pick<Person, 'account_id'> & { router_name: string }

describe('a certificate that ends', () => {
  const trustService = (authorities: Parameters<typeof createTrustService>[0]['authorities'] = world.services.authorities) =>
    createTrustService({ ...world.infrastructure, authorities })
  /** Returns what a member is given now, if it may be interrupted, of its only network. */
  const certificateFor = async (router_name: string, mayInterrupt = async () => true) => {
    const trusts = await trustService().trustOf(owner.account_id, [router_name], mayInterrupt)
    const { hash, networks, renewal } = trusts.get(router_name)!
    const { ca, certificate } = networks[0]!
    return { hash, ca, certificate: certificate!, renewal: renewal! }
  }
  /** Returns the certificate that a device is offered at its connection. */
  const offeredTo = async (router_name: string) => {
    const device = await keeper(router_name)
    const [network] = await trusted(device)
    await device.leave()
    return network!.certificate
  }
  const endOf = (certificate: string) => unix(new X509Certificate(certificate).validToDate)
  const now = () => unix(world.infrastructure.clock.now())
  /** Moves the clock to so many seconds before a moment. */
  const passUntil = (moment: number, before: number) => world.pass(moment - before - now())
  const turns = (network_number: string) =>
    world.db.systemNow.sql.selectFrom('center_turn').select(['router_name']).where('network_number', '=', network_number).execute()
  /** Runs statements as a person at the database. */
  async function change(statement: string, values: string[]) {
    const client = new Client({ connectionString: world.url })
    await client.connect()
    await client.query(statement, values)
    await client.end()
  }
  /** Makes the certificates of a network end in 29 days. */
  const endSoon = (network_number: string) =>
    change("update network_certificate set expire_time = now() + interval '29 days' where network_number = $1", [network_number])
  /** Returns a network of two centers with a branch, and the certificates that they were given together. */
  async function certified() {
    const [second, point] = (await hardware(world, owner, 2)) as [string, string]
    for (const name of [second, point]) await deviceOf(name, (await aRequest(name)).csr)
    const network_number = await aNetwork(world, owner, '双中心', [hub, second], [point])
    const given = new Map<string, Awaited<ReturnType<typeof certificateFor>>>()
    for (const name of [hub, second, point]) given.set(name, await certificateFor(name))
    return { network_number, second, point, given }
  }

  it('is replaced 90 to 30 days before, at a time that differs by member', async () => {
    const { given, network_number } = await certified()
    for (const { certificate, renewal } of given.values()) {
      expect(renewal.network_number).toBe(network_number)
      expect(endOf(certificate) - renewal.time).toBeLessThanOrEqual(90 * DAY)
      expect(endOf(certificate) - renewal.time).toBeGreaterThanOrEqual(30 * DAY)
    }
    const [first, next] = [...given].toSorted(([, a], [, b]) => a.renewal.time - b.renewal.time)
    const [name, { certificate, renewal }] = first!
    expect(next![1].renewal.time - renewal.time).toBeGreaterThan(0)
    await passUntil(renewal.time, 2)
    expect((await certificateFor(name)).certificate).toBe(certificate)
    await world.pass(4)
    const after = await certificateFor(name)
    expect(endOf(after.certificate)).toBeGreaterThan(endOf(certificate) + 700 * DAY)
    expect(after.renewal.time).toBeGreaterThan(now() + 700 * DAY)
    // Only once.
    expect(await certificateFor(name)).toEqual(after)
  })

  it('is replaced at a device that stays connected', async () => {
    await aNetwork(world, owner, '单中心', [hub])
    const device = await keeper(hub)
    const [before] = await trusted(device)
    await accept(device)
    await passUntil(endOf(before!.certificate!), 29 * DAY)
    world.repeat(RENEW_EVERY_SECONDS)
    const [after] = await trusted(device)
    expect(endOf(after!.certificate!)).toBeGreaterThan(endOf(before!.certificate!) + 700 * DAY)
    await device.leave()
  })

  it('is replaced in time if the member has one for another position that ends later', async () => {
    const { network_number, given } = await certified()
    await change(
      `insert into network_certificate (account_id, network_number, router_name, certificate, csr_hash, serves, expire_time)
       select account_id, network_number, router_name, 'of a branch', csr_hash, false, expire_time + interval '400 days'
       from network_certificate where network_number = $1 and router_name = $2`,
      [network_number, hub],
    )
    expect((await certificateFor(hub)).renewal).toEqual(given.get(hub)!.renewal)
  })

  it('is signed once, however many ask at the same time', async () => {
    await aNetwork(world, owner, '单中心', [hub])
    const { certificate, renewal } = await certificateFor(hub)
    await passUntil(renewal.time, -1)
    // All have read the former one before any signs.
    const asked = Promise.withResolvers<boolean>()
    let waiting = 0
    const together = () => {
      if (++waiting === 3) asked.resolve(true)
      return asked.promise
    }
    const [one, ...others] = await Promise.all([1, 2, 3].map(() => certificateFor(hub, together)))
    expect(one!.certificate).not.toBe(certificate)
    for (const other of others) expect(other).toEqual(one)
  })

  it('is replaced in one network of a member at a time', async () => {
    for (const name of ['一', '二']) await aNetwork(world, owner, name, [hub])
    const all = async () => (await trustService().trustOf(owner.account_id, [hub], async () => true)).get(hub)!.networks
    const before = await all()
    await passUntil(Math.min(...before.map(({ certificate }) => endOf(certificate!))), 29 * DAY)
    const replaced = async () => (await all()).filter(({ certificate }, i) => certificate !== before[i]!.certificate).length
    expect(await replaced()).toBe(1)
    expect(await replaced()).toBe(2)
  })

  it('is asked for in the network of a member that has been due for longest, and in no other', async () => {
    for (const name of ['一', '二', '三']) await aNetwork(world, owner, name, [hub])
    const asked: string[] = []
    const look = () =>
      trustService().trustOf(owner.account_id, [hub], async ({ network_number }) => {
        asked.push(network_number)
        return false
      })
    for (const { network_number } of (await look()).get(hub)!.networks) await endSoon(network_number)
    const { renewal } = (await look()).get(hub)!
    expect(asked).toEqual([renewal!.network_number])
  })

  it('is replaced at one member of a network after the other, and the turn of the first ends by itself', async () => {
    const { network_number, second, point, given } = await certified()
    await endSoon(network_number)
    const device = await keeper(hub)
    expect((await trusted(device))[0]!.certificate).not.toBe(given.get(hub)!.certificate)
    await accept(device)
    await settled(device)
    // The configuration that followed was applied, but the tunnels may still be restarting.
    expect(await turns(network_number)).toEqual([{ router_name: hub }])
    expect(await offeredTo(second)).toBe(given.get(second)!.certificate)
    expect(await offeredTo(point)).toBe(given.get(point)!.certificate)
    await world.pass(121)
    expect(await offeredTo(second)).not.toBe(given.get(second)!.certificate)
    expect(await turns(network_number)).toEqual([{ router_name: second }])
    await world.pass(121)
    expect(await offeredTo(point)).not.toBe(given.get(point)!.certificate)
    await device.leave()
  })

  it('keeps its turn when the member gives back, or cannot take, a turn for its configuration', async () => {
    const { account_id } = owner
    const centerTurns = createCenterTurns({ ...world.infrastructure, instance_id: randomUUID(), seconds: 105 })
    const [one, other] = ['SN-one', 'SN-other'].map((router_name) => ({ account_id, router_name })) as [Turning, Turning]
    expect(await centerTurns.take(one, ['certified'], 'certificate')).toBe(true)
    expect(await centerTurns.take(other, ['taken'], 'configuration')).toBe(true)
    expect(await centerTurns.take(one, ['certified', 'free', 'taken'], 'configuration')).toBe(false)
    await eventually(async () => expect(await turns('free')).toEqual([]))
    expect(await turns('certified')).toEqual([{ router_name: 'SN-one' }])
    expect(await centerTurns.take(one, ['certified', 'free'], 'configuration')).toBe(true)
    centerTurns.giveBack([one])
    await eventually(async () => expect(await turns('free')).toEqual([]))
    expect(await turns('certified')).toEqual([{ router_name: 'SN-one' }])
    expect(await centerTurns.take(other, ['certified'], 'configuration')).toBe(false)
    await world.pass(106)
    // A certificate follows another one after two minutes, whichever server looks when.
    expect(await centerTurns.take(other, ['certified'], 'certificate')).toBe(false)
    await world.pass(15)
    expect(await centerTurns.take(other, ['certified'], 'certificate')).toBe(true)
    await world.pass(106)
    // A turn of another is not one for a certificate any more.
    expect(await centerTurns.take(one, ['certified'], 'configuration')).toBe(true)
    centerTurns.giveBack([one])
    await eventually(async () => expect(await turns('certified')).toEqual([]))
  })

  it('needs authorities, which are created in the order of their networks, each once and apart from certificates', async () => {
    const [second] = (await hardware(world, owner, 1)) as [string]
    await deviceOf(second, (await aRequest(second)).csr)
    const numbers = [await aNetwork(world, owner, '一', [hub]), await aNetwork(world, owner, '二', [hub, second])]
    const [low, high] = numbers.toSorted() as [string, string]
    const steps: string[] = []
    const { trustOf, issue } = world.services.authorities
    const service = trustService({
      trustOf: (db, network_number) => (steps.push(network_number), trustOf(db, network_number)),
      issue: (db, network_number, request) => (steps.push('certificate'), issue(db, network_number, request)),
    })
    await service.trustOf(owner.account_id, [hub, second], async () => true)
    expect(steps).toEqual([low, high, 'certificate', 'certificate', 'certificate'])
  })

  it('is not replaced at each connection in the last days of the authority, which is renewed before', async () => {
    await aNetwork(world, owner, '单中心', [hub])
    const { ca: former } = await certificateFor(hub)
    // 90 days before the end of the authority every certificate of its own time would be due at once.
    await passUntil(endOf(former), 60 * DAY)
    await world.services.authorities.renewDue(world.db)
    const first = await certificateFor(hub)
    expect(endOf(first.ca)).toBeGreaterThan(endOf(former) + 9 * 365 * DAY)
    expect(endOf(first.certificate)).toBeGreaterThan(now() + 800 * DAY)
    expect(await certificateFor(hub)).toEqual(first)
  })

  it('comes with the renewed authority, and verifies by the former one as well', async () => {
    await aNetwork(world, owner, '单中心', [hub])
    const { ca: former } = await certificateFor(hub)
    await passUntil(endOf(former), 2 * 365 * DAY)
    await world.services.authorities.renewDue(world.db)
    const renewed = await certificateFor(hub)
    expect(renewed.ca).not.toBe(former)
    for (const ca of [former, renewed.ca])
      expect(new X509Certificate(renewed.certificate).verify(new X509Certificate(ca).publicKey)).toBe(true)
    expect(new X509Certificate(renewed.ca).checkIssued(new X509Certificate(former))).toBe(true)
  })

  it('keeps the former certificate of the authority beside it until it is replaced itself', async () => {
    await aNetwork(world, owner, '单中心', [hub])
    const { ca: former } = await certificateFor(hub)
    // A new certificate shortly before the authority is renewed.
    await passUntil(endOf(former), 3 * 365 * DAY + 10 * DAY)
    await world.services.authorities.renewDue(world.db)
    const before = await certificateFor(hub)
    expect(before.ca).toBe(former)
    await world.pass(20 * DAY)
    await world.services.authorities.renewDue(world.db)
    expect(await certificateFor(hub)).toEqual(before)
    await passUntil(endOf(before.certificate), 29 * DAY)
    const after = await certificateFor(hub)
    expect(after.ca).not.toBe(former)
    // The former one was valid all the time.
    expect(endOf(former)).toBeGreaterThan(now() + 200 * DAY)
  })
})

describe('a software member', () => {
  let person: string
  let network_number: string
  beforeEach(async () => {
    ;[person] = (await software(world, owner, 1)) as [string]
    await setPassword(person, 'First-2026')
    network_number = await aNetwork(world, owner, '门店', [hub], [person])
  })

  /** Signs the person's agent in, and returns its credential. */
  async function signIn(): Promise<string> {
    const { data } = await world.call(undefined, agentContract.device.login, { username: person, password: 'First-2026' })
    return (data as { credential: string }).credential
  }
  const proofOf = (secret: string) => `sha256:${digest(secret).toString('hex')}`
  const arrive = (credential: string, capabilities: number) =>
    connected(world, server, { account_id: owner.account_id, router_name: person, credential }, { capabilities, trust: null })

  it('may sign in at a center by its password, and its agent by a ticket of that network alone', async () => {
    const [other] = (await hardware(world, owner, 1)) as [string]
    const second = await aNetwork(world, owner, '仓库', [other], [person])
    const credential = await signIn()
    const agent = await arrive(credential, 5)
    const tickets = new Map((await trusted(agent)).map((network) => [network.network_number, network.ticket ?? '']))
    expect([...tickets.keys()].toSorted()).toEqual([network_number, second].toSorted())
    const device = await keeper(hub)
    const [network] = await trusted(device)
    expect(network?.logins).toMatchObject([{ name: person, proofs: [expect.any(String), proofOf(tickets.get(network_number)!)] }])
    expect(await verify(network!.logins[0]!.proofs[0]!, 'First-2026')).toBe(true)
    // Root on this center learns nothing that opens the controller, or another network.
    expect(tickets.get(second)).not.toBe(tickets.get(network_number))
    expect(JSON.stringify(network)).not.toContain(digest(credential).toString('hex'))
    await Promise.all([agent.leave(), device.leave()])
  })

  it('gets another ticket when its agent signs in again, and the former one ends', async () => {
    const device = await keeper(hub)
    await trusted(device)
    await signIn()
    const [before] = await trusted(device)
    await signIn()
    const [after] = await trusted(device)
    expect(after!.logins[0]!.proofs).toHaveLength(2)
    expect(after!.logins[0]!.proofs[1]).not.toBe(before!.logins[0]!.proofs[1])
    await device.leave()
  })

  it('is sent the same ticket while its agent renews its credential, and its centers the same proofs', async () => {
    const credential = await signIn()
    const next = token()
    const seen = async (bearer: string) => {
      const [agent, center] = [await arrive(bearer, 6), await keeper(hub)]
      const [own, others] = [await trusted(agent), await trusted(center)]
      await Promise.all([agent.leave(), center.leave()])
      return { own, logins: others.map(({ logins }) => logins) }
    }
    const before = await seen(credential)
    expect(before.logins).toMatchObject([[{ name: person, proofs: [expect.any(String), proofOf(before.own[0]!.ticket!)] }]])
    await world.call({ access_token: credential }, agentContract.device.renew, { credential: next })
    expect(await seen(credential)).toEqual(before)
    expect(await seen(next)).toEqual(before)
  })

  it('is let in by either of its credentials if its agent no longer supports tickets', async () => {
    const credential = await signIn()
    const next = token()
    await world.call({ access_token: credential }, agentContract.device.renew, { credential: next })
    const former = await arrive(credential, 4)
    const center = await keeper(hub)
    const proofs = async () => (await trusted(center))[0]!.logins[0]!.proofs
    expect((await proofs()).slice(2).toSorted()).toEqual([proofOf(credential), proofOf(next)].toSorted())
    await Promise.all([former.leave(), center.leave()])
  })

  it('is let in by the credential itself only while its agent does not support tickets', async () => {
    const credential = await signIn()
    const device = await keeper(hub)
    const [first] = await trusted(device)
    expect(first!.logins[0]!.proofs).not.toContain(proofOf(credential))
    const old = await arrive(credential, 4)
    const [known] = await trusted(old)
    expect(known).not.toHaveProperty('ticket')
    const [during] = await trusted(device)
    expect(during!.logins[0]!.proofs).toContain(proofOf(credential))
    await old.leave()
    const upgraded = await arrive(credential, 5)
    const [after] = await trusted(device)
    expect(after!.logins[0]!.proofs).not.toContain(proofOf(credential))
    expect(after!.logins[0]!.proofs).toHaveLength(2)
    await Promise.all([upgraded.leave(), device.leave()])
  })

  it('is announced to its centers again when its password changes, and no longer once it is disabled', async () => {
    const device = await keeper(hub)
    await trusted(device)
    await world.call(owner, contract.router.password, { router_name: person, password: 'Second-2026' })
    const [changed] = await trusted(device)
    expect(await verify(changed!.logins[0]!.proofs[0]!, 'Second-2026')).toBe(true)
    await world.call(owner, contract.router.update_status, { router_name: [person], status: 0 })
    const [none] = await trusted(device)
    expect(none?.logins).toEqual([])
    await device.leave()
  })

  it('is announced to its centers again after a time in which the gateway missed the change', async () => {
    const device = await keeper(hub)
    await trusted(device)
    await setPassword(person, 'Unheard-2026')
    const owning = new Client({ connectionString: world.url })
    await owning.connect()
    await owning.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'weft bus' and datname = current_database()",
    )
    await owning.end()
    const [changed] = await trusted(device)
    expect(await verify(changed!.logins[0]!.proofs[0]!, 'Unheard-2026')).toBe(true)
    await device.leave()
  })

  it('is disabled with fifty connected others in a few statements, not in some for each of them', async () => {
    await grant(world, owner, 'network_member', 200)
    const others = await many(world, owner, 'crowd', 50)
    await world.call(owner, contract.network.add_member, { network_number, router_name: others, member_type: 'software' })
    const center = await keeper(hub)
    expect((await trusted(center))[0]?.logins).toHaveLength(1)
    const agents = await Promise.all(others.map((router_name) => connected(world, server, { account_id: owner.account_id, router_name })))
    const sent = await statementsOf(async () => {
      await world.call(owner, contract.router.update_status, { router_name: [person, ...others], status: 0 })
      for (const { closed } of agents) expect(await closed).toMatchObject({ code: closeCodes.forbidden })
      expect((await trusted(center))[0]?.logins).toEqual([])
    })
    expect(sent).toBeLessThan(80)
    await center.leave()
  })

  it('is not announced to branches, whose certificates do not allow them to be dialled', async () => {
    const [point] = (await hardware(world, owner, 1)) as [string]
    await deviceOf(point, (await aRequest(point)).csr)
    await world.call(owner, contract.network.add_member, { network_number, router_name: point, member_type: 'point' })
    const device = await keeper(point)
    const [network] = await trusted(device)
    expect(network).toMatchObject({ network_number, logins: [] })
    expect(new X509Certificate(network!.certificate!).keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
    await device.leave()
  })
})

it('a POP has the trust of each network that it serves, of any account, and lets its software members in', async () => {
  const engineer = await anOperator(world, 'network')
  const pop = { name: '上海 1', region: '上海', public_ip: '198.51.100.9', port: 1194, capacity: 1000 }
  const created = (await world.call(engineer, opsContract.pops.create, pop)).data
  const { pop_name: router_name, activation_code } = created as OutputOf<typeof opsContract.pops.create>
  const { csr } = await aRequest(router_name)
  const answer = await world.call(undefined, agentContract.device.activate, { router_name, activation_code, csr })
  const { credential } = answer.data as { credential: string }
  const customers = [await aCustomer(world), await aCustomer(world)]
  const pops = { 上海: (created as { id: string }).id }
  for (const { owner: customer, network_number } of customers) await aResource(world, { owner: customer, engineer }, network_number, pops)
  const device = await connected(world, server, { account_id: 0, router_name, credential }, { capabilities: 3, trust: null })
  const networks = await trusted(device)
  expect(networks.map((network) => network.network_number)).toEqual(customers.map((one) => one.network_number).toSorted())
  for (const { certificate, ca } of networks) {
    const own = new X509Certificate(certificate!)
    expect(own.subject).toBe(`CN=${router_name}`)
    expect(own.verify(new X509Certificate(ca).publicKey)).toBe(true)
  }
  const [first] = customers
  await world.call(first!.owner, contract.router.password, { router_name: first!.person, password: 'Second-2026' })
  const after = await trusted(device)
  const logins = after.find((network) => network.network_number === first!.network_number)?.logins
  const proofs = logins?.find((login) => login.name === first!.person)?.proofs
  expect(await verify(proofs![0]!, 'Second-2026')).toBe(true)
  await device.leave()
})
