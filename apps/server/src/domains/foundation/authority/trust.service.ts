import { X509Certificate } from 'node:crypto'
import { DAY_SECONDS, type NetworkTrust } from '@weft/contract'
import { hashOf } from '@weft/member-config'
import { asAccount, type Db, type SystemDb } from '../../../db/client.ts'
import { type Clock, unix } from '../../../kernel/clock.ts'
import { errorFacts, type Log } from '../../../kernel/log.ts'
import { digest, type Keys } from '../../../kernel/secrets.ts'
import type { AuthorityService, Trust } from './authority.service.ts'
import {
  type Doors,
  doorsOf,
  keepCertificate,
  lockedCertificate,
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
  /** Which of its certificates is to be replaced first, and when, in Unix seconds; undefined if it has none. */
  renewal: Renewal | undefined
}
export interface Renewal {
  network_number: string
  time: number
}
export type TrustService = ReturnType<typeof createTrustService>

/**
 * Decides whether a member may restart its tunnels of a network now, because its certificate is replaced. If not, the member keeps its
 * certificate until it is asked about again.
 */
export type MayInterrupt = (member: Pick<Membership, 'account_id' | 'network_number' | 'router_name'>) => Promise<boolean>

/** Seconds before its end from which a certificate is replaced, of the first member and of the last. */
const RENEW_FIRST_SECONDS = 90 * DAY_SECONDS
const RENEW_LAST_SECONDS = 30 * DAY_SECONDS
/** The same of the certificate of an authority that was renewed, for members that have none of their own. */
const FORMER_FIRST_SECONDS = 730 * DAY_SECONDS
const FORMER_LAST_SECONDS = 365 * DAY_SECONDS

/**
 * Returns a number between the two that differs by member and network and always is the same, so that members which were certified together
 * are not due together.
 */
const spread = ({ network_number, router_name }: Pick<Membership, 'network_number' | 'router_name'>, first: number, last: number) =>
  last + (first - last) * (digest(`${network_number} ${router_name}`).readUInt32BE(0) / 2 ** 32)
