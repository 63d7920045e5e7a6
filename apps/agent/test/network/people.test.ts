import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConnectionRecord, contract } from '@weft/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestbed, type Testbed, type Member, PASSWORD, passes, pings, reached, unreached } from './testbed.ts'
import { endProcess, whyNot } from './namespaces.ts'

const RESOLVER = join(import.meta.dirname, 'resolver.ts')

describe.skipIf(whyNot())('members with a standard client', () => {
  let testbed: Testbed
  let hub1: Member
  /** The center behind a NAT. */
  let hub2: Member
  let shop: Member
  let person: Member
  let network_number: string
  let said = ''
  /** The kernel's counters of the shop's LAN before its agent started. */
  let countedBefore: Counted

  beforeAll(async () => {
    testbed = await createTestbed()
    ;[hub1, shop] = (await testbed.hardware(1, 3)) as [Member, Member]
    ;[hub2] = (await testbed.devices([2], true)) as [Member]
    countedBefore = await counted(shop, 'lan')
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
    if (task.result?.state === 'fail') console.error(`${await testbed.story()}\n---- the standard client\n${said}`)
  })

  /** Dials with the profile, as any person would. */
  async function dial({ password = PASSWORD, renewed = 3600 } = {}): Promise<void> {
    const [profile, login] = [join(person.state, 'person.ovpn'), join(person.state, 'login')]
    writeFileSync(profile, await testbed.profile(person, network_number))
    writeFileSync(login, `${person.router_name}\n${password}\n`, { mode: 0o600 })
    said = ''
    const child = person.device.spawn(['openvpn', '--config', profile, '--auth-user-pass', login, '--reneg-sec', String(renewed)])
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text))
  }
  const hangUp = async () => {
    for (const pid of person.device.pids('person.ovpn')) endProcess(pid, 'SIGTERM')
    await vi.waitFor(() => expect(person.device.pids('person.ovpn')).toEqual([]), 20_000)
  }
  const sessions = async ({ router_name }: Member) => {
    const answer = await testbed.world.call(testbed.owner, contract.memberRecords.connect, { router_name, page: 1, limit: 100 })
    return answer.data as ConnectionRecord[]
  }
  /** Returns the line of a member in the status file of a center's service. */
  const listed = ({ run }: Member, kind: 'hardware' | 'software', { router_name }: Member) => {
    const status = readFileSync(join(run, `${network_number}-${kind}.status`), 'utf8')
    const [, , real = '', vpn_ip = '', , received, sent, , since] =
      status
        .split('\n')
        .find((line) => line.startsWith(`CLIENT_LIST,${router_name},`))
        ?.split(',') ?? []
    return { address: real.split(':')[0], vpn_ip, received: Number(received), sent: Number(sent), since: Number(since) }
  }

  it('reach a center behind a NAT at its fixed ports', async () => {
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

  it('are shown in the console as OpenVPN has them', async () => {
    await person.device.in('ping', '-c', '200', '-i', '0.002', '-s', '1000', shop.lan)
    // The status file of a service is written every five seconds.
    await passes(6000)
    const { address, vpn_ip, received, sent, since } = listed(hub1, 'software', person)
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
    const branch = listed(hub1, 'hardware', shop)
    const own = (await sessions(shop)).find(({ ip }) => ip === branch.vpn_ip)
    expect(own).toMatchObject({ origin: shop.wan, stop_time: null })
  })

  it('keep their tunnel while its keys are renewed', async () => {
    await dial({ renewed: 6 })
    await reached(person.device, shop.lan)
    const running = pings(person.device, shop.lan)
    await vi.waitFor(() => expect(said.match(/VERIFY OK: depth=0/g)?.length).toBeGreaterThan(1), 60_000)
    // A client changes to the new key half that time later: the center has checked the login again by then.
    await passes(4000)
    expect(await running.stop()).toMatchObject({ lost: 0 })
    await hangUp()
  })

  it('are refused with another password', async () => {
    await dial({ password: 'something else' })
    await vi.waitFor(() => expect(said).toContain('AUTH_FAILED'), 60_000)
    await hangUp()
  })

  it('use the other center when theirs dies', async () => {
    await dial()
    await reached(person.device, hub1.lan)
    await hub1.off()
    await reached(person.device, shop.lan)
    // Only the center can report that the tunnel has ended, which it does when it is back.
    hub1.start()
    await testbed.connected(hub1)
    const now = async () => expect(await testbed.online(network_number, person)).toEqual([0, 1])
    await vi.waitFor(now, { timeout: 60_000, interval: 500 })
    await hangUp()
  })

  it('get the network’s resolver', async () => {
    const resolver = shop.host.spawn([process.execPath, RESOLVER, shop.lan, '192.168.3.77'])
    if (resolver.stdout) await once(resolver.stdout, 'data')
    await testbed.set('dns', { network_number, dns: [shop.lan] })
    await dial()
    await vi.waitFor(() => expect(said).toMatch(new RegExp(`PUSH_REPLY.*dhcp-option DNS ${shop.lan}`)), 60_000)
    await hangUp()
    // The same with an agent, whose file the device's resolver reads.
    person.start()
    await testbed.connected(person)
    const asked = `mount --bind ${person.run}/resolv.conf /etc/resolv.conf && getent ahostsv4 till.shop.test`
    await reached(person.device, shop.lan)
    await vi.waitFor(async () => expect(await person.device.in('unshare', '-m', 'sh', '-c', asked)).toContain('192.168.3.77'), 60_000)
    resolver.kill()
  })

  it('are shown the traffic that the kernel counted', async () => {
    const kernel = await counted(shop, 'lan')
    const passed = { down: kernel.down - countedBefore.down, upload: kernel.upload - countedBefore.upload }
    await vi.waitFor(async () => expect((await countersOf(shop, 'lan')).down).toBeGreaterThan(passed.down * 0.98), 140_000)
    const console = await countersOf(shop, 'lan')
    expect(console.upload).toBeGreaterThan(passed.upload * 0.98)
    const later = await counted(shop, 'lan')
    expect(console.down).toBeLessThanOrEqual(later.down - countedBefore.down)
    expect(console.upload).toBeLessThanOrEqual(later.upload - countedBefore.upload)
  })

  interface Counted {
    down: number
    upload: number
  }
  /** Returns the bytes of an interface as the kernel counts them; `countersOf` returns those of the console. */
  async function counted({ device }: Member, name: string): Promise<Counted> {
    const [link] = JSON.parse(await device.in('ip', '-j', '-s', 'link', 'show', name)) as {
      stats64: Record<'rx' | 'tx', { bytes: number }>
    }[]
    return { down: link?.stats64.rx.bytes ?? 0, upload: link?.stats64.tx.bytes ?? 0 }
  }
  async function countersOf({ router_name }: Member, name: string): Promise<Counted> {
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
