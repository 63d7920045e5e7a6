import { randomBytes } from 'node:crypto'
import type { AccountDb } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Keys } from '../../../kernel/secrets.ts'
import { findAuthority, insertAuthority } from './authority.queries.ts'
import type { CertificateUse } from './certificates.ts'

/** The certificate and the key that the members of a network share. */
export interface Trust {
  /** The authority's certificate, as PEM. */
  ca: string
  /** The key that wraps their control channels, in the format of OpenVPN. */
  tls_crypt: string
}
export type AuthorityService = ReturnType<typeof createAuthorityService>

/** Creates the service of the networks' private authorities. Their keys leave the database sealed and are opened where they are used. */
export function createAuthorityService({ keys, clock }: { keys: Keys; clock: Clock }) {
  // Loaded when it is first needed: it is as large as the rest of a domain.
  const certificates = () => import('./certificates.ts')

  /** Returns the network's authority, and creates it on the first call. Two calls at the same time get the same one. */
  async function authorityOf(db: AccountDb, network_number: string) {
    const found = await findAuthority(db, network_number)
    if (found) return found
    const { newAuthority } = await certificates()
    const { certificate, private_key } = await newAuthority(`Weft ${network_number}`, clock.now())
    const sealed = { sealed_key: keys.seal(private_key), sealed_tls_crypt: keys.seal(newTlsCryptKey()) }
    await insertAuthority(db, { network_number, certificate, ...sealed })
    const made = await findAuthority(db, network_number)
    if (!made) throw new Error('the network was deleted meanwhile')
    return made
  }

  return {
    async trustOf(db: AccountDb, network_number: string): Promise<Trust> {
      const { certificate, sealed_tls_crypt } = await authorityOf(db, network_number)
      return { ca: certificate, tls_crypt: keys.open(sealed_tls_crypt) }
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