/** Returns when the certificate of a membership is to be replaced, in Unix seconds. */
const renewTime = (of: Pick<Membership, 'network_number' | 'router_name'> & { expire_time: number }): number =>
  of.expire_time - spread(of, RENEW_FIRST_SECONDS, RENEW_LAST_SECONDS)

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
  const isDue = ({ expire_time, ...of }: Membership) => expire_time === null || renewTime({ ...of, expire_time }) <= unix(clock.now())

  /**
   * Returns the memberships that get a new certificate now. A member gets a new one in place of another in one network at a time, the one that
   * has been due for longest: the turn of a network lasts as long as its tunnels take to restart.
   */
  async function toCertify(memberships: readonly Membership[], mayInterrupt: MayInterrupt): Promise<ReadonlySet<Membership>> {
    const due = memberships.filter((membership) => membership.csr !== null && isDue(membership))
    // Without one for its key and its position it cannot build its tunnels, which is worse than an interruption.
    const now = new Set(due.filter(({ certificate }) => certificate === null))
    const waiting = due
      .flatMap((membership) => {
        const { expire_time } = membership
        return expire_time === null ? [] : [{ membership, time: renewTime({ ...membership, expire_time }) }]
      })
      .toSorted((a, b) => a.time - b.time)
    /** Members that have asked, and networks in which somebody has: all others would be refused. Each question writes to the database. */
    const [members, networks] = [new Set<string>(), new Set<string>()]
    for (const { membership } of waiting) {
      const { network_number, router_name } = membership
      if (members.has(router_name) || networks.has(network_number)) continue
      members.add(router_name)
      networks.add(network_number)
      if (await mayInterrupt(membership)) now.add(membership)
    }
    return now
  }

  /**
   * Signs the certificate of a membership, or returns the one that another call has signed since the membership was read. Null without a
   * sound request; the device reports that when it cannot dial.
   */
  async function certify(system: SystemDb, membership: Membership): Promise<Pick<Membership, 'certificate' | 'expire_time'>> {
    const { account_id, network_number, router_name, serves } = membership
    const csr = membership.csr ?? ''
    const kept = await lockedCertificate(system, membership, clock.now())
    if (kept.certificate !== null && kept.certificate !== membership.certificate) return kept
    try {
      // A device that is not dialled gets no certificate with which to pass for one that is. One that is dialled may also dial its twin.
      const uses = serves ? (['server', 'client'] as const) : (['client'] as const)
      const certificate = await authorities.issue(asAccount(system, account_id), network_number, { csr, router_name, uses })
      const expire_time = new X509Certificate(certificate).validToDate
      const row = { account_id, network_number, router_name, certificate, csr_hash: digest(csr), serves, expire_time }
      await keepCertificate(system, row, clock.now())
      return { certificate, expire_time: unix(expire_time) }
    } catch (error) {
      const { UnsoundRequest } = await import('./certificates.ts')
      if (!(error instanceof UnsoundRequest)) throw error
      log.warn('a device sent a signing request that is not sound', { account_id, router_name, ...errorFacts(error) })
      return { certificate: null, expire_time: null }
    }
  }

  /**
   * Returns what the members of each of these networks share. Authorities are created in the order of the networks' numbers, and apart from
   * what is read and signed for members: calls that create the same ones in another order would wait for each other.
   */
  async function commonOf(memberships: readonly Membership[]): Promise<ReadonlyMap<string, Trust>> {
    const accounts = new Map(memberships.map(({ network_number, account_id }) => [network_number, account_id]))
    if (accounts.size === 0) return new Map()
    return db.system(async (system) => {
      const common = new Map<string, Trust>()
      for (const [network_number, account_id] of [...accounts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
        common.set(network_number, await authorities.trustOf(asAccount(system, account_id), network_number))
      return common
    })
  }

  async function trustsOf(
    system: SystemDb,
    names: readonly string[],
    memberships: readonly Membership[],
    { due, common }: { due: ReadonlySet<Membership>; common: ReadonlyMap<string, Trust> },
  ): Promise<Map<string, MemberTrust>> {
    const serving = memberships.filter((membership) => membership.serves)
    const logins = Map.groupBy(serving.length === 0 ? [] : await loginsOf(system, serving), (login) => login.network_number)
    const revoked = Map.groupBy(
      memberships.length === 0 ? [] : await revokedIn(system, memberships, clock.now()),
      (one) => one.network_number,
    )
    const networks = new Map<string, NetworkTrust[]>(names.map((name) => [name, []]))
    const renewals = new Map<string, Renewal>()
    for (const membership of memberships) {
      const { network_number, router_name, serves } = membership
      const trust = common.get(network_number)!
      const { certificate, expire_time } = due.has(membership) ? await certify(system, membership) : membership
      const time = expire_time === null ? undefined : renewTime({ network_number, router_name, expire_time })
      if (time !== undefined && time < (renewals.get(router_name)?.time ?? Number.POSITIVE_INFINITY))
        renewals.set(router_name, { network_number, time })
      networks.get(router_name)?.push({
        network_number,
        ca: caFor(membership, certificate, trust),
        tls_crypt: trust.tls_crypt,
        certificate,
        logins: serves ? (logins.get(network_number) ?? []).map(loginOf) : [],
        ...(membership.enrolment && { ticket: ticketOf(membership.router_name, membership, membership.enrolment) }),
        // Left out where there is none, as devices of earlier versions expect it.
        ...(revoked.has(network_number) && { revoked: revoked.get(network_number)!.map(revokedOf) }),
      })
    }
    return new Map([...networks].map(([name, own]) => [name, { hash: hashOf(own), networks: own, renewal: renewals.get(name) }]))
  }

  /**
   * Returns the certificate of the authority that a member is given. Of an authority that was renewed it gets the present one together with
   * its next certificate, so that its tunnels restart once for both.
   */
  function caFor(membership: Membership, certificate: string | null, { ca, former_ca }: Trust): string {
    if (former_ca === null) return ca
    if (certificate !== null) return new X509Certificate(certificate).validFromDate < new X509Certificate(ca).validFromDate ? former_ca : ca
    const end = unix(new X509Certificate(former_ca).validToDate)
    return end - spread(membership, FORMER_FIRST_SECONDS, FORMER_LAST_SECONDS) <= unix(clock.now()) ? ca : former_ca
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

  async function trustOfAll(names: readonly string[], memberships: readonly Membership[], mayInterrupt: MayInterrupt) {
    const [common, due] = [await commonOf(memberships), await toCertify(memberships, mayInterrupt)]
    return db.system((system) => trustsOf(system, names, memberships, { due, common }))
  }

  return {
    /** Returns the trust of each of these members of an account; empty for one that is in no network. Signs missing certificates. */
    trustOf: async (account_id: number, names: readonly string[], mayInterrupt: MayInterrupt) =>
      trustOfAll(names, await membershipsOf(db.systemNow, account_id, names, clock.now()), mayInterrupt),

    /** Returns the trust of each of these POPs, for the networks of all accounts that it serves. */
    trustOfPops: async (names: readonly string[], mayInterrupt: MayInterrupt) =>
      trustOfAll(names, await popMembershipsOf(db.systemNow, names, clock.now()), mayInterrupt),

    /** Returns the members and POPs to notify when what one of these members signs in with changes. */
    doorsOf: (account_id: number, names: readonly string[]): Promise<Doors> => doorsOf(db.systemNow, account_id, names),
  }
}

/** The first capability version of devices that know revoked certificates, and of devices that know tickets. */
const REVOKING = 4
export const TICKETING = 5

/** Returns a trust without what a device of this capability version does not know. */
export function knownTo(capabilities: number, trust: MemberTrust): Pick<MemberTrust, 'hash' | 'networks'> {
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
