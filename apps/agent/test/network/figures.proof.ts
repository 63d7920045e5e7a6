import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestbed, type Testbed, type Member, passes, reached } from './testbed.ts'
import { endProcess, type Namespace, whyNot } from './namespaces.ts'

/** True in `npm run bench -- tunnels`. Elsewhere these measurements are skipped: they take minutes and a machine that does nothing else. */
const isBench = process.env.WEFT_FIGURES === '1' && whyNot() === undefined
const BRANCHES = Number(process.env.BENCH_BRANCHES ?? 20)
const IDLE_SECONDS = 30
const ROUNDS = 3
const SECONDS = 4

/** Prints a measured value as a line that the bench parses. */
const printFigure = (name: string, value: number) => process.stdout.write(`\nFIGURE ${name} ${value}\n`)

/** Returns the median of an odd number of values. */
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[(values.length - 1) / 2] ?? 0

/** A Node program that accepts connections on port 5201 and drops what it receives. */
const SINK = `require('net').createServer((s) => s.resume()).listen(5201, '0.0.0.0')`
/** A Node program that sends to port 5201 of an address for some seconds, and prints the rate in Mbit/s. */
const SOURCE = `const s = require('net').connect(5201, process.argv[1]), b = Buffer.alloc(65536); let n = 0
const more = () => { while (s.write(b)) n += b.length; n += b.length }
s.on('connect', () => { const t = Date.now(); more(); s.on('drain', more)
setTimeout(() => { console.log((s.bytesWritten - s.writableLength) * 8 / 1e3 / (Date.now() - t)); process.exit() }, ${SECONDS * 1000}) })`

