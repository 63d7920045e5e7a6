import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { whyNot } from './namespaces.ts'
import { createTestbed, type Member, reached, type Testbed } from './testbed.ts'

/** How often OpenVPN has dialled in vain when its pauses have grown to ten seconds. */
const PAUSES = 4
const PATIENCE = { timeout: 200_000, interval: 50 }

describe.skipIf(whyNot())('devices whose lines change', () => {
  let testbed: Testbed
  let hub: Member
  let shop: Member

  /** Gives a device's WAN an address, as a DHCP client does. */
  async function dhcp({ device }: Member, address: string): Promise<void> {
    await device.in('ip', 'link', 'set', 'wan', 'up')
    await device.in('ip', 'addr', 'flush', 'dev', 'wan')
    await device.in('ip', 'addr', 'add', `${address}/24`, 'dev', 'wan')
    await device.in('ip', 'route', 'replace', 'default', 'via', '198.51.100.1')
  }
  const times = (text: string, part: string) => text.split(part).length - 1
  /** Returns the signals by which the shop's OpenVPN has dialled anew. */
  const restarts = () => shop.said('center').match(/SIG\w+\[.* received, process restarting/g) ?? []
  /** Waits until the shop's computer reaches the center's, and prints how long that took after `what`. */
  async function recovers(what: string): Promise<void> {
    const began = performance.now()
    await reached(shop.host, hub.lan, 200)
    console.info(`${what}: packets after ${Math.round(performance.now() - began)} ms`)
  }

  beforeAll(async () => {
    testbed = await createTestbed()
    ;[hub, shop] = (await testbed.hardware(1, 2)) as [Member, Member]
    for (const member of testbed.members) member.start()
    await testbed.connected(hub, shop)
    const network_number = await testbed.network('门店', [hub], [shop])
    await testbed.lans(network_number, hub, shop)
    await reached(shop.host, hub.lan, 200)
  })
  afterAll(() => testbed?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await testbed.story())
  })

  it('a center that gets another address is back once its branches have it from the controller', async () => {
    await dhcp(hub, '198.51.100.31')
    await recovers('the center has another address')
    expect(hub.log()).toContain('lost: the controller is no longer reached from the address 198.51.100.11')
  })

  it('a branch dials at once when its line is back, however long it was down', async () => {
    const connections = times(shop.log(), 'connected: ')
    const losses = times(shop.log(), 'lost: ')
    await shop.device.in('ip', 'link', 'set', 'wan', 'down')
    await vi.waitFor(() => expect(times(shop.log(), 'lost: ')).toBeGreaterThan(losses), PATIENCE)
    // OpenVPN doubles its pauses from one second to ten. The last one begins now.
    const before = Math.max(restarts().length, PAUSES)
    await vi.waitFor(() => expect(restarts().length).toBeGreaterThan(before), PATIENCE)
    const known = restarts().length
    await dhcp(shop, shop.wan)
    await recovers('the branch has its line again')
    expect(restarts()[known]).toContain('SIGHUP')
    await vi.waitFor(() => expect(times(shop.log(), 'connected: ')).toBeGreaterThan(connections), PATIENCE)
  })

  it('a branch that gets another address keeps its tunnel', async () => {
    const before = restarts()
    const connections = times(shop.log(), 'connected: ')
    await dhcp(shop, '198.51.100.32')
    await recovers('the branch has another address')
    await vi.waitFor(() => expect(shop.log()).toContain(`the controller is no longer reached from the address ${shop.wan}`), PATIENCE)
    await vi.waitFor(() => expect(times(shop.log(), 'connected: ')).toBeGreaterThan(connections), PATIENCE)
    expect(restarts()).toEqual(before)
  })
})
