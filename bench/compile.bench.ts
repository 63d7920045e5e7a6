import { compile, type MemberSettings, type NetworkIntent, NO_CENTER_LINK, newMember, render } from '@weft/member-config'
import { formatIpv4, parseIpv4 } from '@weft/net'
import { centerAt, networkOf } from '../packages/member-config/test/networks.ts'
import { atMost, type Bench, type Figure, median, round } from './figure.ts'

const BRANCHES = 1000
const ROUNDS = 15
const LIMIT_MS = 150

/** Returns a network of two centers with a tunnel between them, and branches with a LAN each. */
function network(): NetworkIntent {
  const members: Record<string, MemberSettings> = {}
  Object.assign(members, { HUB1: centerAt(0), HUB2: centerAt(1) })
  const host = (segment: string, n: number) => formatIpv4((parseIpv4(segment) ?? 0) + n)
  for (let n = 0; n < BRANCHES; n++)
    members[`SN${String(n).padStart(8, '0')}`] = {
      ...newMember('point'),
      prefix: [{ ip: host('172.16.0.0', n * 256), mask: 24, permission: 'permit', ge: null, le: null }],
      links: { HUB1: { vpn_ip: host('10.128.0.2', n), enable: 1 }, HUB2: { vpn_ip: host('10.128.32.2', n), enable: 1 } },
    }
  return networkOf(members, ({ settings, facts }) => {
    settings.dns = ['223.5.5.5']
    settings.routing = { type: 2, main_router: 'HUB1', secondary_router: 'HUB2' }
    settings.center_link = { ...NO_CENTER_LINK, enable: 1, center_router_name: 'HUB1', segment: '10.129.0.0/24' }
    for (const member of Object.values(facts.members)) member.address = '203.0.113.1'
  })
}

/** Returns the median of several rounds, in milliseconds of this thread's processor time, which excludes the machine's other work. */
function costOf(work: () => unknown): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return median(rounds)
}

/** Measures compiling the documents of a whole network, and rendering their files. */
export const compiling: Bench = async (say) => {
  const intent = network()
  const documents = compile([intent])
  const hub = documents.get('HUB1')
  if (!hub) throw new Error('the center has no document')
  say(`${render(hub).length} files of a center`)
  const figure = (what: string, ms: number): Figure => ({ what, target: '', measured: `${round(ms)} ms`, ok: true })
  return [
    atMost(
      `compile of 2 centers and ${BRANCHES} branches`,
      LIMIT_MS,
      costOf(() => compile([intent])),
      'ms',
    ),
    figure(
      'render of one of these centers',
      costOf(() => render(hub)),
    ),
    figure(
      'render of all their documents',
      costOf(() => [...documents.values()].map((document) => render(document))),
    ),
  ]
}
