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
        ['10.128.0.1', true],
        ['10.129.0.9', false],
      ]),
    }
    await world.guard.look([DIALLED, ACCEPTED])
    expect([DIALLED, ACCEPTED].map(world.guard.covers)).toEqual([true, false])
  })

  it('waits for BFD anew when a tunnel comes up a second time', async () => {
    const world = createWorld()
    world.sessions = { established: new Map(), bfd: new Map([['10.128.0.1', true]]) }
    await world.guard.look([DIALLED])
    world.sessions = { established: new Map(), bfd: new Map([['10.128.0.1', false]]) }
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
    world.sessions = { established: new Map(), bfd: new Map([['10.128.0.1', true]]) }
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
      bfd: new Map([['10.129.0.9', false]]),
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

  it('lets no new tunnel be reported, and logs a warning, if FRR does not answer', async () => {
    const world = createWorld()
    world.sessions = new Error('vtysh: it is not there')
    await world.guard.look([DIALLED])
    expect(world.guard.covers(DIALLED)).toBe(false)
    expect(world.warnings).toHaveLength(1)
  })

  it('reads the sessions in the JSON answers of FRR', () => {
    const bgp = {
      peers: { '10.1.0.1': { state: 'Established', peerUptimeMsec: 5000, pfxRcd: 4, pfxSnt: 2 }, '10.1.0.2': { state: 'Active' } },
    }
    const bfd = [
      { peer: '10.1.0.1', status: 'up' },
      { peer: '10.1.0.2', status: 'down' },
    ]
    expect(sessionsIn(JSON.stringify(bgp), JSON.stringify(bfd))).toEqual({
      established: new Map([['10.1.0.1', 5000]]),
      prefixes: new Map([['10.1.0.1', 6]]),
      bfd: new Map([
        ['10.1.0.1', true],
        ['10.1.0.2', false],
      ]),
    })
    expect(sessionsIn('{}', '[]')).toEqual({ established: new Map(), prefixes: new Map(), bfd: new Map() })
  })
})