describe.skipIf(!isBench)('the bench of real tunnels', () => {
  let testbed: Testbed
  let hubs: Member[]
  let shops: Member[]
  let network_number: string

  beforeAll(async () => {
    // The bench runs the built agent, as devices do. Run from its sources, the agent needs twice the memory, because Node strips the types.
    const folder =
      execFileSync(new URL('../../../../deploy/agent/build.sh', import.meta.url).pathname, ['folder'], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .at(-1) ?? ''
    testbed = await createTestbed([join(folder, 'weft')])
    hubs = await testbed.hardware(1, 2)
    shops = await testbed.hardware(...Array.from({ length: BRANCHES }, (_, i) => i + 3))
    for (const member of testbed.members) member.start()
    await testbed.connected(...testbed.members)
  }, 300_000)
  afterAll(() => testbed?.close())

  it('measures how long many branches take from no configuration to all routes', { timeout: 300_000 }, async () => {
    const began = performance.now()
    network_number = await testbed.network('门店', hubs, shops)
    await Promise.all(shops.map((shop) => testbed.lans(network_number, shop)))
    const saved = performance.now()
    await Promise.all(
      shops.map(({ device }) =>
        vi.waitFor(
          async () => expect((await device.in('ip', 'route', 'show', 'proto', 'bgp')).match(/^192\.168\./gm)).toHaveLength(BRANCHES - 1),
          {
            timeout: 120_000,
            interval: 200,
          },
        ),
      ),
    )
    printFigure('saving', (saved - began) / 1000)
    printFigure('branches', (performance.now() - saved) / 1000)
  })

  it('measures how long a prefix takes from saving to the first answer', { timeout: 300_000 }, async () => {
    const [client, changed] = shops as [Member, Member]
    await passes(5000)
    const { router_name } = changed
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const address = `10.78.${round}.1`
      await changed.device.in('ip', 'address', 'add', `${address}/24`, 'dev', 'lan')
      const began = performance.now()
      const prefix = [changed.lan.replace(/10$/, '0'), `10.78.${round}.0`].map((ip) => ({ ip, mask: 24 }))
      await testbed.set('edit_prefix', { network_number, router_name, prefix })
      await reached(client.host, address)
      times.push(performance.now() - began)
      await passes(5000)
    }
    expect(times).toHaveLength(ROUNDS)
    printFigure('prefix', median(times) / 1000)
  })

  /** Returns the address of a center in its tunnels of hardware members. */
  const inTunnels = async ({ device }: Member) =>
    /^\S+\s+\S+\s+([\d.]+)/.exec(await device.in('ip', '-br', '-4', 'address', 'show', 'dev', `h${network_number}`))?.[1] ?? ''

  it('measures how long a center that is switched on takes until all branches reach it', { timeout: 300_000 }, async () => {
    const [hub] = hubs as [Member]
    const address = await inTunnels(hub)
    await hub.off()
    await passes(5000)
    hub.start()
    const times = await Promise.all(shops.map(({ device }) => reached(device, address, 120)))
    expect(times).toHaveLength(BRANCHES)
    printFigure('center-reboot', Math.max(...times) / 1000)
  })

  it('measures how long a branch that is switched on without the controller takes to packets', { timeout: 300_000 }, async () => {
    const [shop, other] = shops as [Member, Member]
    testbed.unplug()
    await shop.off()
    await passes(5000)
    shop.start()
    const time = await reached(shop.host, other.lan, 120)
    await testbed.plug()
    expect(time).toBeGreaterThan(0)
    printFigure('branch-reboot', time / 1000)
  })

  it('measures the processor time and the memory of an idle agent', { timeout: 300_000 }, async () => {
    const [pid = 0] = shops[0]?.device.pids('agent.mjs').slice(-1) ?? []
    expect(pid).toBeGreaterThan(0)
    // Processor time of the agent and of the processes that it waited for, in hundredths of a second.
    const ticksUsed = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 15).map(Number) ?? []
    const before = ticksUsed()
    await passes(IDLE_SECONDS * 1000)
    const used = ticksUsed().map((ticks, i) => ticks - (before[i] ?? 0))
    printFigure('idle-core', (used.reduce((sum, ticks) => sum + ticks, 0) / 100 / IDLE_SECONDS) * 100)
    printFigure('idle-memory', Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
  })

  it('measures the throughput of our tunnel, as a share of that of an OpenVPN started by hand', { timeout: 300_000 }, async () => {
    const [hub, shop] = [hubs[0], shops[0]] as [Member, Member]
    const openvpn = async ({ device, state }: Member, ...more: string[]) => {
      const pki = join(state, 'etc/pki', network_number)
      const keys = ['--ca', join(pki, 'ca.crt'), '--cert', join(pki, 'member.crt'), '--key', join(pki, 'member.key')]
      const ciphers = ['--tls-crypt', join(pki, 'tls-crypt.key'), '--data-ciphers', 'AES-256-GCM:AES-128-GCM:CHACHA20-POLY1305']
      device.spawn(['openvpn', '--dev', 'byhand', '--dev-type', 'tun', '--proto', 'udp', ...keys, ...ciphers, ...more])
    }
    await openvpn(hub, '--tls-server', '--dh', 'none', '--port', '7777', '--ifconfig', '10.250.0.1', '10.250.0.2')
    await openvpn(shop, '--tls-client', '--remote', hub.wan, '7777', '--nobind', '--ifconfig', '10.250.0.2', '10.250.0.1')
    await reached(shop.device, '10.250.0.1')
    const { link } = await testbed.info(network_number)
    const ourLink = link.find(
      ({ router_name, center_router_name }) => router_name === shop.router_name && center_router_name === hub.router_name,
    )
    const gateway = await inTunnels(hub)
    expect(ourLink).toBeDefined()
    hub.device.spawn([process.execPath, '-e', SINK])
    await passes(1000)
    /** Returns the throughput from a namespace to an address, in Mbit/s. */
    const rate = async (from: Namespace, to: string) => Number(await from.in(process.execPath, '-e', SOURCE, to))
    const rounds: [ours: number, byHand: number][] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push([await rate(shop.device, gateway), await rate(shop.device, '10.250.0.1')])
    const shares = rounds.map(([ours, byHand]) => ours / byHand)
    printFigure('throughput', Math.max(...rounds.map(([ours]) => ours)))
    printFigure('throughput-share', median(shares))
    for (const { device } of [hub, shop]) for (const pid of device.pids('byhand')) endProcess(pid)
  })
})
