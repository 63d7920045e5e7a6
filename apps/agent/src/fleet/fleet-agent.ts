import { randomUUID } from 'node:crypto'
import type { ControllerMessage } from '@weft/contract/agent-protocol'
import { type Agent, createAgent } from '../agent.ts'
import { memoryStore } from '../apply/config-store.ts'
import type { Beat } from '../beat.ts'
import type { Ether } from '../drivers/simulated/ether.ts'
import { type SimulatedDriver, simulatedDriver } from '../drivers/simulated/simulated.ts'
import { keptCredential } from '../protocol/credential.ts'
import { memoryRing } from '../protocol/event-ring.ts'
import type { Enrolment } from './enrolment.ts'
import type { Credentials, FleetMember } from './members-file.ts'

/** Receives what happens to the members of a fleet. */
export interface FleetWitness {
  /** A member received this message. */
  heard(router_name: string, message: ControllerMessage): void
  /** The connection of a member ended, or could not be opened. */
  lost(router_name: string, why: string): void
}

/** The options that the members of a fleet share. */
export interface FleetAgentOptions {
  server: string
  seed: string
  credentials: Credentials
  beat: Beat
  ether: Ether
  random: () => number
  enrolment: Enrolment
  ldap_allow: string | undefined
  witness: FleetWitness | undefined
}

const RING = 20_000

/** One simulated member, which may be switched off and on. */
export interface FleetAgent {
  readonly router_name: string
  readonly on: boolean
  readonly connected: boolean
  /** True while it has let in a member, as a center does. */
  readonly center: boolean
  switchOn(): Promise<void>
  switchOff(): Promise<void>
  /** Ends the agent and leaves its tunnels as they are. */
  stop(): Promise<void>
}

export function fleetAgent(
  member: FleetMember,
  { server, seed, beat, ether, random, enrolment, credentials, ldap_allow, witness }: FleetAgentOptions,
): FleetAgent {
  const { router_name, kind, proof } = member
  let credential = credentials.get(router_name) ?? member.credential
  let agent: Agent | undefined
  let driver: SimulatedDriver | undefined
  let wanted = false

  async function prove(facts: SimulatedDriver): Promise<boolean> {
    const given = proof && (await enrolment.obtain(proof, facts.device()))
    if (given === undefined) return false
    keep(given)
    return true
  }
  function keep(given: string): void {
    credentials.remember(router_name, given)
    credential = given
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
        controller: { server, ca: undefined },
        router_name,
        beat,
        random,
        driver: made,
        ldap_allow,
        heard: (message) => witness?.heard(router_name, message),
        said: (what, why) => what === 'lost' && witness?.lost(router_name, why),
        boot_id: randomUUID(),
        credential: keptCredential(() => credential ?? '', keep),
        store: memoryStore(),
        ring: memoryRing(RING),
        // A member that was disabled may be enabled again, so it keeps trying at each reconnect.
        refused: async () => (proof === undefined || kind !== 'app' ? true : (await prove(made), true)),
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
