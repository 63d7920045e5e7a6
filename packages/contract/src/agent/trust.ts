import { z } from 'zod'
import { NETWORK_NUMBER, ROUTER_NAME } from '../fields/schemas.ts'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Pem = z
  .string()
  .max(16_384)
  .regex(/^-----BEGIN [A-Za-z0-9 ]+-----\n[\w+/=\n]+-----END [A-Za-z0-9 ]+-----\n$/)

/** The hash that a login's secret is checked against: Argon2id of a password, or SHA-256 of a text. */
export const LoginProof = z.union([
  z.string().regex(/^\$argon2id\$v=19\$m=\d{1,7},t=\d{1,2},p=\d{1,2}\$[\w+/]+\$[\w+/]+$/),
  z.string().regex(/^sha256:[0-9a-f]{64}$/),
])

/** The keys, certificates and logins that one network's tunnels trust on one device. */
export const NetworkTrust = z.strictObject({
  network_number: z.string().regex(NETWORK_NUMBER),
  /** The certificate of the network's private authority. */
  ca: Pem,
  /** The key that wraps the network's control channels, as OpenVPN stores it. */
  tls_crypt: Pem,
  /** The device's own certificate, for the key that signed its request; null if it has none, like software members. */
  certificate: Pem.nullable(),
  /** The logins that may sign in at the services it runs for software members, ordered by name. Any one proof is enough. */
  logins: z.array(z.strictObject({ name: z.string().regex(ROUTER_NAME), proofs: z.array(LoginProof).max(4) })),
  /**
   * What the device of a software member sends in place of a password to sign in at the services of this network; valid there alone. Left
   * out for hardware, which has certificates, and for devices of capability versions below 5.
   */
  ticket: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  /** Names and serial numbers, in decimal digits, of revoked certificates; left out if there are none. */
  revoked: z.array(z.strictObject({ name: z.string().regex(ROUTER_NAME), serial: z.string().regex(/^\d{1,50}$/) })).optional(),
})
export type NetworkTrust = z.output<typeof NetworkTrust>

/**
 * The secrets of a device. They are kept apart from the document, which names no secret. The whole set is offered whenever it changed and
 * before a configuration that needs it; in its hello a device names the set that it holds.
 */
export const trustControllerMessages = [z.object({ type: z.literal('trust.offer'), hash: Hash, networks: z.array(NetworkTrust) })] as const
/** In `hello`: the hash of the set on the device's disk, null for none; omitted by devices that keep no trust set. */
export const TrustHeld = Hash.nullable().optional()
