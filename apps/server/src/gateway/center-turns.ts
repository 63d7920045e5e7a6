import type { Db } from '../db/client.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { endTurns, takeTurns } from './center-turns.queries.ts'
import type { Peer } from './peers.ts'

/**
 * Keeps the two centers of a network from being interrupted at once, whichever servers hold their connections. The turn is a row of the
 * database: only an offer that interrupts takes it, by one statement. A center whose connection or server is lost in its turn keeps it until
 * it has settled on another server, or until the turn ends by itself.
 */
export interface CenterTurns {
  /** Takes the turn of each of these networks for a center. @returns false if another center has one of them: then it has none */
  take(peer: Peer, networks: readonly string[]): Promise<boolean>
  /** Gives back the turns of centers that have settled; while the database is away, at a later beat. */
  giveBack(centers: readonly Center[]): void
  beat(): void
}

type Center = Pick<Peer, 'account_id' | 'router_name'>

/** @param seconds within which a center settles, or is given up */
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
  let owed: Center[] = []

  function giveBack(centers: readonly Center[]): void {
    void db
      .system((system) => endTurns(system, centers))
      .catch((error: unknown) => {
        log.warn('turns of centers will be given back later', errorFacts(error))
        owed.push(...centers)
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
    beat() {
      const late = owed
      owed = []
      if (late.length > 0) giveBack(late)
    },
  }
}
