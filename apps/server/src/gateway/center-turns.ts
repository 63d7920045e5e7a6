import type { Db } from '../db/client.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { endTurns, takeTurns } from './center-turns.queries.ts'
import type { Peer } from './peers.ts'

/**
 * Keeps two centers of a network from being interrupted at the same time, even if they are connected to different servers. A network has
 * one turn, which is a row of the database: a center that has not taken it may not be interrupted. A configuration that interrupts nothing
 * needs no turn. A center that loses its connection or its server during its turn may still be applying the configuration. So it keeps the
 * turn until it has settled on another server, or until the turn expires. Any member takes the turn for a new certificate, and never gives it
 * back: nobody reports when its tunnels have restarted.
 */
export interface CenterTurns {
  /** Takes the turns of all these networks for a center. @returns false if another center has one of them; then this center gets none */
  take(center: Center, networks: readonly string[]): Promise<boolean>
  /** Gives back all turns of centers that have settled. If the database is away, a later beat does it. */
  giveBack(centers: readonly Center[]): void
  /** Seconds after which a turn ends by itself. */
  readonly seconds: number
  /** Gives back the turns that could not be given back before. */
  beat(): void
}

type Center = Pick<Peer, 'account_id' | 'router_name'>

/** @param seconds after which a turn expires, because its center has not settled */
export function createCenterTurns({
  db,
  log,
  instance_id,
  seconds,
}: {
  db: Db
  log: Log
  instance_id: string
  seconds: number
}): CenterTurns {
  /** The centers whose turns could not be given back yet. */
  let notGivenBack: Center[] = []

  function giveBack(centers: readonly Center[]): void {
    void db
      .system((system) => endTurns(system, centers))
      .catch((error: unknown) => {
        log.warn('turns of centers will be given back later', errorFacts(error))
        notGivenBack.push(...centers)
      })
  }

  return {
    async take({ account_id, router_name }, networks) {
      const taken = await takeTurns(db.systemNow, { account_id, router_name, instance_id, networks, seconds })
      if (taken.length === networks.length) return true
      if (taken.length > 0) giveBack([{ account_id, router_name }])
      return false
    },
    giveBack,
    seconds,
    beat() {
      const centers = notGivenBack
      notGivenBack = []
      if (centers.length > 0) giveBack(centers)
    },
  }
}
