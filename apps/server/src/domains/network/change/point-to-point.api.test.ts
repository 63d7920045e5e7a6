import { contract, type NetworkInfo, type OutputOf } from '@weft/contract'
import { MemberDocument } from '@weft/member-config'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAgent } from '../../../../../agent/src/agent.ts'
import { keptCredential } from '../../../../../agent/src/protocol/credential.ts'
import { memoryStore } from '../../../../../agent/src/apply/config-store.ts'
import { createBeat } from '../../../../../agent/src/beat.ts'
import { createEther } from '../../../../../agent/src/drivers/simulated/ether.ts'
import { simulatedDriver } from '../../../../../agent/src/drivers/simulated/simulated.ts'
import { memoryRing } from '../../../../../agent/src/protocol/event-ring.ts'
import { accept, connected, credentialOf, listenForAgents, portOf } from '../../../../test/agent-client.ts'
import { aNetwork, grant, hardware, infoOf, software } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { eventually } from '../../../../test/eventually.ts'

let world: World
let server: string
beforeAll(async () => {
  world = await createWorld()
  server = await listenForAgents(world)
})
afterAll(() => world.close())

async function aCustomer() {
  const owner = await world.anOwner()
  await grant(world, owner, 'network_member', 20)
  const [a, b, c] = (await hardware(world, owner, 3)) as [string, string, string]
  return { owner, a, b, c }
}
const at = (ipv4: string) => ({ interfaces: [{ ...portOf('wan'), ipv4 }] })
const linksOf = ({ link }: NetworkInfo) => link.map((one) => `${one.router_name}>${one.center_router_name} ${one.kind}`)
const linked = (owner: Person, network_number: string, links: string[]) =>
  eventually(async () => expect(linksOf(await infoOf(world, owner, network_number))).toEqual(links))

it('branches are dialled as soon as they have a public address, and as long as they have it', async () => {
  const { owner, a, b, c } = await aCustomer()
  const network_number = await aNetwork(world, owner, '直连', [], [a, b, c])
  const join = (router_name: string, ipv4: string) => connected(world, server, { account_id: owner.account_id, router_name }, at(ipv4))
  expect(await infoOf(world, owner, network_number)).toMatchObject({ network_type: 2, link: [], revision: 1 })
  const first = await join(b, '203.0.113.7')
  await linked(owner, network_number, [`${a}>${b} p2p`, `${c}>${b} p2p`])
  // A member that is dialled is no center.
  const lists = await world.call(owner, contract.network.list, { type: '2' })
  expect(lists.data).toMatchObject([{ network_number, network_type: 2 }])
  const dialling = await join(a, '192.168.1.9')
  const { document } = await accept(dialling)
  expect(MemberDocument.parse(document).networks).toMatchObject([
    { position: 'point', services: null, links: [{ center: b, remote: { address: '203.0.113.7' } }] },
  ])
  // Of two members with public addresses the one with the lower name dials.
  const second = await join(c, '203.0.113.8')
  await linked(owner, network_number, [`${a}>${b} p2p`, `${a}>${c} p2p`, `${b}>${c} p2p`])
  await accept(dialling)
  // Members that dial it get its new address.
  await first.leave()
  const moved = await join(b, '203.0.113.99')
  expect(JSON.stringify((await accept(dialling)).document)).toContain('203.0.113.99')
  await second.leave()
  const gone = await join(c, '10.0.0.8')
  await linked(owner, network_number, [`${a}>${b} p2p`, `${c}>${b} p2p`])
  const history = await world.call(owner, contract.networkRevisions.list, { network_number })
  const rows = history.data as OutputOf<typeof contract.networkRevisions.list>['rows']
  expect(rows.map((row) => [row.by, row.summary]).slice(0, 3)).toEqual([
    ['系统', `${c} 不再被其他成员拨入`],
    ['系统', `${c} 可被其他成员拨入`],
    ['系统', `${b} 可被其他成员拨入`],
  ])
  await Promise.all([dialling.leave(), moved.leave(), gone.leave()])
})

