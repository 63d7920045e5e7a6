import { publish } from '../adapters/bus/publish.ts'
import type { Db } from '../db/client.ts'
import { TICKETING } from '../domains/foundation/authority/trust.service.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { setBearerLogin } from '../domains/member/device/credential.service.ts'
import type { Peer } from './peers.ts'

/** Records whether each connecting device signs in at its centers with a credential, and tells the centers when that changes. */
export interface TunnelLogins {
  learn(peer: Peer): void
}

export function createTunnelLogins({ db, log }: { db: Db; log: Log }): TunnelLogins {
  async function change(peer: Peer, bearer_login: boolean): Promise<void> {
    const { account_id, router_name } = peer
    await db.system(async (system) => {
      if (await setBearerLogin(system, peer, bearer_login)) await publish(system, { type: 'login', account_id, router_name })
    })
    peer.bearer_login = bearer_login
  }

  return {
    learn(peer) {
      // A device that keeps no trust, such as a simulated one, has no tunnels either.
      if (peer.bearer_login === null || peer.trust === undefined) return
      const bearer_login = peer.capabilities < TICKETING
      if (peer.bearer_login === bearer_login) return
      // A failed change is repeated when the device next arrives; until then its centers accept what they accepted before.
      change(peer, bearer_login).catch((error: unknown) => {
        log.warn('what a member signs in with was not written down', { router_name: peer.router_name, ...errorFacts(error) })
      })
    },
  }
}
