import { z } from 'zod'
import { NETWORK_NUMBER, ROUTER_NAME } from '../fields/schemas.ts'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Pem = z
  .string()
  .max(16_384)
  .regex(/^-----BEGIN [A-Za-z0-9 ]+-----\n[\w+/=\n]+-----END [A-Za-z0-9 ]+-----\n$/)

/** What a login proves itself with: the password behind an Argon2id hash, or the text behind a SHA-256. */
export const LoginProof = z.union([
  z.string().regex(/^\$argon2id\$v=19\$m=\d{1,7},t=\d{1,2},p=\d{1,2}\$[\w+/]+\$[\w+/]+$/),
  z.string().regex(/^sha256:[0-9a-f]{64}$/),
])

/** What one network's tunnels trust on one device. */
export const NetworkTrust = z.strictObject({
  network_number: z.string().regex(NETWORK_NUMBER),
  /** The certificate of the network's private authority. */
  ca: Pem,
  /** The key that its control channels are wrapped with, as OpenVPN keeps it. */
  tls_crypt: Pem,
  /** The device's own, for the key that it signed its request with; null where it has none, as software members. */
  certificate: Pem.nullable(),
  /** Who may sign in at the services that it runs for software members, in the order of their names. Any one proof is enough. */
  logins: z.array(z.strictObject({ name: z.string().regex(ROUTER_NAME), proofs: z.array(LoginProof).max(4) })),
  /**
   * With what the device of a software member signs in at the services of this network, in the place of a password: good there alone. Left out
   * for hardware, which has certificates, and for devices of capability versions below 5.
   */
  ticket: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  /** Serial numbers of certificates that are good no more, in decimal digits, and whose they were; left out where there is none. */
  revoked: z.array(z.strictObject({ name: z.string().regex(ROUTER_NAME), serial: z.string().regex(/^\d{1,50}$/) })).optional(),
})
export type NetworkTrust = z.output<typeof NetworkTrust>

/**
 * What a device keeps secret, beside the document, which names no secret. It is offered whole whenever it changed, and before a
 * configuration that needs it; a device says at its hello which it holds.
 */
export const trustControllerMessages = [z.object({ type: z.literal('trust.offer'), hash: Hash, networks: z.array(NetworkTrust) })] as const
/** Of `hello`: what it has on its disk, null for nothing; a device that says neither keeps none, such as a simulated one. */
export const TrustHeld = Hash.nullable().optional()
