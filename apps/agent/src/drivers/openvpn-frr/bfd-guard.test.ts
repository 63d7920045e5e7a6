import type { TunnelFigures } from '@weft/contract/agent-protocol'
import { describe, expect, it } from 'vitest'
import { createBfdGuard, sessionsIn, type Sessions } from './bfd-guard.ts'
import type { UpTunnel } from './tunnel-facts.ts'

const FRR = `router bgp 4200000001
 neighbor 10.128.0.1 remote-as external
 neighbor 10.128.0.1 update-source 10.128.0.7
 neighbor 10.128.0.1 bfd
 neighbor 10.129.0.9 remote-as external
 neighbor 10.129.0.9 update-source 10.129.0.1
exit
`
const tunnel = (more: Partial<UpTunnel>): UpTunnel => ({
  network_number: '1000000001',
  who: 'CENTER',
  dialled: true,
  vpn_ip: '10.128.0.7',
  address: null,
  since: 1,
  received: 0,
  sent: 0,
  ...more,
})
/** This device dialled the center 10.128.0.1. */
const DIALLED = tunnel({})
/** The branch 10.129.0.9 dialled this device. */
const ACCEPTED = tunnel({ who: 'BRANCH', dialled: false, vpn_ip: '10.129.0.9' })
/** A software member dialled this device. It has no BGP neighbour. */
const SOFTWARE = tunnel({ who: 'li@acme', dialled: false, vpn_ip: '10.130.0.4' })

const session = (up: boolean, own = 3, other = 3) => ({ up, own, other })
/** A minute of the dialled tunnel. */
const minute = (more: Partial<TunnelFigures> = {}): TunnelFigures => ({
  network_number: '1000000001',
  who: 'CENTER',
  sent: 60,
  reflected: 60,
  received: 60,
  rtt_min: 20,
  rtt_p50: 20,
  rtt_p95: 20,
  rtt_max: 20,
  jitter_out: 0,
  jitter_back: 0,
  longest_gap: 0,
  reordered: 0,
  ...more,
})

/** Returns a guard with a clock that tests advance, and an FRR that answers with `sessions` or fails with it. */
function createWorld() {
  let time = 0
  const queryTimes: number[] = []
  const configured: string[][] = []
  const warnings: string[] = []
  const world = {
    queryTimes,
    configured,
    warnings,
    sessions: { established: new Map(), bfd: new Map() } as Sessions | Error,
    pass: (seconds: number) => void (time += seconds * 1000),
    guard: createBfdGuard({
      async sessions(): Promise<Sessions> {
        queryTimes.push(time)
        if (world.sessions instanceof Error) throw world.sessions
        return world.sessions
      },
      configure: async (commands) => void configured.push([...commands]),
      log: { info: () => {}, warn: (line) => void warnings.push(line) },
      now: () => time,
    }),
  }
  world.guard.configured(FRR)
  return world
}

