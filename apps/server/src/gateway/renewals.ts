import { CREDENTIAL_RENEW_SECONDS } from '@weft/contract'
import { type Clock, unix } from '../kernel/clock.ts'
import { monotonicSeconds, type Peer, send } from './peers.ts'

/** Asks devices whose credential is old to renew it. */
export interface Renewals {
  /** Asks those of these devices that are due, the oldest credential first, up to the limit of one round. */
  ask(peers: readonly { peer: Peer; create_time: number }[]): void
}

/** The first capability version at which a device can renew its credential. */
const RENEWING = 6
/** Devices that one instance asks in one round. There is one round a minute: 100,000 that become due together take eight hours. */
const ASKED_AT_ONCE = 200
/** Seconds after which a device that did not renew is asked again. */
const ASKED_AGAIN_SECONDS = 3600

export function createRenewals({ clock }: { clock: Clock }): Renewals {
  return {
    ask(peers) {
      const [now, made_before] = [monotonicSeconds(), unix(clock.now()) - CREDENTIAL_RENEW_SECONDS]
      const due = peers
        .filter(({ peer, create_time }) => create_time <= made_before && mayRenew(peer, now))
        .toSorted((a, b) => a.create_time - b.create_time)
      for (const { peer } of due.slice(0, ASKED_AT_ONCE)) {
        peer.renewal_asked = now
        send(peer, { type: 'credential.renew' })
      }
    },
  }
}

/** Returns whether to ask this device: one whose centers accept the credential itself as a password would lose its tunnels. */
const mayRenew = (peer: Peer, now: number): boolean =>
  peer.state === 'here' &&
  peer.capabilities >= RENEWING &&
  peer.bearer_login !== true &&
  (peer.renewal_asked === undefined || now - peer.renewal_asked >= ASKED_AGAIN_SECONDS)