it('a device that gets a public address while its network is created is dialled as well', async () => {
  const { owner, a, b } = await aCustomer()
  const creating = await world.asSystem(async (system) => {
    await system.sql.updateTable('member').set({ router_ipv4: '203.0.113.9' }).where('router_name', '=', b).execute()
    const made = aNetwork(world, owner, '直连', [], [a, b])
    // The creation has read the addresses, and waits for the member's lock.
    const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and not granted`
    await eventually(async () => expect((await waiting.execute(world.db.systemNow.sql)).rows[0]?.n).toBe(1))
    return { made }
  })
  const network_number = await creating.made
  expect(linksOf(await infoOf(world, owner, network_number))).toEqual([`${a}>${b} p2p`])
})

it('a branch with a fixed port is dialled by others, also by software members, as its files and their profile show', async () => {
  const { owner, a, b } = await aCustomer()
  await grant(world, owner, 'software_member', 5)
  const [person] = (await software(world, owner, 1)) as [string]
  const network_number = await aNetwork(world, owner, '直连', [], [a, b, person])
  const port = { public_ip: '198.51.100.20', public_port: 4500, static_port: 4500 }
  const software_service = { ...port, public_port: 4501, static_port: 4501 }
  const fix = (router_name: string) =>
    world.call(owner, contract.networkSettings.fixed_port, { network_number, router_name, router_service: port, software_service })
  expect(await fix(person)).toMatchObject({ code: 422 })
  expect((await fix(a)).code).toBe(200)
  await linked(owner, network_number, [`${b}>${a} p2p`, `${person}>${a} p2p`])
  const { member, network_center_link_show } = await infoOf(world, owner, network_number)
  expect(network_center_link_show).toBe(0)
  expect(member.filter((one) => one.fixed_port !== null).map((one) => one.router_name)).toEqual([a])
  const preview = await world.call(owner, contract.networkRevisions.preview, { network_number, router_name: a })
  expect(JSON.stringify(preview.data)).toContain('port 4500')
  const profile = await world.apps.console.inject({
    method: 'GET',
    url: `/api/v1/${contract.memberFiles.profile.path}`,
    query: { router_name: person, network_number },
    headers: { authorization: `Bearer ${owner.access_token}` },
  })
  expect(profile.payload).toContain('remote 198.51.100.20 4501')
  const links = await world.call(owner, contract.networkSettings.point_link, { network_number, router_name: b })
  expect(links).toMatchObject({ code: 200, data: [{ center_router_name: a, enable: 1 }] })
})

it('tunnels come up between branches, and to a center once one of them becomes it', async () => {
  const { owner, a, b } = await aCustomer()
  const [beat, ether] = [createBeat(), createEther()]
  const agents = await Promise.all(
    [a, b].map(async (router_name) => {
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
  const network_number = await aNetwork(world, owner, '直连', [], [a, b])
  const isUp = (kind: string) =>
    eventually(async () => expect((await infoOf(world, owner, network_number)).link).toMatchObject([{ kind, vpn_online: 1 }]))
  await isUp('p2p')
  const edit = { network_number, network_name: '直连', center: [a], point: [b] }
  expect((await world.call(owner, contract.network.edit, edit)).code).toBe(200)
  await isUp('center')
  await Promise.all(agents.map((agent) => agent.stop()))
  beat.stop()
})

it('a draft may add a center and configure it at once', async () => {
  const { owner, a, b, c } = await aCustomer()
  await grant(world, owner, 'network_center', 1)
  const network_number = await aNetwork(world, owner, '总部', [a], [b])
  const port = { public_ip: '198.51.100.21', public_port: 4600, static_port: 4600 }
  const none = { public_ip: null, public_port: null, static_port: null }
  const changes = [
    { call: 'add_member', input: { router_name: c, member_type: 'center' } },
    { call: 'fixed_port', input: { router_name: c, router_service: port, software_service: none } },
    { call: 'edit_routing', input: { type: 2, main_router: c, secondary_router: a } },
    { call: 'edit_point_link', input: { router_name: b, link_config: [{ center_router_name: a, enable: 0 }] } },
  ]
  const dry = await world.call(owner, contract.networkRevisions.changes, { network_number, changes, dry_run: true })
  expect(dry).toMatchObject({ code: 200, data: { revision: 2 } })
  expect(await world.call(owner, contract.networkRevisions.changes, { network_number, changes })).toMatchObject({ code: 200 })
  const { member, link, routing } = await infoOf(world, owner, network_number)
  expect(routing).toMatchObject({ main_router: c })
  expect(member.find((one) => one.router_name === c)?.fixed_port?.router).toEqual(port)
  expect(link.map((one) => [one.center_router_name, one.enable])).toEqual([
    [a, 0],
    [c, 1],
  ])
})
