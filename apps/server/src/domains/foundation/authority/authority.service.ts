/**
 * Room foundation/authority: the private certification authority of each network, and the certificates of its members.
 * Tables: network_authority, network_certificate.
 * Called by: gateway, jobs, member.
 * Always: keys leave the database sealed, and certificates are replaced one member at a time.
 */
import { randomBytes, X509Certificate } from 'node:crypto'
import { DAY_SECONDS } from '@weft/contract'
import { type AccountDb, asAccount, type Db, type SystemDb } from '../../../db/client.ts'
import { after, type Clock } from '../../../kernel/clock.ts'
import type { Keys } from '../../../kernel/secrets.ts'
import { authoritiesDue, authoritiesEnding, changeCertificates, findAuthority, insertAuthority } from './authority.queries.ts'
import type { CertificateUse } from './certificates.ts'

/** The certificate and the key that the members of a network share. */
export interface Trust {
  /** The authority's certificate, as PEM. */
  ca: string
  /** The certificate that it had before it was renewed, while that one is valid; both have the same key. */
  former_ca: string | null
  /** The key that wraps their control channels, in the format of OpenVPN. */
  tls_crypt: string
}

/**
 * Seconds before its end from which an authority is renewed. A certificate of a member lives for 825 days, so all that were signed before
 * are renewed while the former certificate of the authority is valid, each at its own time.
 */
const RENEW_SECONDS = 3 * 365 * DAY_SECONDS

export type AuthorityService = ReturnType<typeof createAuthorityService>

/** Creates the service of the networks' private authorities. Their keys leave the database sealed and are opened where they are used. */
export function createAuthorityService({ keys, clock }: { keys: Keys; clock: Clock }) {
  // Loaded when it is first needed: it is as large as the rest of a domain.
  const certificates = () => import('./certificates.ts')

  const nameOf = (network_number: string) => `Weft ${network_number}`
  const endOf = (certificate: string) => new X509Certificate(certificate).validToDate

  /** Returns the network's authority, which is created on the first call. Two calls at the same time get the same one. */
  async function authorityOf(db: AccountDb, network_number: string) {
    const found = await findAuthority(db, network_number)
    if (found) return found
    const { certificate, private_key } = await (await certificates()).newAuthority(nameOf(network_number), clock.now())
    const sealed = { sealed_key: keys.seal(private_key), sealed_tls_crypt: keys.seal(newTlsCryptKey()) }
    await insertAuthority(db, { network_number, certificate, expire_time: endOf(certificate), ...sealed })
    const made = await findAuthority(db, network_number)
    if (!made) throw new Error('the network was deleted meanwhile')
    return made
  }

  /** Renews an authority that ends soon, forgets a former certificate that has ended, and notes when the first of those that are left ends. */
  async function renew(db: AccountDb, network_number: string): Promise<void> {
    const now = clock.now()
    const found = await findAuthority(db, network_number)
    if (!found) return
    const { certificate: present, former_certificate, sealed_key } = found
    const isSoonOver = endOf(present) < after(now, RENEW_SECONDS)
    const pair = () => ({ certificate: present, private_key: keys.open(sealed_key) })
    const certificate = isSoonOver ? await (await certificates()).renewedAuthority(pair(), nameOf(network_number), now) : present
    const former = isSoonOver ? present : former_certificate
    const kept = former !== null && endOf(former) > now ? former : null
    const expire_time = endOf(kept ?? certificate)
    await changeCertificates(db, network_number, { present, certificate, former_certificate: kept, expire_time })
  }

  return {
    async trustOf(db: AccountDb, network_number: string): Promise<Trust> {
      const { certificate, former_certificate, sealed_tls_crypt } = await authorityOf(db, network_number)
      return { ca: certificate, former_ca: former_certificate, tls_crypt: keys.open(sealed_tls_crypt) }
    },

    /** Renews the authorities that are due. @throws the first failure, after all others were tried */
    async renewDue(db: Db): Promise<void> {
      const now = clock.now()
      const failures: unknown[] = []
      for (const { account_id, network_number } of await authoritiesDue(db.systemNow, { now, soon: after(now, RENEW_SECONDS) }))
        await db
          .system((system) => renew(asAccount(system, account_id), network_number))
          .catch((error: unknown) => void failures.push(error))
      if (failures.length > 0) throw failures[0]
    },

    /**
     * Signs the key of a member in the network's name.
     * @param csr the member's own signing request, as PEM
     * @returns the certificate, as PEM
     * @throws UnsoundRequest
     */
    async issue(
      db: AccountDb,
      network_number: string,
      { csr, router_name, uses }: { csr: string; router_name: string; uses: readonly CertificateUse[] },
    ): Promise<string> {
      const { certificate, sealed_key } = await authorityOf(db, network_number)
      const { issueCertificate } = await certificates()
      const pair = { certificate, private_key: keys.open(sealed_key) }
      return issueCertificate(pair, csr, { common_name: router_name, uses, now: clock.now() })
    },
  }
}

/** Seconds before its end from which an authority's certificate that members may still trust is reported. */
const REPORT_SECONDS = 365 * DAY_SECONDS
/**
 * Returns the networks whose authority has a certificate that members may trust, and that ends within a year or has ended, and those whose
 * authority the job has not looked at yet, with null as the end.
 */
export const endingAuthorities = (system: SystemDb, now: Date) => authoritiesEnding(system, after(now, REPORT_SECONDS))

/** Returns 2048 random bits in the format of `openvpn --genkey`. */
function newTlsCryptKey(): string {
  const lines = Array.from({ length: 16 }, () => randomBytes(16).toString('hex'))
  return ['-----BEGIN OpenVPN Static key V1-----', ...lines, '-----END OpenVPN Static key V1-----', ''].join('\n')
}

/** Returns whether two signing requests name the same key, or both are missing. */
export async function haveSameKey(one: string | null, other: string | null): Promise<boolean> {
  if (one === null || other === null) return one === other
  return (await import('./certificates.ts')).haveSameKey(one, other)
}
