import { createBeat } from '../beat.ts'
import { createEther } from '../drivers/simulated/ether.ts'
import type { Log } from '../log.ts'
import { sequence } from '../seeded.ts'
import { createEnrolment } from './enrolment.ts'
import { fleetAgent, type FleetAgentOptions, type FleetWitness } from './fleet-agent.ts'
import { createFlap } from './flap.ts'
import type { Credentials, FleetMember } from './members-file.ts'

export interface FleetOptions {
  server: string
  members: readonly FleetMember[]
  credentials: Credentials
  seed: string
  /** Number of branches that go away and come back at a time, with some forty seconds between two absences. */
  flap: number
  /** LDAP directories on this machine that its members may query, as `host:port` separated by commas. */
  ldap_allow?: string
  witness?: FleetWitness
  log: Log
}

export interface Fleet {
  connected(): number
  stop(): Promise<void>
}

/** Number of agents that start within one second. */
const START_RATE = 250

/** Starts thousands of simulated members in one process, over the real protocol. */
export function startFleet({ server, members, credentials, seed, flap, ldap_allow, witness, log }: FleetOptions): Fleet {
  const beat = createBeat()
  const ether = createEther()
  const random = sequence(`${seed} fleet`)
  const enrolment = createEnrolment({ server, ca: undefined }, random, log)
  const options: FleetAgentOptions = { server, seed, beat, ether, random, enrolment, credentials, ldap_allow, witness }
  const agents = members.map((member) => fleetAgent(member, options))
  const began = performance.now()
  let stopped = false
  let lastReported = -1

  const starting = (async () => {
    for (let i = 0; i < agents.length && !stopped; i++) {
      void agents[i]?.switchOn()
      if (i % START_RATE === START_RATE - 1) await new Promise((wake) => setTimeout(wake, 1000))
    }
  })()
  const connected = () => agents.reduce((count, agent) => count + (agent.connected ? 1 : 0), 0)
  const progress = setInterval(() => {
    const count = connected()
    if (lastReported < agents.length && count !== lastReported)
      log.info(`${count} of ${agents.length} connected after ${((performance.now() - began) / 1000).toFixed(1)} s`)
    if (lastReported < agents.length) lastReported = count
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
