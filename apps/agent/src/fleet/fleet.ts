import { randomUUID } from 'node:crypto'
import { type Agent, createAgent } from '../agent.ts'
import { memoryStore } from '../apply/config-store.ts'
import { type Beat, createBeat } from '../beat.ts'
import { createEther } from '../drivers/simulated/ether.ts'
import { type SimulatedDriver, simulatedDriver } from '../drivers/simulated/simulated.ts'
import type { Log } from '../log.ts'
import { memoryRing } from '../protocol/event-ring.ts'
import { sequence } from '../seeded.ts'
import { createEnrolment } from './enrolment.ts'
import { createFlap } from './flap.ts'
import type { Credentials, FleetMember } from './members-file.ts'

export interface FleetParts {
  server: string
  members: readonly FleetMember[]
  credentials: Credentials
  seed: string
  /** So many points go away and come back, each every forty seconds or so. */
  flap: number
  log: Log
}

export interface Fleet {
  connected(): number
  stop(): Promise<void>
}

/** One simulated member, which may be switched off and on. */
export interface FleetAgent {
  readonly router_name: string
  readonly on: boolean
  readonly connected: boolean
  /** Whether it is a center somewhere. */
  readonly center: boolean
  switchOn(): Promise<void>
  switchOff(): Promise<void>
  /** Ends the agent and leaves its tunnels as they are. */
  stop(): Promise<void>
}

/** Agents that start within one second. */
const START_RATE = 250
const RING = 20_000

/** Thousands of simulated members in one process, over the real protocol. */
export function startFleet({ server, members, credentials, seed, flap, log }: FleetParts): Fleet {
  const beat = createBeat()
  const ether = createEther()
  const random = sequence(`${seed} fleet`)
  const enrolment = createEnrolment(server, random, log)
  const parts: AgentGround = { server, seed, beat, ether, random, enrolment, credentials }
  const agents = members.map((member) => fleetAgent(member, parts))
  const began = performance.now()
  let stopped = false
  let told = -1

  const starting = (async () => {
    for (let i = 0; i < agents.length && !stopped; i++) {
      void agents[i]?.switchOn()
      if (i % START_RATE === START_RATE - 1) await new Promise((wake) => setTimeout(wake, 1000))
    }
  })()
  const connected = () => agents.reduce((count, agent) => count + (agent.connected ? 1 : 0), 0)
  const progress = setInterval(() => {
    const count = connected()
    if (told < agents.length && count !== told)
      log.info(`${count} of ${agents.length} connected after ${((performance.now() - began) / 1000).toFixed(1)} s`)
    if (told < agents.length) told = count
  }, 1000)
  const flapping = createFlap({ agents, count: flap, random })

  return {
    connected,
    async stop() {
      stopped = true
      clearInterval(progress)
      flapping.stop()
      enrolment.stop()
      await starting
      await Promise.all(agents.map((agent) => agent.stop()))
      beat.stop()
    },
  }
}

interface AgentGround extends Pick<FleetParts, 'server' | 'seed' | 'credentials'> {
  beat: Beat
  ether: ReturnType<typeof createEther>
  random: () => number
  enrolment: ReturnType<typeof createEnrolment>
}

function fleetAgent(member: FleetMember, { server, seed, beat, ether, random, enrolment, credentials }: AgentGround): FleetAgent {
  const { router_name, kind, proof } = member
  let credential = credentials.get(router_name) ?? member.credential
  let agent: Agent | undefined
  let driver: SimulatedDriver | undefined
  let wanted = false

  async function prove(facts: SimulatedDriver): Promise<boolean> {
    const given = proof && (await enrolment.obtain(proof, facts.device()))
    if (given === undefined) return false
    credential = given
    credentials.remember(router_name, given)
    return true
  }

  return {
    router_name,
    get on() {
      return wanted
    },
    get connected() {
      return agent?.connected ?? false
    },
    get center() {
      return (driver?.up() ?? []).some((event) => event.type === 'client_up')
    },
    async switchOn() {
      wanted = true
      const made = simulatedDriver(ether, router_name, kind, seed)
      if (credential === undefined && !(await prove(made))) return
      if (!wanted || agent) return
      driver = made
      agent = createAgent({
        ...{ server, router_name, beat, random, driver: made, boot_id: randomUUID() },
        credential: () => credential ?? '',
        store: memoryStore(),
        ring: memoryRing(RING),
        // A member that was disabled may be enabled again, so it goes on trying at the pace of the reconnects.
        refused: async () => (proof === undefined || kind === 'router' ? true : (await prove(made), true)),
      })
      await agent.start()
    },
    async switchOff() {
      wanted = false
      const ending = agent
      const device = driver
      agent = undefined
      driver = undefined
      device?.switchOff()
      await ending?.stop()
    },
    async stop() {
      wanted = false
      await agent?.stop()
    },
  }
}
