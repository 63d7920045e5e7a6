import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestbed, type Member, reached, type Testbed } from './testbed.ts'
import { endProcess, whyNot } from './namespaces.ts'

const WIRE = new URL('lossy-wire.py', import.meta.url).pathname
const SECOND = '198.51.100.200'
const PATIENCE = { timeout: 300_000, interval: 500 }

describe.skipIf(whyNot())('a branch and its center', { timeout: 900_000 }, () => {
  let testbed: Testbed
  let hub: Member
  let shop: Member
  let network_number: string
  let wire: ChildProcess | undefined

  beforeAll(async () => {
    testbed = await createTestbed()
    ;[hub, shop] = (await testbed.hardware(1, 2)) as [Member, Member]
    for (const member of testbed.members) member.start()
    await testbed.connected(...testbed.members)
    network_number = await testbed.network('门店', [hub], [shop])
    await testbed.lans(network_number, hub, shop)
    await reached(shop.host, hub.lan)
  })
  afterAll(async () => {
    wire?.kill('SIGKILL')
    await testbed?.close()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await testbed.story())
  })

  const asks = async ({ device, run }: Member, question: string) =>
    JSON.parse(await device.in('vtysh', '--vty_socket', join(run, 'frr'), '-c', question)) as unknown
  /** Returns how many packets of BFD may be missing before each end of the member's only tunnel counts as dead. */
  const patience = async (member: Member) => {
    const [session] = (await asks(member, 'show bfd peers json')) as Record<string, number>[]
    return [session?.['detect-multiplier'], session?.['remote-detect-multiplier']]
  }
  /** Returns how often the member's only session of BFD went down. */
  const falls = async (member: Member) => {
    const [bfd] = (await asks(member, 'show bfd peers counters json')) as Record<string, number>[]
    return bfd?.['session-down']
  }

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

  it.each([
    ['AES-256-GCM', 'default'],
    ['SM4-CBC', 'sm'],
  ] as const)('carry packets of every length over a line of 1,492 bytes that says nothing, with %s', async (cipher, ncp_ciphers) => {
    const { internet } = testbed
    // PPPoE on the way: what is longer is dropped without an answer.
    await internet.in(
      'nft',
      `table netdev pppoe {
        chain hub { type filter hook ingress device p1 priority 0; ip length > 1492 ip protocol udp drop; }
        chain shop { type filter hook ingress device p2 priority 0; ip length > 1492 ip protocol udp drop; }
      }`,
    )
    if (ncp_ciphers === 'sm') await testbed.set('ciphers', { network_number, ncp_ciphers })
    await vi.waitFor(() => expect(shop.said('center')).toContain(`Data Channel: cipher '${cipher}'`), PATIENCE)
    await reached(shop.host, hub.lan)
    // Without IP and ICMP, which have 28 bytes. Answers are as long as questions.
    for (const length of [1352, 1353, 1400, 1420, 1472, 3000])
      await vi.waitFor(async () => {
        expect(await shop.host.does('ping', '-M', 'dont', '-c', '1', '-W', '5', '-s', String(length), hub.lan)).toBe(true)
      }, PATIENCE)
    const tooLong = await shop.host.in('sh', '-c', `ping -M do -c 2 -W 5 -s 1400 ${hub.lan} 2>&1 || true`)
    expect(tooLong).toMatch(/mtu ?= ?1380/)
    await internet.in('nft', 'delete', 'table', 'netdev', 'pppoe')
  })

  // Three minutes must be slow before.
  it('carry packets over a line of three seconds there and back, become patient, and then BFD bears four lost packets', async () => {
    wire = shop.device.spawn(['python3', WIRE, shop.device.name, 'long', hub.device.name, 'long', '1500', '0', '0'])
    await once(wire.stdout!, 'data')
    for (const { device } of [shop, hub]) await device.in('ip', 'link', 'set', 'long', 'up')
    await hub.device.in('ip', 'route', 'add', shop.wan, 'dev', 'long')
    await shop.device.in('ip', 'route', 'add', SECOND, 'dev', 'long', 'src', shop.wan)
    for (const pid of shop.device.tunnels()) endProcess(pid)
    const passes = () => vi.waitFor(async () => expect(await shop.host.does('ping', '-c', '1', '-W', '10', hub.lan)).toBe(true), PATIENCE)
    await passes()
    await vi.waitFor(async () => expect([await patience(shop), await patience(hub)]).toEqual([8, 8].map(() => [8, 8])), {
      ...PATIENCE,
      timeout: 480_000,
    })
    const before = [await falls(shop), await falls(hub)]
    wire.kill('SIGUSR1')
    // Each takes three seconds: a session that had fallen would have been noticed. BGP may fall: TCP repeats what was lost only after more than
    // three seconds, and BGP's hold time is nine.
    for (let pings = 0; pings < 2; pings++) await passes()
    expect([await falls(shop), await falls(hub)]).toEqual(before)
  })
})
