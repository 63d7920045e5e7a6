import { type ControllerMessage, closeCodes, contract } from '@weft/contract'
import { MemberDocument } from '@weft/member-config'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAgent } from '../../../agent/src/agent.ts'
import { keptCredential } from '../../../agent/src/protocol/credential.ts'
import { memoryStore } from '../../../agent/src/apply/config-store.ts'
import { createBeat } from '../../../agent/src/beat.ts'
import { createEther } from '../../../agent/src/drivers/simulated/ether.ts'
import { simulatedDriver } from '../../../agent/src/drivers/simulated/simulated.ts'
import { memoryRing } from '../../../agent/src/protocol/event-ring.ts'
import { documentOf } from '../domains/network/configuration/configuration.service.ts'
import {
  accept,
  connected,
  credentialOf,
  type Device,
  helloOf,
  listenForAgents,
  memberRow,
  openSocket,
  portOf,
} from '../../test/agent-client.ts'
import { aNetwork, grant, hardware, infoOf } from '../../test/network-fixtures.ts'
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
beforeEach(async () => {
  owner = await world.anOwner()
  await grant(world, owner, 'network_center', 3)
})

const join = (router_name: string, more: Parameters<typeof helloOf>[1] = {}) =>
  connected(world, server, { account_id: owner.account_id, router_name }, more)
const desired = async (router_name: string) => (await world.db.account(owner.account_id, 'read', (db) => documentOf(db, router_name)))!
const applied = (router_name: string, revision: number) =>
  eventually(async () => expect(await memberRow(world, router_name)).toMatchObject({ applied_revision: revision, config_error: null }))
const addPoint = (network_number: string, member: string) =>
  world.call(owner, contract.network.add_member, { network_number, router_name: member, member_type: 'point' })
const offersOf = (device: Device) => device.messages.filter((message: ControllerMessage) => message.type === 'config.offer')

/** Resolves after the answer to a heartbeat, by which anything that was sent by mistake has arrived. */
async function settled(device: Device) {
  device.send({ type: 'heartbeat' })
  await device.next('heartbeat')
}

