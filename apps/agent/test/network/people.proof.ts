import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConnectionRecord, contract } from '@weft/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openManagement, quoted } from '../../src/drivers/openvpn-frr/management.ts'
import { createTestbed, type Testbed, type Member, PASSWORD, passes, pings, reached, unreached } from './testbed.ts'
import { endProcess, whyNot } from './namespaces.ts'

const RESOLVER = join(import.meta.dirname, 'resolver.ts')

describe.skipIf(whyNot())('software members with a standard OpenVPN client', () => {
  let testbed: Testbed
  let hub1: Member
  /** The center behind a NAT. */
  let hub2: Member
  let shop: Member
  let person: Member
  let network_number: string
  /** The text that the standard client printed since it dialled. */
  let output = ''
  /** How often the standard client asked for the password since it dialled. */
  let asked = 0
  /** The kernel's counters of the shop's LAN before its agent started. */
  let countedBefore: Counted

  beforeAll(async () => {
    testbed = await createTestbed()
    ;[hub1, shop] = (await testbed.hardware(1, 3)) as [Member, Member]
    ;[hub2] = (await testbed.devices([2], true)) as [Member]
    countedBefore = await kernelBytes(shop, 'lan')
    for (const member of testbed.members) member.start()
    await testbed.connected(...testbed.members)
    network_number = await testbed.network('门店', [hub1, hub2], [shop])
    await testbed.lans(network_number, hub1, hub2, shop)
    person = await testbed.software(5)
    await testbed.call(contract.network.add_member, { network_number, router_name: person.router_name, member_type: 'point' })
    await reached(shop.host, hub1.lan)
  })
  afterAll(() => testbed?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(`${await testbed.story()}\n---- the standard client\n${output}`)
  })

  /**
   * Starts the standard OpenVPN client with the downloaded profile. As a person does, it types the password when the client first asks for
   * it, and never again.
   * @param renewed seconds after which the client renews the keys
   */
  async function dial({ password = PASSWORD, renewed = 3600 } = {}): Promise<void> {
    const [profile, socket] = [join(person.state, 'person.ovpn'), join(person.state, 'person.sock')]
    writeFileSync(profile, await testbed.profile(person, network_number))
    rmSync(socket, { force: true })
    output = ''
    asked = 0
    const asking = ['--management', socket, 'unix', '--management-query-passwords']
    const child = person.device.spawn(['openvpn', '--config', profile, ...asking, '--reneg-sec', String(renewed)])
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
    await vi.waitFor(() => expect(existsSync(socket)).toBe(true), 20_000)
    const client = await openManagement(
      socket,
      (line) => {
        if (!line.startsWith("PASSWORD:Need 'Auth'") || ++asked > 1) return
        void client.ask(`username "Auth" ${quoted(person.router_name)}`)
        void client.ask(`password "Auth" ${quoted(password)}`)
      },
      () => undefined,
    )
  }
  /** Ends the standard client. */
  const hangUp = async () => {
    for (const pid of person.device.pids('person.ovpn')) endProcess(pid, 'SIGTERM')
    await vi.waitFor(() => expect(person.device.pids('person.ovpn')).toEqual([]), 20_000)
  }
  /** Returns the connection records of a member, as the console shows them. */
  const sessions = async ({ router_name }: Member) => {
    const answer = await testbed.world.call(testbed.owner, contract.memberRecords.connect, { router_name, page: 1, limit: 100 })
    return answer.data as ConnectionRecord[]
  }
  /** Returns what a center's OpenVPN says about a connected member: the member's line in the status file of the service. */
  const statusOf = ({ run }: Member, kind: 'hardware' | 'software', { router_name }: Member) => {
    const status = readFileSync(join(run, `${network_number}-${kind}.status`), 'utf8')
    const [, , real = '', vpn_ip = '', , received, sent, , since] =
      status
        .split('\n')
        .find((line) => line.startsWith(`CLIENT_LIST,${router_name},`))
        ?.split(',') ?? []
    return { address: real.split(':')[0], vpn_ip, received: Number(received), sent: Number(sent), since: Number(since) }
  }

  it('get a profile with the fixed ports of a center behind a NAT, which branches reach as well', async () => {
    const port = (public_port: number, static_port: number) => ({ public_ip: hub2.wan, public_port, static_port })
    for (const [outer, inner] of [
      [7001, 6001],
      [7002, 6002],
    ])
      await hub2.nat?.in('nft', `add rule ip nat in iifname wan udp dport ${outer} dnat to 172.31.0.2:${inner}`)
    expect(await testbed.online(network_number, shop)).toContain(0)
    const { router_name } = hub2
    await testbed.set('fixed_port', { network_number, router_name, router_service: port(7001, 6001), software_service: port(7002, 6002) })
    await reached(shop.host, hub2.lan)
    await vi.waitFor(async () => expect(await testbed.online(network_number, shop)).toEqual([1, 1]), 60_000)
    expect(await testbed.profile(person, network_number)).toContain(`remote ${hub2.wan} 7002\n`)
  })

  it('sign in with a standard client and a downloaded profile', async () => {
    await dial()
    for (const { lan } of [shop, hub1]) await reached(person.device, lan)
    await vi.waitFor(async () => expect(await testbed.online(network_number, person)).toEqual([1, 0]), 60_000)
  })

  it('have connection records with the times, addresses and bytes that OpenVPN counted', async () => {
    await person.device.in('ping', '-c', '200', '-i', '0.002', '-s', '1000', shop.lan)
    // The status file of a service is written every five seconds.
    await passes(6000)
    const { address, vpn_ip, received, sent, since } = statusOf(hub1, 'software', person)
    expect([address, vpn_ip]).toEqual([
      person.wan,
      (await person.device.in('ip', '-br', '-4', 'addr', 'show', 'tun0')).split(/\s+/)[2]?.split('/')[0],
    ])
    expect(await sessions(person)).toMatchObject([{ ip: vpn_ip, origin: person.wan, stop_time: null }])
    const [open] = await sessions(person)
    expect(Math.abs((open?.session_date ?? 0) - since)).toBeLessThanOrEqual(2)
    await hangUp()
    await unreached(person.device, shop.lan)
    await vi.waitFor(async () => expect(await testbed.online(network_number, person)).toEqual([0, 0]), 60_000)
    const [session] = await sessions(person)
    // Upstream is what the center received. Both ends also send a keepalive every three seconds.
    expect(Math.abs((session?.input ?? 0) / received - 1)).toBeLessThan(0.05)
    expect(Math.abs((session?.out ?? 0) / sent - 1)).toBeLessThan(0.05)
    expect(session?.stop_time).toBe((session?.session_date ?? 0) + (session?.online_time ?? 0))

    // A branch dials both centers; its origin is its own address, never that of the NAT.
    const branch = statusOf(hub1, 'hardware', shop)
    const toHub1 = (await sessions(shop)).find(({ ip }) => ip === branch.vpn_ip)
    expect(toHub1).toMatchObject({ origin: shop.wan, stop_time: null })
  })

  it('keep their tunnel while the client renews its keys, without a question for the password', async () => {
    await dial({ renewed: 6 })
    await reached(person.device, shop.lan)
    const running = pings(person.device, shop.lan)
    await vi.waitFor(() => expect(output.match(/VERIFY OK: depth=0/g)?.length).toBeGreaterThan(1), 60_000)
    // OpenVPN uses a new key only after half of the renewal interval, three seconds. By then the center has checked the login again.
    await passes(4000)
    expect(await running.stop()).toMatchObject({ lost: 0 })
    expect(asked).toBe(1)
    await hangUp()
  })

  it('are refused with a wrong password', async () => {
    await dial({ password: 'something else' })
    await vi.waitFor(() => expect(output).toContain('AUTH_FAILED'), 60_000)
    await hangUp()
  })

  it('use the second center when the first one dies', async () => {
    await dial()
    await reached(person.device, hub1.lan)
    await hub1.off()
    await reached(person.device, shop.lan)
    expect(asked).toBe(1)
    // Only the first center can report that its tunnel has ended, and it does so when it is back.
    hub1.start()
    await testbed.connected(hub1)
    const isOnSecond = async () => expect(await testbed.online(network_number, person)).toEqual([0, 1])
    await vi.waitFor(isOnSecond, { timeout: 60_000, interval: 500 })
    await hangUp()
  })

  it('use the DNS resolver of the network, with a standard client and with our agent', async () => {
    const resolver = shop.host.spawn([process.execPath, RESOLVER, shop.lan, '192.168.3.77'])
    if (resolver.stdout) await once(resolver.stdout, 'data')
    await testbed.set('dns', { network_number, dns: [shop.lan] })
    await dial()
    await vi.waitFor(() => expect(output).toMatch(new RegExp(`PUSH_REPLY.*dhcp-option DNS ${shop.lan}`)), 60_000)
    await hangUp()
    // Our agent writes the resolver to a file, which the device uses as its resolv.conf.
    person.start()
    await testbed.connected(person)
    const lookUp = `mount --bind ${person.run}/resolv.conf /etc/resolv.conf && getent ahostsv4 till.shop.test`
    await reached(person.device, shop.lan)
    await vi.waitFor(async () => expect(await person.device.in('unshare', '-m', 'sh', '-c', lookUp)).toContain('192.168.3.77'), 60_000)
    resolver.kill()
  })

  it('have their traffic at a branch shown in the console as its kernel counted it', async () => {
    const kernel = await kernelBytes(shop, 'lan')
    const sinceStart = { down: kernel.down - countedBefore.down, upload: kernel.upload - countedBefore.upload }
    await vi.waitFor(async () => expect((await consoleBytes(shop, 'lan')).down).toBeGreaterThan(sinceStart.down * 0.98), 140_000)
    const inConsole = await consoleBytes(shop, 'lan')
    expect(inConsole.upload).toBeGreaterThan(sinceStart.upload * 0.98)
    const later = await kernelBytes(shop, 'lan')
    expect(inConsole.down).toBeLessThanOrEqual(later.down - countedBefore.down)
    expect(inConsole.upload).toBeLessThanOrEqual(later.upload - countedBefore.upload)
  })

  interface Counted {
    down: number
    upload: number
  }
  /** Returns the bytes of an interface as the kernel counts them. */
  async function kernelBytes({ device }: Member, name: string): Promise<Counted> {
    const [link] = JSON.parse(await device.in('ip', '-j', '-s', 'link', 'show', name)) as {
      stats64: Record<'rx' | 'tx', { bytes: number }>
    }[]
    return { down: link?.stats64.rx.bytes ?? 0, upload: link?.stats64.tx.bytes ?? 0 }
  }
  /** Returns the bytes of an interface as the console shows them: the sum of its minutes. */
  async function consoleBytes({ router_name }: Member, name: string): Promise<Counted> {
    const rows = await testbed.world.db.systemNow.sql
      .selectFrom('traffic_minute')
      .select(['down', 'upload'])
      .where('router_name', '=', router_name)
      .where('interface', '=', name)
      .execute()
    const sum = (of: 'down' | 'upload') => rows.reduce((all, row) => all + row[of], 0)
    return { down: sum('down'), upload: sum('upload') }
  }
})
