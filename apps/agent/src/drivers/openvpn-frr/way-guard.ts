import type { Log } from '../../log.ts'
import { leakOf, type ReachedByWan, wayCommands, type Ways } from './ways.ts'

/**
 * Keeps a received default route ahead of the WAN's own, whatever other programs do with routes, addresses and links meanwhile: a DHCP
 * client that binds again, a line that was down, a router that was replaced, an uplink that is there only after the agent.
 */
export interface WayGuard {
  /**
   * Sets which addresses are reached by the WAN although a default route is received; undefined if none is received.
   * @throws if the kernel's routes cannot be made so
   */
  want(addresses: ReachedByWan | undefined): Promise<void>
  /** Called every second: reads the kernel's routes while a default route is received, and puts right what others changed. */
  look(): Promise<void>
  /** Returns why traffic does not leave the device as its configuration says; undefined if it does. */
  fault(): string | undefined
}

/** Milliseconds after a change of the configuration in which a received default route may still be on its way. */
const ARRIVAL_MS = 20_000
/** Milliseconds between two logged repairs, and between two logged faults, whatever their words. */
const LOG_EVERY_MS = 60_000
/** Times that a change is tried at once: another program may change the same routes meanwhile. */
const TRIES = 3

export function createWayGuard({
  read,
  change,
  log,
  now = () => performance.now(),
}: {
  read: () => Promise<Ways>
  /** Runs commands of `ip`, also those after one that fails. @throws with the messages of those that failed */
  change: (commands: readonly string[]) => Promise<void>
  log: Log
  /** The monotonic clock, in milliseconds. */
  now?: () => number
}): WayGuard {
  let wanted: ReachedByWan | undefined
  let wantedAt = Number.NEGATIVE_INFINITY
  let fault: string | undefined
  /** Looks in a row that found traffic leaving by the WAN. */
  let leaks = 0
  let repairLoggedAt = Number.NEGATIVE_INFINITY
  let faultLoggedAt = Number.NEGATIVE_INFINITY
  /** The fault in the log, until it is over. */
  let loggedFault: string | undefined
  /** Steps run one after another: an apply and a look must not both act on what they read. */
  let work: Promise<unknown> = Promise.resolve()

  function queue(step: () => Promise<void>): Promise<void> {
    const done = work.then(step)
    work = done.catch(() => {})
    return done
  }

  async function apply(): Promise<void> {
    for (let tries = 1; ; tries++) {
      const commands = wayCommands(await read(), wanted)
      if (commands.length === 0) return
      await change(commands).catch((error: unknown) => {
        if (tries === TRIES) throw error
      })
      if (tries === TRIES) return
    }
  }

  /** @returns why traffic does not leave the device as it should; undefined if it does */
  async function reconcile(): Promise<string | undefined> {
    if (!wanted) return undefined
    const ways = await read()
    const commands = wayCommands(ways, wanted)
    const wan = leakOf(ways)
    leaks = wan === undefined ? 0 : leaks + 1
    await putRight(commands)
    if (wan === undefined) return undefined
    // What was put right at the last look may have leaked until then.
    if (leaks === 1 || now() - wantedAt < ARRIVAL_MS) return fault
    return commands.length > 0
      ? `another program keeps putting a default route ahead of the received one, so traffic that should go through a tunnel leaves by ${wan}`
      : `no default route is received from a tunnel, so traffic that should go through one leaves by ${wan}`
  }

  async function putRight(commands: readonly string[]): Promise<void> {
    if (commands.length === 0) return
    if (now() - repairLoggedAt >= LOG_EVERY_MS) {
      log.info(`the routes have changed, and are put right: ${commands.join('; ')}`)
      repairLoggedAt = now()
    }
    // A route is removed only once its replacement is there.
    for (let left = commands, tries = 1; left.length > 0 && tries <= TRIES; tries++) {
      await change(left)
      left = wayCommands(await read(), wanted)
    }
  }

  function logFault(): void {
    if (fault === undefined) loggedFault = undefined
    else if (fault !== loggedFault && now() - faultLoggedAt >= LOG_EVERY_MS) {
      log.warn((loggedFault = fault))
      faultLoggedAt = now()
    }
  }

  return {
    want: (addresses) =>
      queue(async () => {
        if (JSON.stringify(addresses) !== JSON.stringify(wanted)) wantedAt = now()
        wanted = addresses
        if (!addresses) fault = undefined
        await apply()
      }),
    look: () =>
      queue(async () => {
        const why = await reconcile().catch((error: unknown) => `the routes cannot be put right: ${String(error)}`)
        fault = why
        logFault()
      }),
    fault: () => fault,
  }
}
