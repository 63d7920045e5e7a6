import { randomBytes, X509Certificate } from 'node:crypto'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import { after, type Clock, unix } from '../../../kernel/clock.ts'
import type { Keys } from '../../../kernel/secrets.ts'
import { authoritiesEnding, changeCertificates, findAuthority, insertAuthority } from './authority.queries.ts'
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
const RENEW_SECONDS = 3 * 365 * 86_400

export type AuthorityService = ReturnType<typeof createAuthorityService>

/** Creates the service of the networks' private authorities. Their keys leave the database sealed and are opened where they are used. */
export function createAuthorityService({ keys, clock }: { keys: Keys; clock: Clock }) {
  // Loaded when it is first needed: it is as large as the rest of a domain.
  const certificates = () => import('./certificates.ts')

  const nameOf = (network_number: string) => `Weft ${network_number}`
  const endOf = (certificate: string) => new X509Certificate(certificate).validToDate

  /**
   * Returns the network's authority. Creates it on the first call, renews one that ends soon, and forgets a former certificate that has
   * ended. Two calls at the same time get the same one.
   */
  async function authorityOf(db: AccountDb, network_number: string) {
    const now = clock.now()
    const found = await findAuthority(db, network_number)
    const isSoonOver = found !== undefined && endOf(found.certificate) < after(now, RENEW_SECONDS)
    if (found && !isSoonOver && found.expire_time !== null && found.expire_time > unix(now)) return found
    if (found) {
      const { certificate: present, former_certificate, sealed_key } = found
      const pair = { certificate: present, private_key: keys.open(sealed_key) }
      const certificate = isSoonOver ? await (await certificates()).renewedAuthority(pair, nameOf(network_number), now) : present
      const former = isSoonOver ? present : former_certificate
      const kept = former !== null && endOf(former) > now ? former : null
      await changeCertificates(db, network_number, {
        present,
        certificate,
        former_certificate: kept,
        expire_time: endOf(kept ?? certificate),
      })
    } else {
      const { certificate, private_key } = await (await certificates()).newAuthority(nameOf(network_number), now)
      const sealed = { sealed_key: keys.seal(private_key), sealed_tls_crypt: keys.seal(newTlsCryptKey()) }
      await insertAuthority(db, { network_number, certificate, expire_time: endOf(certificate), ...sealed })
    }
    const made = await findAuthority(db, network_number)
    if (!made) throw new Error('the network was deleted meanwhile')
    return made
  }

  return {
    async trustOf(db: AccountDb, network_number: string): Promise<Trust> {
      const { certificate, former_certificate, sealed_tls_crypt } = await authorityOf(db, network_number)
      return { ca: certificate, former_ca: former_certificate, tls_crypt: keys.open(sealed_tls_crypt) }
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
const REPORT_SECONDS = 365 * 86_400
/** Returns the numbers of networks whose authority has a certificate that ends within a year and that members may still trust. */
export const endingAuthorities = (system: SystemDb, now: Date): Promise<string[]> =>
  authoritiesEnding(system, { from: now, until: after(now, REPORT_SECONDS) })

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
