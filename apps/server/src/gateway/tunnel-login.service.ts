import { tell } from '../adapters/bus/bus.queries.ts'
import type { Db } from '../db/client.ts'
import { TICKETING } from '../domains/foundation/authority/trust.service.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { setBearerLogin } from '../domains/member/device/credential.service.ts'
import type { Peer } from './peers.ts'

/** Learns from each device that arrives what it signs in with at its centers, and has them told where that is new. */
export interface TunnelLogins {
  learn(peer: Peer): void
}

export function createTunnelLogins({ db, log }: { db: Db; log: Log }): TunnelLogins {
  async function change(peer: Peer, bearer_login: boolean): Promise<void> {
    const { account_id, router_name } = peer
    await db.system(async (system) => {
      if (await setBearerLogin(system, peer, bearer_login)) await tell(system, { type: 'login', account_id, router_name })
    })
    peer.bearer_login = bearer_login
  }

  return {
    learn(peer) {
      // A device that keeps no trust has no tunnels either, such as a simulated one.
      if (peer.bearer_login === null || peer.trust === undefined) return
      const bearer_login = peer.capabilities < TICKETING
      if (peer.bearer_login === bearer_login) return
      // What fails is learnt again when the device arrives the next time; until then its centers take what they took.
      change(peer, bearer_login).catch((error: unknown) => {
        log.warn('what a member signs in with was not written down', { router_name: peer.router_name, ...errorFacts(error) })
      })
    },
  }
}
