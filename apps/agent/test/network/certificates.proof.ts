import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { RENEW_EVERY_SECONDS } from '../../../server/src/gateway/gateway.ts'
import { whyNot } from './namespaces.ts'
import { createTestbed, type Member, pings, reached, type Testbed } from './testbed.ts'

describe.skipIf(whyNot())('new certificates of a network with two centers', () => {
  let testbed: Testbed
  let hubs: Member[]
  let shops: Member[]
  let network_number: string

  beforeAll(async () => {
    testbed = await createTestbed()
    const [hub1, hub2, shop1, shop2] = (await testbed.hardware(1, 2, 3, 4)) as [Member, Member, Member, Member]
    ;[hubs, shops] = [
      [hub1, hub2],
      [shop1, shop2],
    ]
    for (const member of testbed.members) member.start()
    await testbed.connected(...testbed.members)
    network_number = await testbed.network('门店', hubs, shops)
    await testbed.lans(network_number, ...shops)
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
    await reached(shop1.host, shop2.lan)
    await restored()
  })
  afterAll(() => testbed?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await testbed.story())
  })

  const certificateOf = ({ state }: Member) => readFileSync(join(state, 'etc/pki', network_number, 'member.crt'), 'utf8')
  /** Returns how often the processes whose names contain `part` have come to work. */
  const starts = (member: Member, part: string) => member.said(part).match(/Initialization Sequence Completed/g)?.length ?? 0
  /** Returns what waits until a member has restarted all of its tunnels since now, and they carry traffic again. */
  function restarts(member: Member): () => Promise<void> {
    const parts = hubs.includes(member) ? { hardware: 1, twin: 1 } : { center: 2 }
    const counted = Object.entries(parts).map(([part, times]) => ({ part, until: starts(member, part) + times }))
    return async () => {
      await vi.waitFor(() => {
        for (const { part, until } of counted) expect(starts(member, part), `${member.router_name} ${part}`).toBeGreaterThanOrEqual(until)
      }, 120_000)
      await restored()
    }
  }
  const neighboursOf = async ({ device, run }: Member): Promise<Record<string, { state: string }>> => {
    const answer = await device.in('vtysh', '--vty_socket', join(run, 'frr'), '-c', 'show bgp ipv4 unicast summary json')
    return (JSON.parse(answer) as { peers: Record<string, { state: string }> }).peers
  }
  /** Waits until all neighbours of all members have reached each other: a center has both shops and its twin, a shop both centers. */
  const restored = () =>
    vi.waitFor(
      async () => {
        const { member: shown } = await testbed.info(network_number)
        expect(shown.map((one) => one.revision_state)).toEqual(shown.map(() => 'applied'))
        for (const member of testbed.members) {
          const states = Object.values(await neighboursOf(member)).map(({ state }) => state)
          expect(states, member.router_name).toEqual(Array(hubs.includes(member) ? 3 : 2).fill('Established'))
        }
      },
      { timeout: 120_000, interval: 500 },
    )

  /** Watches the packets between the shops. @returns what tells the longest gap in each direction, in packets */
  async function watched(): Promise<() => Promise<number[]>> {
    const [shop1, shop2] = shops as [Member, Member]
    const both = [pings(shop1.host, shop2.lan), pings(shop2.host, shop1.lan)]
    await Promise.all(both.map((one) => one.answered()))
    return async () => {
      const seen = await Promise.all(both.map((one) => one.stop()))
      expect(Math.min(...seen.map(({ answers }) => answers))).toBeGreaterThan(10)
      return seen.map(({ lost }) => lost)
    }
  }

  /** Makes the certificates of all members end within 29 days. */
  async function due(): Promise<void> {
    const client = new Client({ connectionString: testbed.world.url })
    await client.connect()
    await client.query("update network_certificate set expire_time = now() + interval '29 days'")
    await client.end()
  }
  /** Makes the controller read what its devices hold, as it does after it has missed changes: from then on it knows who is due when. */
  async function look(): Promise<void> {
    const client = new Client({ connectionString: testbed.world.url })
    await client.connect()
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'weft bus' and datname = current_database()",
    )
    await client.end()
  }

  it('reach one member after the other, and no packet between branches is lost', { timeout: 600_000 }, async () => {
    const before = new Map(testbed.members.map((member) => [member, certificateOf(member)]))
    await due()
    const renewed = new Set<Member>()
    while (renewed.size < testbed.members.length) {
      const lost = await watched()
      const restarted = new Map(testbed.members.map((member) => [member, restarts(member)]))
      if (renewed.size === 0) await look()
      else testbed.world.repeat(RENEW_EVERY_SECONDS)
      const member = await vi.waitFor(() => {
        const [next, ...more] = testbed.members.filter((one) => !renewed.has(one) && certificateOf(one) !== before.get(one))
        expect([next, more.length]).toEqual([expect.anything(), 0])
        return next!
      }, 60_000)
      renewed.add(member)
      // Its tunnels are still restarting.
      testbed.world.repeat(RENEW_EVERY_SECONDS)
      await restarted.get(member)!()
      expect(await lost(), member.router_name).toEqual([0, 0])
      const others = testbed.members.filter((one) => !renewed.has(one))
      expect(others.map(certificateOf)).toEqual(others.map((one) => before.get(one)))
      // The turn is over.
      await testbed.world.pass(121)
    }
  })

  it('cost no packet either if an agent finds them at its start, as a new version finds other files', { timeout: 400_000 }, async () => {
    for (const member of [shops[0]!, hubs[0]!]) {
      const lost = await watched()
      const restarted = restarts(member)
      await member.stop()
      // The same certificate in another text.
      const file = join(member.state, 'trust.json')
      const trust = JSON.parse(readFileSync(file, 'utf8')) as { networks: { certificate: string }[] }
      for (const network of trust.networks) network.certificate = network.certificate.replace(/^(MII.{20})/m, '$1\n')
      writeFileSync(file, JSON.stringify(trust))
      member.start()
      await restarted()
      expect(await lost(), member.router_name).toEqual([0, 0])
    }
  })
})