describe('a change of a network', () => {
  it('is offered to a member that is connected, as a valid document of its own, and counts once it is confirmed', async () => {
    const [hub, point] = await hardware(world, owner, 2)
    const device = await join(point!)
    const network_number = await aNetwork(world, owner, '门店', [hub!], [point!])
    const offer = await accept(device)
    expect(MemberDocument.parse(offer.document)).toMatchObject({ router_name: point, networks: [{ network_number, position: 'point' }] })
    expect(offer).toMatchObject(await desired(point!))
    await applied(point!, offer.revision)
    await device.leave()
  })

  it('is offered at the hello of a member that was away, and not again at the next', async () => {
    const [hub, point] = await hardware(world, owner, 2)
    await aNetwork(world, owner, '门店', [hub!], [point!])
    const first = await join(point!)
    expect(first.welcome.desired).toBeNull()
    const { revision, hash } = await accept(first)
    await applied(point!, revision)
    await first.leave()
    const second = await join(point!, { applied: { revision, hash } })
    expect(second.welcome.desired).toEqual({ revision, hash })
    await settled(second)
    expect(offersOf(second)).toEqual([])
    await second.leave()
  })

  it('counts without an offer where the member runs the same content already', async () => {
    const [hub, point] = await hardware(world, owner, 2)
    await aNetwork(world, owner, '门店', [hub!], [point!])
    const { revision, hash } = await desired(point!)
    const device = await join(point!, { applied: { revision: revision - 1, hash } })
    await applied(point!, revision)
    expect(offersOf(device)).toEqual([])
    await device.leave()
  })

  it('is confirmed at the hello of a member that applied it and lost its connection', async () => {
    const [hub, point] = await hardware(world, owner, 2)
    await aNetwork(world, owner, '门店', [hub!], [point!])
    const { revision, hash } = await desired(point!)
    const device = await join(point!, { pending: { revision, hash } })
    expect(await device.next('config.confirm')).toMatchObject({ revision })
    device.send({ type: 'config.ack', revision, hash, phase: 'confirmed', errors: [], actions: [] })
    await applied(point!, revision)
    expect(offersOf(device)).toEqual([])
    await device.leave()
  })

  it('is shown with its reason when it fails, until the next change', async () => {
    const [hub, point, other] = await hardware(world, owner, 3)
    const network_number = await aNetwork(world, owner, '门店', [hub!], [point!])
    const device = await join(point!)
    const { revision, hash } = await device.next('config.offer')
    device.send({ type: 'config.ack', revision, hash, phase: 'rolled_back', errors: ['not confirmed in time'], actions: [] })
    await eventually(async () => expect((await memberRow(world, point!)).config_error).toBe('rolled_back: not confirmed in time'))
    expect((await infoOf(world, owner, network_number)).member.find((one) => one.router_name === point)).toMatchObject({
      revision_state: 'failed',
    })
    await addPoint(network_number, other!)
    await world.call(owner, contract.network.remove_member, { network_number, router_name: point! })
    const next = await accept(device)
    expect(next.document).toMatchObject({ networks: [] })
    await applied(point!, next.revision)
    await device.leave()
  })

  it('keeps the reason of a failure while the member says that its former configuration runs', async () => {
    const [hub, point] = await hardware(world, owner, 2)
    const device = await join(point!)
    const network_number = await aNetwork(world, owner, '门店', [hub!], [point!])
    const former = await accept(device)
    await applied(point!, former.revision)
    await world.call(owner, contract.networkSettings.ciphers, { network_number, ncp_ciphers: 'sm' })
    const refused = await device.next('config.offer')
    const of = ({ revision, hash }: { revision: number; hash: string }) => ({
      type: 'config.ack' as const,
      revision,
      hash,
      actions: [] as string[],
    })
    device.send({ ...of(refused), phase: 'failed', errors: ['no space'] })
    const failed = { applied_revision: former.revision, config_error: expect.stringContaining('no space') }
    await eventually(async () => expect(await memberRow(world, point!)).toMatchObject(failed))
    device.send({ ...of(former), phase: 'confirmed', errors: [] })
    await settled(device)
    // Reports are written in their order, so that of the hub comes after it.
    const later = await join(hub!)
    await applied(hub!, (await accept(later)).revision)
    await later.leave()
    expect(await memberRow(world, point!)).toMatchObject(failed)
    await device.leave()
  })

  describe('that a device was sent and no longer runs', () => {
    const ackOf = ({ revision, hash }: { revision: number; hash: string }, phase: 'failed' | 'confirmed', ...errors: string[]) => ({
      type: 'config.ack' as const,
      revision,
      hash,
      phase,
      errors,
      actions: [],
    })
    const failed = (router_name: string, words: string) =>
      eventually(async () => expect((await memberRow(world, router_name)).config_error).toBe(`failed: ${words}`))
    /** Returns a branch that has applied its configuration, and what it has applied. */
    async function aBranch() {
      const [hub, point] = await hardware(world, owner, 2)
      const network_number = await aNetwork(world, owner, '门店', [hub!], [point!])
      const device = await join(point!)
      const { revision, hash } = await accept(device)
      await applied(point!, revision)
      return { point: point!, network_number, device, runs: { revision, hash } }
    }

    it('is shown as failed with the reason in its hello, until the device says that it runs', async () => {
      const { point, network_number, device, runs } = await aBranch()
      await device.leave()
      // Also a device that keeps no trust, to which nothing else is to be sent.
      const back = await join(point, { applied: runs, error: 'nft: no such file' })
      await failed(point, 'nft: no such file')
      const { member } = await infoOf(world, owner, network_number)
      expect(member.find((one) => one.router_name === point)).toMatchObject({ revision_state: 'failed' })
      await settled(back)
      expect(offersOf(back)).toEqual([])
      back.send(ackOf(runs, 'confirmed'))
      await applied(point, runs.revision)
      await back.leave()
    })

    it('is shown as failed though its content has a newer revision since', async () => {
      const { point, network_number, device, runs } = await aBranch()
      await world.call(owner, contract.networkSettings.re_send_config, { network_number, router_name: point })
      await applied(point, runs.revision + 1)
      device.send(ackOf(runs, 'failed', 'openvpn does not start'))
      await failed(point, 'openvpn does not start')
      expect(await memberRow(world, point)).toMatchObject({ applied_revision: runs.revision + 1 })
      device.send(ackOf(runs, 'confirmed'))
      await applied(point, runs.revision + 1)
      await device.leave()
    })

    it('by a start that failed is shown as failed, and runs once it is sent again', async () => {
      const [hub, point] = (await hardware(world, owner, 2)) as [string, string]
      const network_number = await aNetwork(world, owner, '门店', [hub], [point])
      const device = await join(point)
      const { revision, hash, document } = await accept(device)
      await applied(point, revision)
      await device.leave()
      const driver = simulatedDriver(createEther(), point, 'router', '1')
      const state = { broken: true }
      const store = memoryStore()
      await store.save({ applied: { revision, hash, document: MemberDocument.parse(document) }, pending: null })
      const beat = createBeat()
      const agent = createAgent({
        controller: { server, ca: undefined },
        router_name: point,
        boot_id: 'second boot',
        credential: keptCredential(
          () => device.credential,
          () => {},
        ),
        driver: {
          ...driver,
          apply: (next, before) => (state.broken ? Promise.reject(new Error('nft: not now')) : driver.apply(next, before)),
        },
        store,
        ring: memoryRing(100),
        beat,
        random: Math.random,
      })
      await agent.start()
      await failed(point, 'nft: not now')
      state.broken = false
      await world.call(owner, contract.networkSettings.re_send_config, { network_number, router_name: point })
      await applied(point, revision + 1)
      expect(agent.status()).toMatchObject({ applied: { revision: revision + 1 }, pending: null })
      await agent.stop()
      beat.stop()
    })

    it('is offered anew when somebody sends it again', async () => {
      const { point, network_number, device, runs } = await aBranch()
      device.send(ackOf(runs, 'failed', 'openvpn does not start'))
      await failed(point, 'openvpn does not start')
      await world.call(owner, contract.networkSettings.re_send_config, { network_number, router_name: point })
      const offer = await accept(device)
      expect(offer).toMatchObject({ revision: runs.revision + 1, hash: runs.hash })
      await applied(point, offer.revision)
      await device.leave()
    })
  })

  it('reaches both centers at once where it interrupts neither, and otherwise one after the other', async () => {
    const hubs = await hardware(world, owner, 2)
    const [point] = await hardware(world, owner, 1)
    const devices = await Promise.all(hubs.map((name) => join(name)))
    const confirmed = (device: Device, { revision, hash }: { revision: number; hash: string }) =>
      device.send({ type: 'config.ack', revision, hash, phase: 'confirmed', errors: [], actions: [] })
    const network_number = await aNetwork(world, owner, '双中心', hubs)
    // No tunnel is up yet.
    const created = await Promise.all(devices.map((device) => device.next('config.offer')))
    for (const [i, device] of devices.entries()) confirmed(device, created[i]!)
    for (const name of hubs) await applied(name, 1)
    await addPoint(network_number, point!)
    const live = await Promise.all(devices.map((device) => device.next('config.offer')))
    for (const [i, device] of devices.entries()) confirmed(device, live[i]!)
    for (const name of hubs) await applied(name, 2)

    await world.call(owner, contract.networkSettings.ciphers, { network_number, ncp_ciphers: 'sm' })
    const isOffered = (device: Device) => offersOf(device).length === 3
    await eventually(() => expect(devices.some(isOffered)).toBe(true))
    const first = devices.find(isOffered)!
    const second = devices.find((device) => device !== first)!
    await settled(second)
    expect(offersOf(second)).toHaveLength(2)
    confirmed(first, await first.next('config.offer'))
    await accept(second)
    for (const name of hubs) await applied(name, 3)
    for (const device of devices) await device.leave()
  })

  it('is never offered to a member of another account', async () => {
    const stranger = await world.anOwner()
    const [mine] = await hardware(world, owner, 1)
    const device = await join(mine!)
    const theirs = await hardware(world, stranger, 2)
    await aNetwork(world, stranger, '别家', [theirs[0]!], [theirs[1]!])
    await settled(device)
    expect(offersOf(device)).toEqual([])
    await device.leave()
  })

  it('ends the connection when it is acknowledged with another hash than the offered one', async () => {
    const [hub, point] = await hardware(world, owner, 2)
    await aNetwork(world, owner, '门店', [hub!], [point!])
    const device = await join(point!)
    const { revision } = await device.next('config.offer')
    device.send({ type: 'config.ack', revision, hash: 'f'.repeat(64), phase: 'confirmed', errors: [], actions: [] })
    expect(await device.closed).toMatchObject({ code: closeCodes.protocol })
    expect(await memberRow(world, point!)).toMatchObject({ applied_revision: 0 })
  })

  it('reaches a member that is ahead of a database restored from a backup', async () => {
    const [hub, point] = await hardware(world, owner, 2)
    await aNetwork(world, owner, '门店', [hub!], [point!])
    const device = await join(point!, { applied: { revision: 700, hash: 'a'.repeat(64) } })
    const offer = await accept(device)
    expect(offer.revision).toBe(701)
    await applied(point!, 701)
    await device.leave()
  })

  it('ignores a revision that no member can have', async () => {
    const [hub, point] = await hardware(world, owner, 2)
    await aNetwork(world, owner, '门店', [hub!], [point!])
    const device = await join(point!, { applied: { revision: Number.MAX_SAFE_INTEGER, hash: 'a'.repeat(64) } })
    const offer = await accept(device)
    expect(offer.revision).toBe(1)
    await applied(point!, 1)
    await device.leave()
  })
})

