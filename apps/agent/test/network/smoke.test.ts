import { contract } from '@weft/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../server/test/eventually.ts'
import { whyNot } from './namespaces.ts'
import { createTestbed, type Member, reached, type Testbed, unreached } from './testbed.ts'

/** No test here depends on how long something takes: `npm run proof -- tunnels` counts packets and seconds. */
const SECONDS = 500

describe.skipIf(whyNot())('a branch and its center', () => {
  let testbed: Testbed
  let hub: Member
  let shop: Member
  let network_number: string

  beforeAll(async () => {
    testbed = await createTestbed()
    ;[hub, shop] = (await testbed.hardware(1, 2)) as [Member, Member]
    for (const member of testbed.members) member.start()
    await testbed.connected(...testbed.members)
    network_number = await testbed.network('门店', [hub], [shop])
    await testbed.lans(network_number, hub, shop)
  })
  afterAll(() => testbed?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await testbed.story())
  })

  it('carry traffic between the computers behind them, and are shown in the console as they are', async () => {
    await reached(shop.host, hub.lan, SECONDS)
    await reached(hub.host, shop.lan, SECONDS)
    await eventually(async () => {
      const { member, link } = await testbed.info(network_number)
      expect(member.map((one) => one.revision_state)).toEqual(['applied', 'applied'])
      expect(link.map((one) => one.vpn_online)).toEqual([1])
    })
    const { link } = await testbed.info(network_number)
    expect(await shop.device.in('ip', '-br', '-4', 'address')).toContain(`${link[0]!.vpn_ip}/`)
    // The agent asks for the members every two seconds, and the log says something else.
    expect(hub.said('hardware')).toContain('Initialization Sequence Completed')
    expect(hub.said('hardware')).not.toContain('status 3')
  })

  it('apply a setting that is changed in the console', async () => {
    const { router_name } = shop
    await testbed.set('edit_prefix', { network_number, router_name, prefix: [{ ip: '192.168.2.0', mask: 24, permission: 'deny' }] })
    await unreached(hub.host, shop.lan, SECONDS)
    expect(shop.device.tunnels()).toHaveLength(1)
    await testbed.lans(network_number, shop)
    await reached(hub.host, shop.lan, SECONDS)
  })

  it('are parted when the branch is removed from the network, whose tunnel ends', async () => {
    expect(shop.device.tunnels()).toHaveLength(1)
    await testbed.call(contract.network.remove_member, { network_number, router_name: shop.router_name })
    await unreached(shop.host, hub.lan, SECONDS)
    await eventually(() => expect(shop.device.tunnels()).toEqual([]))
    expect(await shop.device.in('ip', 'route', 'get', hub.lan)).toContain('dev wan')
  })
})