describe('the BFD guard', () => {
  it('lets a tunnel be reported only once the BFD session with its neighbour is up, whichever end dialled', async () => {
    const world = createWorld()
    await world.guard.look([DIALLED, ACCEPTED])
    expect([DIALLED, ACCEPTED].map(world.guard.covers)).toEqual([false, false])
    world.sessions = {
      established: new Map(),
      bfd: new Map([
        ['10.128.0.1', session(true)],
        ['10.129.0.9', session(false)],
      ]),
    }
    await world.guard.look([DIALLED, ACCEPTED])
    expect([DIALLED, ACCEPTED].map(world.guard.covers)).toEqual([true, false])
  })

  it('waits for BFD anew when a tunnel comes up a second time', async () => {
    const world = createWorld()
    world.sessions = { established: new Map(), bfd: new Map([['10.128.0.1', session(true)]]) }
    await world.guard.look([DIALLED])
    world.sessions = { established: new Map(), bfd: new Map([['10.128.0.1', session(false)]]) }
    const secondTunnel = tunnel({ since: 2 })
    await world.guard.look([secondTunnel])
    expect(world.guard.covers(secondTunnel)).toBe(false)
  })

  it('lets a tunnel without a BGP neighbour be reported at once', () => {
    expect(createWorld().guard.covers(SOFTWARE)).toBe(true)
  })

  it('lets a tunnel be reported after 30 seconds without BFD, and logs one warning', async () => {
    const world = createWorld()
    await world.guard.look([DIALLED])
    world.pass(31)
    for (let round = 0; round < 3; round++) await world.guard.look([DIALLED])
    expect(world.guard.covers(DIALLED)).toBe(true)
    expect(world.warnings.filter((line) => line.includes('CENTER'))).toHaveLength(1)
  })

  it('asks FRR each second only while a tunnel waits, and otherwise every 30 seconds', async () => {
    const world = createWorld()
    world.sessions = { established: new Map([['10.128.0.1', 1000]]), bfd: new Map([['10.128.0.1', session(true)]]) }
    for (let second = 0; second <= 60; second++) {
      await world.guard.look([DIALLED])
      world.pass(1)
    }
    expect(world.queryTimes).toEqual([0, 30_000, 60_000])
  })

  it('configures BFD anew if BFD does not know a neighbour three seconds after BGP reached it, at most once in five seconds', async () => {
    const world = createWorld()
    world.sessions = {
      established: new Map([
        ['10.128.0.1', 2000],
        ['10.129.0.9', 90_000],
      ]),
      bfd: new Map([['10.129.0.9', session(false)]]),
    }
    await world.guard.look([DIALLED])
    expect(world.configured).toEqual([])
    world.sessions = { established: new Map([['10.128.0.1', 3000]]), bfd: new Map() }
    for (let second = 0; second < 5; second++) {
      world.pass(1)
      await world.guard.look([DIALLED])
    }
    expect(world.configured).toEqual([
      ['router bgp 4200000001', 'no neighbor 10.128.0.1 bfd', 'neighbor 10.128.0.1 bfd', 'neighbor 10.128.0.1 bfd profile wan'],
    ])
  })

  it('lets no new tunnel be reported if FRR does not answer, and passes its reason on', async () => {
    const world = createWorld()
    world.sessions = new Error('vtysh: it is not there')
    await expect(world.guard.look([DIALLED])).rejects.toThrow('vtysh: it is not there')
    expect(world.guard.covers(DIALLED)).toBe(false)
  })

  describe('if BGP does not reach the other end of a tunnel', () => {
    const bfd = new Map([
      ['10.128.0.1', session(true)],
      ['10.129.0.9', session(true)],
    ])
    const REACHED = { established: new Map([['10.128.0.1', 1000]]), bfd }
    const UNREACHED = { established: new Map(), bfd }
    async function looks(world: ReturnType<typeof createWorld>, seconds: number, ...up: UpTunnel[]) {
      for (let second = 0; second < seconds; second++) {
        await world.guard.look(up)
        world.pass(1)
      }
    }

    it('the tunnel is at fault after 30 seconds, until BGP reaches it', async () => {
      const world = createWorld()
      world.sessions = UNREACHED
      await looks(world, 30, DIALLED)
      world.sessions = REACHED
      await looks(world, 5, DIALLED)
      expect(world.guard.fault()).toBeUndefined()
      world.sessions = UNREACHED
      await looks(world, 30, DIALLED)
      expect(world.guard.fault()).toBeUndefined()
      await looks(world, 31, DIALLED)
      expect(world.guard.fault()).toMatch(/^隧道已连通，但路由没有交换（CENTER）: the tunnel to CENTER is up, .* no routes are exchanged$/)
      world.sessions = REACHED
      await looks(world, 6, DIALLED)
      expect(world.guard.fault()).toBeUndefined()
    })

    it('the tunnel is not at fault once it is down, or if only the other end dialled', async () => {
      const world = createWorld()
      world.sessions = UNREACHED
      await looks(world, 60, DIALLED, ACCEPTED)
      expect(world.guard.fault()).toContain('CENTER')
      await looks(world, 60, ACCEPTED)
      expect(world.guard.fault()).toBeUndefined()
    })
  })

  const ROUGH = ['router bgp 4200000001', 'neighbor 10.128.0.1 bfd profile rough']
  const WAN = ['router bgp 4200000001', 'neighbor 10.128.0.1 bfd profile wan']
  /** Lets the guard look after a minute with these figures. */
  async function afterMinute(world: ReturnType<typeof createWorld>, figures: TunnelFigures, own: number) {
    world.sessions = { established: new Map(), bfd: new Map([['10.128.0.1', session(true, own)]]) }
    world.guard.measured([figures])
    world.pass(60)
    await world.guard.look([DIALLED])
    return world.configured.splice(0)
  }

  it.each([
    ['loses packets on the way there', { reflected: 58, received: 58 }],
    ['loses packets on the way back', { received: 58, longest_gap: 3000 }],
    ['takes a second there and back', { rtt_p50: 1000 }],
  ])('guards a tunnel that %s in three minutes in a row more patiently, until ten in a row were good', async (_, figures) => {
    const world = createWorld()
    for (const one of [figures, figures, {}, figures, figures]) expect(await afterMinute(world, minute(one), 3)).toEqual([])
    expect(await afterMinute(world, minute(figures), 3)).toEqual([ROUGH])
    for (let good = 0; good < 9; good++) expect(await afterMinute(world, minute(), 8)).toEqual([])
    expect(await afterMinute(world, minute(figures), 8)).toEqual([])
    for (let good = 0; good < 9; good++) expect(await afterMinute(world, minute(), 8)).toEqual([])
    expect(await afterMinute(world, minute(), 8)).toEqual([WAN])
  })

  it.each([
    ['with an outage', minute({ reflected: 40, received: 40, longest_gap: 20_000 })],
    ['of a tunnel that has just come up', minute({ sent: 15, reflected: 14, received: 14 })],
  ])('does not judge a line by minutes %s', async (_, untold) => {
    const world = createWorld()
    for (let minutes = 0; minutes < 4; minutes++) expect(await afterMinute(world, untold, 3)).toEqual([])
    for (let bad = 0; bad < 2; bad++) expect(await afterMinute(world, minute({ rtt_p50: 1000 }), 3)).toEqual([])
    expect(await afterMinute(world, untold, 3)).toEqual([])
    expect(await afterMinute(world, minute({ rtt_p50: 1000 }), 3)).toEqual([ROUGH])
    for (let minutes = 0; minutes < 10; minutes++) expect(await afterMinute(world, untold, 8)).toEqual([])
  })

  it('keeps what a former run of the agent chose, until ten minutes in a row were good', async () => {
    const world = createWorld()
    world.sessions = { established: new Map(), bfd: new Map([['10.128.0.1', session(false, 8)]]) }
    await world.guard.look([DIALLED])
    for (let good = 0; good < 9; good++) expect(await afterMinute(world, minute(), 8)).toEqual([])
    expect(await afterMinute(world, minute(), 8)).toEqual([WAN])
  })

  it('guards an accepted tunnel as patiently as the other end, which measures it', async () => {
    const world = createWorld()
    const look = async (own: number, other: number) => {
      world.sessions = { established: new Map(), bfd: new Map([['10.129.0.9', session(true, own, other)]]) }
      world.pass(60)
      await world.guard.look([ACCEPTED])
      return world.configured.splice(0).map(([, command]) => command)
    }
    expect(await look(3, 3)).toEqual([])
    expect(await look(3, 8)).toEqual(['neighbor 10.129.0.9 bfd profile rough'])
    expect(await look(8, 8)).toEqual([])
    expect(await look(8, 3)).toEqual(['neighbor 10.129.0.9 bfd profile wan'])
  })

  it('reads the sessions in the JSON answers of FRR', () => {
    const bgp = {
      peers: { '10.1.0.1': { state: 'Established', peerUptimeMsec: 5000, pfxRcd: 4, pfxSnt: 2 }, '10.1.0.2': { state: 'Active' } },
    }
    const bfd = [
      { peer: '10.1.0.1', status: 'up', 'detect-multiplier': 8, 'remote-detect-multiplier': 3 },
      { peer: '10.1.0.2', status: 'down' },
    ]
    expect(sessionsIn(JSON.stringify(bgp), JSON.stringify(bfd))).toEqual({
      established: new Map([['10.1.0.1', 5000]]),
      prefixes: new Map([['10.1.0.1', 6]]),
      bfd: new Map([
        ['10.1.0.1', session(true, 8, 3)],
        ['10.1.0.2', session(false)],
      ]),
    })
    expect(sessionsIn('{}', '[]')).toEqual({ established: new Map(), prefixes: new Map(), bfd: new Map() })
  })
})
