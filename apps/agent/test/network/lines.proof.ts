import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestbed, type Member, reached, type Testbed } from './testbed.ts'
import { whyNot } from './namespaces.ts'

const SECOND = '198.51.100.200'
const PATIENCE = { timeout: 300_000, interval: 500 }

describe.skipIf(whyNot())('a branch and its center', { timeout: 600_000 }, () => {
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
    await reached(shop.host, hub.lan)
  })
  afterAll(() => testbed?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await testbed.story())
  })

  it('reach each other by the second address of the center', async () => {
    await hub.device.in('ip', 'addr', 'add', `${SECOND}/24`, 'dev', 'wan')
    const service = (port: number) => ({ public_ip: SECOND, public_port: port, static_port: port })
    const { router_name } = hub
    await testbed.set('fixed_port', { network_number, router_name, router_service: service(6001), software_service: service(6002) })
    const folder = join(shop.state, 'etc/openvpn')
    await vi.waitFor(() => {
      const name = readdirSync(folder).find((one) => one.endsWith('.conf')) ?? ''
      expect(readFileSync(join(folder, name), 'utf8')).toContain(`remote ${SECOND} 6001\n`)
    }, PATIENCE)
    await reached(shop.host, hub.lan)
  })
})
