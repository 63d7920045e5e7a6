import { contract } from '@weft/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestbed, type Testbed, type Member, reached, unreached } from './testbed.ts'
import { endProcess, whyNot } from './namespaces.ts'

describe.skipIf(whyNot())('a POP', () => {
  let testbed: Testbed
  let pop: Awaited<ReturnType<Testbed['pop']>>
  let hub: Member
  let shop1: Member
  let shop2: Member
  let depot1: Member
  let depot2: Member
  let shops: string
  let depots: string
  const popLinks = async (network_number: string) =>
    (await testbed.info(network_number)).link.filter(({ kind, vpn_online }) => kind === 'pop' && vpn_online === 1).length

  beforeAll(async () => {
    testbed = await createTestbed()
    ;[hub] = (await testbed.hardware(1)) as [Member]
    ;[shop1, shop2, depot1, depot2] = (await testbed.devices([2, 3, 4, 5], true)) as [Member, Member, Member, Member]
    pop = await testbed.pop(9, '上海')
    for (const member of testbed.members) member.start()
    await testbed.connected(hub, shop1, shop2, depot1, depot2)
    shops = await testbed.network('门店', [hub], [shop1, shop2])
    await testbed.lans(shops, hub, shop1, shop2)
    depots = await testbed.network('仓库', [], [depot1, depot2])
    await testbed.lans(depots, depot1, depot2)
  })
  afterAll(() => testbed?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await testbed.story())
  })

  it('carries a network without a center whose branches cannot be dialled', async () => {
    await unreached(depot1.host, depot2.lan)
    await pop.sell(depots, depot1, depot2)
    await reached(depot1.host, depot2.lan)
    await reached(depot2.host, depot1.lan)
    await vi.waitFor(async () => expect(await popLinks(depots)).toBe(2), 60_000)
  })

  it('replaces a center that dies, and comes first if the network says so', async () => {
    const { network_fr_id } = await pop.sell(shops, hub, shop1, shop2)
    await vi.waitFor(async () => expect(await popLinks(shops)).toBe(3), 60_000)
    await testbed.set('fr', { network_number: shops, network_fr_id, mode: 3 })
    const through = () => shop1.device.in('ip', 'route', 'get', shop2.lan)
    await vi.waitFor(async () => expect(await through()).toContain(`dev p${shops}`), 60_000)
    await reached(shop1.host, shop2.lan)
    await testbed.set('fr', { network_number: shops, network_fr_id, mode: 2 })
    await vi.waitFor(async () => expect(await through()).toContain(`dev c${shops}`), 60_000)
    await reached(shop1.host, shop2.lan)
    await hub.off()
    await reached(shop1.host, shop2.lan)
    expect(await through()).toContain(`dev p${shops}`)
  })

  it('lets software members in', async () => {
    const person = await testbed.software(6)
    person.start()
    await testbed.connected(person)
    await testbed.call(contract.network.add_member, { network_number: depots, router_name: person.router_name, member_type: 'point' })
    const { data } = await testbed.world.call(testbed.owner, contract.popResources.areas, { network_number: depots })
    await testbed.set('member_ov', {
      network_number: depots,
      router_name: person.router_name,
      ov_id_main: (data as { ov_id: string }[])[0]?.ov_id,
      ov_id_backup: null,
    })
    for (const depot of [depot1, depot2]) await reached(person.device, depot.lan)
    await unreached(person.device, shop1.lan)
    await vi.waitFor(async () => expect(await popLinks(depots)).toBe(3), 60_000)
  })

  it('is dialled again soon after it ended in the middle of a handshake', async () => {
    const begun = async () => /packets [1-9]/.test(await depot1.device.in('nft', 'list', 'table', 'ip', 'half'))
    // The first answer of the POP passes; the packets with its certificate do not.
    await depot1.device.in('nft', 'add table ip half; add chain ip half in { type filter hook input priority 0; }')
    await depot1.device.in('nft', `add rule ip half in ip saddr ${pop.member.wan} udp length > 200 counter drop`)
    for (const pid of depot1.device.tunnels()) process.kill(pid, 'SIGUSR1')
    await vi.waitFor(async () => expect(await begun()).toBe(true), 60_000)
    for (const pid of pop.member.device.tunnels()) endProcess(pid)
    await depot1.device.in('nft', 'delete table ip half')
    // By default OpenVPN would wait for a minute.
    await reached(depot1.host, depot2.lan, 40)
  })

  it('keeps its networks apart', async () => {
    await reached(depot1.host, depot2.lan)
    await reached(shop1.host, shop2.lan)
    await unreached(shop1.host, depot1.lan)
    // With a wrong route, packets get as far as the POP, which has a route to the other network but drops them.
    const [way] = await testbed.ways(shop1, shops, pop.member)
    await shop1.device.in('ip', 'route', 'add', depot1.lan, 'dev', way ?? '')
    await depot1.device.in('nft', 'add table ip seen; add chain ip seen in { type filter hook prerouting priority 0; }')
    await depot1.device.in('nft', 'add rule ip seen in ip saddr 192.168.2.0/24 counter')
    const seen = async () => Number(/packets (\d+)/.exec(await depot1.device.in('nft', 'list', 'table', 'ip', 'seen'))?.[1])
    await unreached(shop1.host, depot1.lan)
    expect(await seen()).toBe(0)
    // An agent restores the rules, so the packets pass only while there is none.
    await pop.member.stop()
    await pop.member.device.in('nft', 'flush', 'chain', 'inet', 'weft', 'forward')
    await unreached(shop1.host, depot1.lan)
    expect(await seen()).toBeGreaterThan(0)
    pop.member.start()
    const drops = () =>
      vi.waitFor(async () => expect(await pop.member.device.in('nft', 'list', 'table', 'inet', 'weft')).toContain('drop'), 60_000)
    await drops()
    await pop.member.device.in('nft', 'flush', 'ruleset')
    await drops()
  })
})
