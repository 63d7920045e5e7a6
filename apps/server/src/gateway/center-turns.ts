import type { Db } from '../db/client.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { endTurns, takeTurns } from './center-turns.queries.ts'
import type { Peer } from './peers.ts'

/**
 * Keeps two centers of a network from being interrupted at the same time, even if they are connected to different servers. A network has
 * one turn, which is a row of the database: a member that has not taken it may not be interrupted. A configuration that interrupts nothing
 * needs no turn. A center that loses its connection or its server during its turn may still be applying the configuration. So it keeps the
 * turn until it has settled on another server, or until the turn expires. A turn for a new certificate, which any member takes, is never
 * given back: nobody reports when its tunnels have restarted.
 */
export interface CenterTurns {
  /**
   * Takes the turns of all these networks for a member.
   * @param why a turn for a `certificate` ends by itself alone
   * @returns false if another member has one of them; then this member gets none
   */
  take(member: Member, networks: readonly string[], why: 'configuration' | 'certificate'): Promise<boolean>
  /** Gives back the turns of members that have settled, except those for certificates. If the database is away, a later beat does it. */
  giveBack(members: readonly Member[]): void
  /** Gives back the turns that could not be given back before. */
  beat(): void
}

type Member = Pick<Peer, 'account_id' | 'router_name'>

/** @param seconds after which a turn expires, because its member has not settled */
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
  /** The members whose turns could not be given back yet. */
  let notGivenBack: Member[] = []

  function giveBack(members: readonly Member[]): void {
    void db
      .system((system) => endTurns(system, members))
      .catch((error: unknown) => {
        log.warn('turns will be given back later', errorFacts(error))
        notGivenBack.push(...members)
      })
  }

  return {
    async take({ account_id, router_name }, networks, why) {
      const turn = { account_id, router_name, instance_id, networks, seconds, ends_by_itself: why === 'certificate' }
      const taken = await takeTurns(db.systemNow, turn)
      if (taken.length === networks.length) return true
      if (taken.length > 0) giveBack([{ account_id, router_name }])
      return false
    },
    giveBack,
    beat() {
      const members = notGivenBack
      notGivenBack = []
      if (members.length > 0) giveBack(members)
    },
  }
}