describe('one of two instances', () => {
  it('evicts an older connection from the other, and offers its own members what the other wrote', async () => {
    const second = await createWorld({}, { url: world.url })
    const elsewhere = await listenForAgents(second)
    const [hub, point] = await hardware(world, owner, 2)
    const credential = await credentialOf(world, owner.account_id, point!)
    const older = await connected(world, server, { account_id: owner.account_id, router_name: point!, credential })
    const newer = await connected(world, elsewhere, { account_id: owner.account_id, router_name: point!, credential })
    expect(await older.closed).toMatchObject({ code: closeCodes.replaced })
    await aNetwork(world, owner, '门店', [hub!], [point!])
    const { revision } = await accept(newer)
    await applied(point!, revision)
    expect(await memberRow(world, point!)).toMatchObject({ online_status: 1, connection_id: newer.welcome.session_id })
    await newer.leave()
    await second.close()
  })

  it('follows a center to an address where others can dial it, and to no other', async () => {
    const instance = await createWorld({}, { url: world.url })
    const elsewhere = await listenForAgents(instance)
    const [hub, point] = (await hardware(world, owner, 2)) as [string, string]
    const network_number = await aNetwork(world, owner, '门店', [hub], [point])
    const come = async (ipv4: string) => {
      const wan = { ...portOf('wan'), ipv4 }
      await (await connected(instance, elsewhere, { account_id: owner.account_id, router_name: hub }, { interfaces: [wan] })).leave()
    }
    for (const address of ['127.0.0.1', '192.168.1.7', '198.51.100.7', '198.51.100.7']) await come(address)
    await eventually(async () => expect((await desired(point)).revision).toBe(2))
    const port = { public_ip: '203.0.113.1', public_port: 4500, static_port: 4500 }
    const software_service = { ...port, public_port: 4501, static_port: 4501 }
    const ports = { network_number, router_name: hub, router_service: port, software_service }
    expect((await world.call(owner, contract.networkSettings.fixed_port, ports)).code).toBe(200)
    await come('198.51.100.8')
    // Closing an instance waits for what its members' arrivals caused.
    await instance.close()
    expect(await desired(point)).toMatchObject({
      revision: 3,
      document: { networks: [{ links: [{ remote: { address: '203.0.113.1' } }] }] },
    })
  })

  it('sends its members a time to come back when it ends, and they count as on their way', async () => {
    const ending = await createWorld({}, { url: world.url })
    const elsewhere = await listenForAgents(ending)
    const [point] = await hardware(world, owner, 1)
    const device = await connected(world, elsewhere, { account_id: owner.account_id, router_name: point! })
    await ending.services.gateway.drain()
    const { code, reason } = await device.closed
    expect([code, reason]).toEqual([closeCodes.going_away, expect.stringMatching(/^retry_after=\d+$/)])
    await ending.close()
    expect(await memberRow(world, point!)).toMatchObject({ online_status: 1, gateway_id: ending.services.instance.instance_id })
  })
})

