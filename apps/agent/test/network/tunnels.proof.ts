import { type ConnectionRecord, contract, type LinkQualityRow, type MemberCheck } from '@weft/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestbed, type Testbed, type Member, passes, pings, reached, unreached } from './testbed.ts'
import { whyNot } from './namespaces.ts'

/** The times that were measured, for the reader of a run; no test depends on them. */
const measured: string[] = []
const note = (what: string, milliseconds: number) => void measured.push(`${what}: ${(milliseconds / 1000).toFixed(2)} s`)

describe.skipIf(whyNot())('two centers and their branches', () => {
  let testbed: Testbed
  let hub1: Member
  let hub2: Member
  let shop1: Member
  let shop2: Member
  let network_number: string
  const carries = () => reached(shop1.host, shop2.lan)
  const up = async () => (await testbed.info(network_number)).link.filter((link) => link.vpn_online === 1).length
  /** Waits until every member runs the revision saved last and has its tunnels again. */
  const settled = () =>
    vi.waitFor(async () => {
      const { member, link } = await testbed.info(network_number)
      expect(member.map((one) => one.revision_state)).toEqual(member.map(() => 'applied'))
      expect(link.map((one) => one.vpn_online)).toEqual(link.map(() => 1))
    }, 60_000)
  const failures = async () => (await testbed.info(network_number)).member.filter((member) => member.revision_state === 'failed')

  beforeAll(async () => {
    testbed = await createTestbed()
    ;[hub1, hub2, shop1, shop2] = (await testbed.hardware(1, 2, 3, 4)) as [Member, Member, Member, Member]
    for (const member of testbed.members) member.start()
    await testbed.connected(...testbed.members)
    network_number = await testbed.network('门店', [hub1, hub2], [shop1, shop2])
    await testbed.lans(network_number, hub1, shop1, shop2)
  })
  afterAll(async () => {
    await testbed?.close()
    if (measured.length > 0) console.info(measured.join('\n'))
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await testbed.story())
  })

  it('are shown in the console as they are', async () => {
    const began = performance.now()
    await carries()
    note('two centers, two branches, from saving to packets', performance.now() - began)
    await vi.waitFor(async () => expect(await up()).toBe(4), 60_000)
    const { link } = await testbed.info(network_number)
    const inside = await shop1.device.in('ip', '-br', '-4', 'address')
    for (const one of link.filter((each) => each.router_name === shop1.router_name)) expect(inside).toContain(`${one.vpn_ip}/`)
    await vi.waitFor(async () => {
      const { member } = await testbed.info(network_number)
      expect(member.map((one) => one.revision_state)).toEqual(member.map(() => 'applied'))
    }, 60_000)
  })

  it('measure their way to the centers when they are asked', async () => {
    const { router_name } = shop1
    const check = await testbed.call<MemberCheck>(contract.memberRecords.check, { router_name })
    expect(check.gateway).toMatchObject({ address: '198.51.100.1', measured: { loss: 0 } })
    const up = check.tunnels.flatMap((tunnel) => (tunnel.up ? [tunnel.router_name] : []))
    expect(new Set(up)).toEqual(new Set([hub1.router_name, hub2.router_name]))
    expect(check.tunnels).toHaveLength(2)
    for (const { measured } of check.tunnels) {
      expect(measured?.loss).toBe(0)
      expect(measured?.rtt).toBeGreaterThan(0)
    }
  })

  it('have the bytes of their tunnels on record, while these are up and once they have ended', async () => {
    const { router_name } = shop1
    const records = () => testbed.call<ConnectionRecord[]>(contract.memberRecords.connect, { router_name })
    await reached(shop1.host, hub1.lan)
    // A device counts its tunnels once a minute.
    await vi.waitFor(async () => {
      const running = (await records()).filter(({ stop_time }) => stop_time === null)
      expect(new Set(running.map(({ peer }) => peer))).toEqual(new Set([hub1.router_name, hub2.router_name]))
      for (const { input, out } of running) expect(Math.min(input, out)).toBeGreaterThan(0)
    }, 90_000)
    await testbed.set('reset_respawn', { network_number, router_name })
    await vi.waitFor(async () => {
      const ended = (await records()).filter(({ stop_time }) => stop_time !== null)
      expect(ended.length).toBeGreaterThan(0)
      for (const { input, out } of ended) expect(Math.min(input, out)).toBeGreaterThan(0)
    }, 60_000)
    await settled()
  })

  it('measure their links, whose quality the API tells', { timeout: 200_000 }, async () => {
    // A device reports each minute in the one after it.
    await vi.waitFor(
      async () => {
        const links = await testbed.call<LinkQualityRow[]>(contract.quality.links, { network_number })
        expect(links).toHaveLength(4)
        for (const { quality, rtt, series } of links) {
          expect(quality).not.toBeNull()
          expect(rtt).toBeGreaterThan(0)
          expect(series.rtt.some((point) => point !== null)).toBe(true)
        }
      },
      { timeout: 180_000, interval: 2000 },
    )
  })

  it('reach what a prefix permits, and nothing that it denies', async () => {
    const { router_name } = shop2
    await testbed.set('edit_prefix', { network_number, router_name, prefix: [{ ip: '192.168.4.0', mask: 24, permission: 'deny' }] })
    await unreached(shop1.host, shop2.lan)
    await reached(shop1.host, hub1.lan)
    const began = performance.now()
    await testbed.lans(network_number, shop2)
    expect(await reached(shop1.host, shop2.lan)).toBeGreaterThan(0)
    note('a prefix, from saving to packets', performance.now() - began)
  })

  it('keep their tunnels when a prefix contains the address that one ends at', async () => {
    const { router_name } = shop2
    await settled()
    const running = pings(shop1.host, shop2.lan)
    // 198.51.100.8 to .11; the last is the address of the first center, at which tunnels end.
    const held = { ip: '198.51.100.8', mask: 30 }
    await testbed.set('edit_prefix', { network_number, router_name, prefix: [{ ip: shop2.lan.replace(/10$/, '0'), mask: 24 }, held] })
    const way = (to: string) => shop1.device.in('ip', '-o', 'route', 'get', to)
    await vi.waitFor(async () => expect(await way('198.51.100.10')).not.toContain('dev wan'), 60_000)
    expect(await way(hub1.wan)).toContain('dev wan')
    await passes(4000)
    // A member whose prefixes change signs in again, which takes a second.
    await carries()
    const { lost } = await running.stop()
    note('a prefix that holds where a tunnel ends, lost packets', lost * 100)
    await testbed.lans(network_number, shop2)
  })

  it('keep their tunnels without the controller', async () => {
    await settled()
    const running = pings(shop1.host, shop2.lan)
    testbed.unplug()
    await passes(4000)
    await testbed.plug()
    await testbed.connected(...testbed.members)
    expect(await running.stop()).toMatchObject({ lost: 0 })
  })

  it('keep their tunnels without their agents, which find these again', async () => {
    const running = pings(shop1.host, shop2.lan)
    const before = shop1.device.tunnels()
    await shop1.stop('SIGKILL')
    await hub1.stop('SIGKILL')
    await passes(2000)
    shop1.start()
    hub1.start()
    await testbed.connected(shop1, hub1)
    const { lost } = await running.stop()
    expect(lost).toBe(0)
    expect(before).toHaveLength(2)
    expect(shop1.device.tunnels()).toEqual(before)
    // From now on the agents apply changes from the console, as before.
    await testbed.set('edit_prefix', { network_number, router_name: shop2.router_name, prefix: [] })
    await unreached(shop1.host, shop2.lan)
    await testbed.lans(network_number, shop2)
    await carries()
  })

  it('build their tunnels again without their agents', async () => {
    const pids = shop1.device.tunnels()
    await shop1.stop('SIGKILL')
    // As at a timeout: packets are lost until both ends are connected again.
    for (const pid of pids) process.kill(pid, 'SIGUSR1')
    await unreached(shop1.host, shop2.lan)
    await carries()
    expect(shop1.device.tunnels()).toEqual(pids)
    shop1.start()
    await testbed.connected(shop1)
    await vi.waitFor(async () => expect(await up()).toBe(4), 60_000)
  })

  it('use the primary, and the backup when the primary dies', async () => {
    await testbed.set('edit_routing', {
      network_number,
      type: 2,
      main_router: hub1.router_name,
      secondary_router: hub2.router_name,
    })
    await vi.waitFor(async () => expect(await up()).toBe(4), 60_000)
    const [primary] = await testbed.ways(shop1, network_number, hub1)
    await vi.waitFor(async () => expect(await shop1.device.in('ip', 'route', 'get', shop2.lan)).toContain(primary), 60_000)
    await vi.waitFor(async () => expect(await shop2.device.in('ip', 'route', 'get', shop1.lan)).toContain(`c${network_number}`), 60_000)
    const running = pings(shop1.host, shop2.lan)
    await passes(1500)
    await hub1.off()
    await passes(4000)
    await reached(shop1.host, shop2.lan)
    const { lost } = await running.stop()
    note('fail-over after the death of the primary', lost * 100)
    expect(lost).toBeGreaterThan(0)
    hub1.start()
    await testbed.connected(hub1)
    await vi.waitFor(async () => expect(await shop1.device.in('ip', 'route', 'get', shop2.lan)).toContain(primary), 60_000)
    await carries()
  })

  it('share their traffic between two primaries', async () => {
    await testbed.set('edit_routing', { network_number, type: 1, main_router: null, secondary_router: null })
    await vi.waitFor(async () => {
      const route = await shop1.device.in('ip', 'route', 'show', '192.168.4.0/24')
      expect(route.match(/nexthop/g)).toHaveLength(2)
    }, 60_000)
    await carries()
  })

  it('change their ciphers', async () => {
    await testbed.set('ciphers', { network_number, ncp_ciphers: 'sm' })
    await vi.waitFor(() => expect(shop1.said('center')).toContain("Data Channel: cipher 'SM4-CBC', auth 'SM3'"), 60_000)
    await carries()
    await testbed.set('ciphers', { network_number, ncp_ciphers: 'default' })
    await vi.waitFor(async () => expect(await up()).toBe(4), 60_000)
    await carries()
  })

  it('stay as they were if a change cannot be applied', async () => {
    // Another program has the port already.
    const other = hub1.device.spawn(['openvpn', '--dev', 'null', '--port', '5555', '--proto', 'udp'])
    const port = { public_ip: hub1.wan, public_port: 5555, static_port: 5555 }
    const none = { public_ip: null, public_port: null, static_port: null }
    const { router_name } = hub1
    await testbed.set('fixed_port', { network_number, router_name, router_service: port, software_service: none })
    await vi.waitFor(async () => expect(await failures()).toMatchObject([{ router_name }]), 60_000)
    expect(hub1.device.pids('hardware.conf')).toHaveLength(1)
    await carries()
    other.kill()
    await testbed.set('re_send_config', { network_number, router_name })
    await vi.waitFor(async () => expect(await failures()).toEqual([]), 60_000)
    await vi.waitFor(async () => expect(await up()).toBe(4), 60_000)
    expect(await hub1.device.in('ss', '-lnu')).toContain(':5555')
  })

  it('are linked from center to center', async () => {
    await testbed.set('center_link', {
      network_number,
      enable: 1,
      center_router_name: hub1.router_name,
      public_ip: null,
      public_port: null,
      static_port: null,
      gateway: '10.254.0.0',
      mask: 24,
    })
    await testbed.lans(network_number, hub2)
    expect(await reached(hub1.host, hub2.lan)).toBeGreaterThan(0)
  })

  it('give a default route only to members that receive one', async () => {
    await testbed.set('default_route', { network_number, router_name: hub1.router_name, model: 1, metric: 30 })
    await testbed.set('default_route', { network_number, router_name: shop1.router_name, model: 2, metric: null })
    await vi.waitFor(async () => expect(await shop1.device.in('ip', 'route', 'get', '192.0.2.1')).toContain(`c${network_number}`), 60_000)
    expect(await shop2.device.in('ip', 'route', 'get', '192.0.2.1')).toContain('dev wan')
    // The ends of tunnels and the controller stay on the WAN.
    expect(await shop1.device.in('ip', 'route', 'get', hub1.wan)).toContain('dev wan')
    // Four links and the link of the centers.
    await vi.waitFor(async () => expect(await up()).toBe(5), 60_000)
    await testbed.set('default_route', { network_number, router_name: shop1.router_name, model: 0, metric: null })
    await vi.waitFor(async () => expect(await shop1.device.in('ip', 'route', 'get', '192.0.2.1')).toContain('dev wan'), 60_000)
  })

  describe('a software member', () => {
    let person: Member
    /** Returns how often the person's tunnels have come up, all together. */
    const ups = () => person.said('center').match(/Initialization Sequence Completed/g)?.length ?? 0
    beforeAll(async () => {
      person = await testbed.software(5)
      person.start()
      await testbed.connected(person)
    })
    it('signs in and reaches a LAN of the network', async () => {
      const began = performance.now()
      await testbed.call(contract.network.add_member, { network_number, router_name: person.router_name, member_type: 'point' })
      await reached(person.device, shop1.lan)
      note('a software member, from saving to packets', performance.now() - began)
      await vi.waitFor(async () => expect(await testbed.online(network_number, person)).toEqual([1, 1]), 60_000)
    })

    it('is sent away and comes back', async () => {
      const before = ups()
      await testbed.set('kill_user', { network_number, router_name: person.router_name })
      // It is sent away from both centers.
      await vi.waitFor(() => expect(ups()).toBeGreaterThanOrEqual(before + 2), 20_000)
      await reached(person.device, shop1.lan)
    })

    it('uses the other center when one dies', async () => {
      const route = await person.device.in('ip', 'route', 'get', shop1.lan)
      const [first] = await testbed.ways(person, network_number, hub1)
      const dying = route.includes(`dev ${first} `) ? hub1 : hub2
      const before = ups()
      await dying.off()
      await reached(person.device, shop1.lan)
      dying.start()
      // The console shows the former state for a while: the tunnel's own log shows when it is back.
      await vi.waitFor(() => expect(ups()).toBeGreaterThan(before), 60_000)
      await vi.waitFor(async () => expect(await testbed.online(network_number, person)).toEqual([1, 1]), 60_000)
    })

    it('is not let in while it is disabled', async () => {
      await testbed.call(contract.router.update_status, { router_name: person.router_name, status: 0 })
      await vi.waitFor(async () => expect(await testbed.online(network_number, person)).toEqual([0, 0]), 60_000)
      await unreached(person.device, shop1.lan)
      await testbed.call(contract.router.update_status, { router_name: person.router_name, status: 1 })
      expect(await reached(person.device, shop1.lan)).toBeGreaterThan(0)
    })
  })

  it('stay apart from another network on a device in both', async () => {
    const [other] = (await testbed.hardware(7)) as [Member]
    other.start()
    await testbed.connected(other)
    const second = await testbed.network('仓库', [other], [shop1])
    await testbed.lans(second, other)
    await testbed.set('edit_prefix', { network_number: second, router_name: shop1.router_name, prefix: [{ ip: '192.168.3.0', mask: 24 }] })
    await reached(shop1.host, other.lan)
    await carries()
    expect(await shop2.device.in('ip', 'route', 'get', other.lan)).toContain('dev wan')
    // A firewall rule names the tunnel's interface, so packets that a wrong route leads into it are dropped. Only the rule is checked here.
    const [way] = await testbed.ways(shop1, network_number, hub1)
    await hub1.device.in('ip', 'route', 'replace', other.lan, 'dev', `h${network_number}`)
    expect(await shop1.device.in('nft', 'list', 'table', 'inet', 'weft')).toContain(`"${way}"`)
  })

  it('do not let in a member that was removed', async () => {
    await testbed.call(contract.network.remove_member, { network_number, router_name: shop2.router_name })
    await unreached(shop1.host, shop2.lan)
    await vi.waitFor(() => expect(shop2.device.tunnels()).toEqual([]), 60_000)
  })
})
