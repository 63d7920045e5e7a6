import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestbed, type Testbed, type Member, reached, unreached } from './testbed.ts'
import { whyNot } from './namespaces.ts'

describe.skipIf(whyNot())('dynamic routing', () => {
  let testbed: Testbed
  let hub: Member
  let shop1: Member
  let shop2: Member
  let network_number: string

  beforeAll(async () => {
    testbed = await createTestbed()
    ;[hub, shop1, shop2] = (await testbed.hardware(1, 2, 3)) as [Member, Member, Member]
    for (const member of testbed.members) member.start()
    await testbed.connected(...testbed.members)
    network_number = await testbed.network('门店', [hub], [shop1, shop2])
    await testbed.lans(network_number, hub, shop2)
    await reached(shop2.host, hub.lan)
  })
  afterAll(() => testbed?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await testbed.story())
  })

  /** Adds a network behind the computer in a LAN and a static route to it on the device, in place of one learnt from a router there. */
  async function behind({ host, device, lan }: Member, address: string): Promise<void> {
    await host.in('ip', 'addr', 'add', `${address}/32`, 'dev', 'lo')
    await host.in('sysctl', '-q', '-w', 'net.ipv4.ip_forward=1')
    await device.in('ip', 'route', 'add', `${address.replace(/\d+$/, '0')}/24`, 'via', lan)
  }

  it('announces nothing of a LAN while it is off', async () => {
    await behind(shop1, '172.20.1.1')
    await unreached(shop2.host, '172.20.1.1')
    await unreached(shop2.host, shop1.lan)
    expect(await shop2.device.in('ip', 'route', 'get', shop1.lan)).toContain('dev wan')
  })

  it('announces a LAN and the routes learnt there to the other members', async () => {
    await testbed.set('quagga', { network_number, router_name: hub.router_name, enable: 1 })
    await testbed.set('quagga', { network_number, router_name: shop1.router_name, enable: 1 })
    await reached(shop2.host, shop1.lan)
    await reached(shop2.host, '172.20.1.1')
    expect(await hub.device.in('ip', '-d', 'link', 'show', `h${network_number}`)).toContain('tun type tap')
    // A route that is added later, and one that is removed.
    await behind(shop1, '172.20.2.1')
    await reached(shop2.host, '172.20.2.1')
    await shop1.device.in('ip', 'route', 'del', '172.20.2.0/24')
    await unreached(shop2.host, '172.20.2.1')
  })
})
