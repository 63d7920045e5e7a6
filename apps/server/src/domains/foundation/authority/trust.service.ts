import { X509Certificate } from 'node:crypto'
import type { NetworkTrust } from '@weft/contract'
import { hashOf } from '@weft/member-config'
import { asAccount, type Db, type SystemDb } from '../../../db/client.ts'
import { after, type Clock } from '../../../kernel/clock.ts'
import { errorFacts, type Log } from '../../../kernel/log.ts'
import { digest, type Keys } from '../../../kernel/secrets.ts'
import type { AuthorityService } from './authority.service.ts'
import {
  type Doors,
  doorsOf,
  keepCertificate,
  type Login,
  loginsOf,
  popMembershipsOf,
  type Revoked,
  revokedIn,
  type Membership,
  membershipsOf,
} from './trust.queries.ts'

/** The secrets of one device for its networks, and their hash. */
export interface MemberTrust {
  hash: string
  networks: NetworkTrust[]
}
export type TrustService = ReturnType<typeof createTrustService>

/** A certificate that ends within this many seconds is replaced. */
const RENEW_SECONDS = 90 * 86_400

/** Creates the service of the credentials and certificates that devices get apart from their documents (docs/design/data-plane.md §2). */
export function createTrustService({
  db,
  clock,
  log,
  keys,
  authorities,
}: {
  db: Db
  keys: Pick<Keys, 'digest'>
  clock: Clock
  log: Log
  authorities: Pick<AuthorityService, 'trustOf' | 'issue'>
}) {
  /** Returns or signs the certificate of a membership. Null without a sound request; the device reports that when it cannot dial. */
  async function certificateOf(system: SystemDb, membership: Membership): Promise<string | null> {
    const { account_id, network_number, router_name, serves, csr, certificate } = membership
    if (certificate !== null || csr === null) return certificate
    try {
      // A device that is not dialled gets no certificate with which to pass for one that is. One that is dialled may also dial its twin.
      const uses = serves ? (['server', 'client'] as const) : (['client'] as const)
      const issued = await authorities.issue(asAccount(system, account_id), network_number, { csr, router_name, uses })
      const expire_time = new Date(new X509Certificate(issued).validTo)
      const kept = { account_id, network_number, router_name, certificate: issued, csr_hash: digest(csr), serves, expire_time }
      await keepCertificate(system, kept, clock.now())
      return issued
    } catch (error) {
      const { UnsoundRequest } = await import('./certificates.ts')
      if (!(error instanceof UnsoundRequest)) throw error
      log.warn('a device sent a signing request that is not sound', { account_id, router_name, ...errorFacts(error) })
      return null
    }
  }

  async function trustsOf(
    system: SystemDb,
    names: readonly string[],
    memberships: readonly Membership[],
  ): Promise<Map<string, MemberTrust>> {
    const serving = memberships.filter((membership) => membership.serves)
    const logins = Map.groupBy(serving.length === 0 ? [] : await loginsOf(system, serving), (login) => login.network_number)
    const revoked = Map.groupBy(
      memberships.length === 0 ? [] : await revokedIn(system, memberships, clock.now()),
      (one) => one.network_number,
    )
    const common = new Map<string, Pick<NetworkTrust, 'ca' | 'tls_crypt'>>()
    const networks = new Map<string, NetworkTrust[]>(names.map((name) => [name, []]))
    for (const membership of memberships) {
      const { account_id, network_number, router_name, serves } = membership
      if (!common.has(network_number)) common.set(network_number, await authorities.trustOf(asAccount(system, account_id), network_number))
      networks.get(router_name)?.push({
        network_number,
        ...common.get(network_number)!,
        certificate: await certificateOf(system, membership),
        logins: serves ? (logins.get(network_number) ?? []).map(loginOf) : [],
        ...(membership.enrolment && { ticket: ticketOf(membership.router_name, membership, membership.enrolment) }),
        // Left out where there is none, as devices of earlier versions expect it.
        ...(revoked.has(network_number) && { revoked: revoked.get(network_number)!.map(revokedOf) }),
      })
    }
    return new Map([...networks].map(([name, own]) => [name, { hash: hashOf(own), networks: own }]))
  }
  /**
   * Returns the ticket of a device in one network. It is derived from the sign-in, so that it outlives renewals of the credential and ends
   * with the next sign-in, and it reveals nothing of a credential. It differs by network, so that the operator of a center learns only a
   * ticket for the centers of that network.
   */
  const ticketOf = (
    router_name: string,
    { account_id, network_number }: Pick<Membership, 'account_id' | 'network_number'>,
    enrolment: Buffer,
  ) => keys.digest('tunnel ticket', [account_id, network_number, router_name, enrolment.toString('hex')].join(' ')).toString('base64url')

  /** Returns the proofs that a center accepts for one name; the digest of its credential only while its device knows no tickets. */
  const loginOf = (login: Login): NetworkTrust['logins'][number] => {
    const { name, password_hash, enrolment, bearers } = login
    const proofs = password_hash === null ? [] : [password_hash]
    if (enrolment) proofs.push(`sha256:${digest(ticketOf(name, login, enrolment)).toString('hex')}`)
    return { name, proofs: [...proofs, ...(bearers ?? []).map((hash) => `sha256:${hash}`)] }
  }
  const renew_before = () => after(clock.now(), RENEW_SECONDS)

  return {
    /** Returns the trust of each of these members of an account; empty for one that is in no network. Signs missing certificates. */
    trustOf: (account_id: number, names: readonly string[]) =>
      db.system(async (system) => trustsOf(system, names, await membershipsOf(system, account_id, names, renew_before()))),

    /** Returns the trust of each of these POPs, for the networks of all accounts that it serves. */
    trustOfPops: (names: readonly string[]) =>
      db.system(async (system) => trustsOf(system, names, await popMembershipsOf(system, names, renew_before()))),

    /** Returns the members and POPs to notify when what one of these members signs in with changes. */
    doorsOf: (account_id: number, names: readonly string[]): Promise<Doors> => doorsOf(db.systemNow, account_id, names),
  }
}

/** The first capability version of devices that know revoked certificates, and of devices that know tickets. */
const REVOKING = 4
export const TICKETING = 5

/** Returns a trust without what a device of this capability version does not know. */
export function knownTo(capabilities: number, trust: MemberTrust): MemberTrust {
  if (capabilities >= TICKETING) return trust
  const networks = trust.networks.map(({ revoked, ticket: _, ...network }) => ({
    ...network,
    ...(revoked && capabilities >= REVOKING && { revoked }),
  }))
  return { hash: hashOf(networks), networks }
}

const revokedOf = ({ router_name, certificate }: Revoked) => ({
  name: router_name,
  serial: BigInt(`0x${new X509Certificate(certificate).serialNumber}`).toString(),
})
