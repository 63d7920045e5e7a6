import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestbed, type Testbed, type Member, pings, reached } from './testbed.ts'
import { endProcess, whyNot } from './namespaces.ts'

const why = whyNot()
/** Number of starts of a branch; `WEFT_GUARD_ROUNDS=50` for the figure in bench/README.md. */
const ROUNDS = Number(process.env.WEFT_GUARD_ROUNDS ?? 1)

describe.skipIf(why)('BFD', () => {
  let testbed: Testbed
  let primary: Member
  let backup: Member
  let branch: Member
  let other: Member
  let network_number: string

  const vtysh = ({ device, run }: Member, ...commands: string[]) =>
    device.in('vtysh', '--vty_socket', join(run, 'frr'), ...commands.flatMap((command) => ['-c', command]))
  /** Returns the neighbours that BGP has reached. */
  async function established(member: Member): Promise<string[]> {
    const { peers = {} } = JSON.parse(await vtysh(member, 'show bgp ipv4 unicast summary json')) as {
      peers?: Record<string, { state: string }>
    }
    return Object.entries(peers).flatMap(([address, { state }]) => (state === 'Established' ? [address] : []))
  }
  /** Returns the neighbours whose BFD session is up. */
  async function guarded(member: Member): Promise<string[]> {
    const peers = JSON.parse(await vtysh(member, 'show bfd peers brief json')) as { peer: string; status: string }[]
    return peers.flatMap(({ peer, status }) => (status === 'up' ? [peer] : []))
  }
  const says = (member: Member, ...states: number[]) =>
    vi.waitFor(async () => expect(await testbed.online(network_number, member)).toEqual(states), { timeout: 90_000, interval: 150 })

  beforeAll(async () => {
    testbed = await createTestbed()
    ;[primary, backup, branch, other] = (await testbed.hardware(1, 2, 3, 4)) as [Member, Member, Member, Member]
    for (const member of testbed.members) member.start()
    await testbed.connected(...testbed.members)
    network_number = await testbed.network('门店', [primary, backup], [branch, other])
    await testbed.set('edit_routing', {
      network_number,
      type: 2,
      main_router: primary.router_name,
      secondary_router: backup.router_name,
    })
    await testbed.lans(network_number, branch, other)
    await says(branch, 1, 1)
    await says(other, 1, 1)
  })
  afterAll(() => testbed?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await testbed.story())
  })

  it(`guards a tunnel before the console shows it as up, after each start of a branch (${ROUNDS} starts)`, {
    timeout: 60_000 + ROUNDS * 120_000,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      // A session ends after half an hour, and many starts take longer.
      Object.assign(testbed.owner, await testbed.world.signedIn(testbed.owner))
      await branch.off()
      await says(branch, 0, 0)
      branch.start()
      await says(branch, 1, 1)
      const gateways = await guarded(branch)
      expect(gateways, `start ${round}`).toHaveLength(2)

      // The link to the primary dies silently: neither end is notified, so that only BFD can notice it within a second.
      await reached(branch.host, other.lan)
      const [way = ''] = await testbed.ways(branch, network_number, primary)
      const running = pings(branch.host, other.lan)
      await running.answered()
      await branch.device.in(
        'nft',
        `add table inet cut; add chain inet cut in { type filter hook input priority -10; };
          add chain inet cut through { type filter hook forward priority -10; }; add chain inet cut out { type filter hook output priority -10; };
          add rule inet cut in iifname ${way} drop; add rule inet cut out oifname ${way} drop;
          add rule inet cut through iifname ${way} drop; add rule inet cut through oifname ${way} drop`,
      )
      await vi.waitFor(async () => expect(await established(branch)).toHaveLength(1), { timeout: 30_000, interval: 50 })
      await running.answered()
      const { lost } = await running.stop()
      // BGP alone would notice it after nine seconds, which are ninety pings.
      expect(lost).toBeLessThan(50)
      console.info(`start ${round + 1}: the dead link cost ${lost * 100} ms`)
      await branch.device.in('nft', 'delete table inet cut')
    }
  })

  it('guards a tunnel again if it did not know a neighbour that BGP has reached', async () => {
    const [gateway = ''] = await vi.waitFor(async () => {
      const both = await guarded(branch)
      expect(both).toHaveLength(2)
      return both
    }, 60_000)
    const asn = /^router bgp (\d+)/m.exec(await vtysh(branch, 'show running-config'))?.[1]
    await vtysh(branch, 'configure terminal', `router bgp ${asn}`, `no neighbor ${gateway} bfd`)
    await vi.waitFor(async () => expect(await guarded(branch)).not.toContain(gateway))
    // A tunnel that comes up makes the agent ask FRR each second.
    for (const pid of branch.device.tunnels()) endProcess(pid)
    await vi.waitFor(async () => expect(await guarded(branch)).toContain(gateway), { timeout: 90_000, interval: 200 })
    expect(await vtysh(branch, 'show running-config')).toContain(`neighbor ${gateway} bfd profile wan`)
  })
})