describe('the agent itself', () => {
  it('brings a tunnel up between two members of a new network, and down again when one leaves it', async () => {
    const [hub, point] = (await hardware(world, owner, 2)) as [string, string]
    const [beat, ether] = [createBeat(), createEther()]
    const agents = await Promise.all(
      [hub, point].map(async (router_name) => {
        const credential = await credentialOf(world, owner.account_id, router_name)
        const driver = simulatedDriver(ether, router_name, 'router', 'test')
        const parts = {
          controller: { server, ca: undefined },
          router_name,
          beat,
          driver,
          boot_id: 'b',
          store: memoryStore(),
          ring: memoryRing(100),
          random: Math.random,
        }
        const agent = createAgent({
          ...parts,
          credential: keptCredential(
            () => credential,
            () => {},
          ),
        })
        await agent.start()
        return agent
      }),
    )
    const network_number = await aNetwork(world, owner, '门店', [hub], [point])
    // Links and configurations are reported apart, in any order.
    await eventually(async () => {
      const { link, member } = await infoOf(world, owner, network_number)
      expect(link).toMatchObject([{ vpn_online: 1 }])
      expect(member.map((one) => [one.online, one.revision_state])).toEqual([
        [1, 'applied'],
        [1, 'applied'],
      ])
    })
    await world.call(owner, contract.network.remove_member, { network_number, router_name: point })
    await eventually(async () => expect(await memberRow(world, point)).toMatchObject({ online: 0 }))
    await eventually(async () => {
      const sessions = await world.db.systemNow.sql.selectFrom('tunnel_session').selectAll().where('router_name', '=', point).execute()
      expect(sessions).toMatchObject([{ link_router_name: hub, end_time: expect.any(Number) }])
    })
    await Promise.all(agents.map((agent) => agent.stop()))
    beat.stop()
  })
})

it('an operation is performed and answered by the device that it names', async () => {
  const [point] = (await hardware(world, owner, 1)) as [string]
  expect(await world.services.gateway.sendOp(point, { kind: 'diagnose', seconds: 30 })).toMatchObject({ ok: false, error: 'away' })
  const device = await join(point)
  const answer = world.services.gateway.sendOp(point, { kind: 'diagnose', seconds: 30 })
  const op = await device.next('op')
  device.send({ type: 'op.result', op_id: op.op_id, ok: true, error: null })
  expect(await answer).toMatchObject({ op_id: op.op_id, ok: true })

  const lost = world.services.gateway.sendOp(point, { kind: 'diagnose', seconds: 30 })
  const { op_id } = await device.next('op')
  await device.leave()
  const back = openSocket(server, device.credential)
  await back.opened
  back.send(helloOf(point, { recent_ops: [{ op_id, ok: false, error: 'no such service' }] }))
  expect(await lost).toMatchObject({ ok: false, error: 'no such service' })
  await back.leave()
})
