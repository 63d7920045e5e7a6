import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { type Algorithm, hash, verify } from '@node-rs/argon2'

/** Returns the SHA-256 of a text; of a token, only this is stored. */
export const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

// 2 is argon2id; the figures are OWASP's first choice: 19 MiB, two passes, one lane.
const ARGON2 = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2)

let decoy: Promise<string> | undefined
/** Returns whether a password matches its hash. Without one it takes the same time and returns false (docs/design/security.md §3). */
export async function passwordFits(password: string, stored: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'))
  const fits = await verify(stored ?? (await decoy), password)
  return fits && stored != null
}

/** Text that is encrypted at rest. Columns that hold it have this type, and `db/sealed-columns.ts` lists them all. */
export type SealedText = string & { readonly sealed: unique symbol }

/** The installation's keys; each purpose has its own. */
export interface Keys {
  /** Returns the successor of a token: the same for every call that presents the same token (docs/design/security.md §2). */
  successorOf(token: string): string
  /** Encrypts a secret at rest (AES-256-GCM): `key id . nonce . ciphertext and tag`. */
  seal(secret: string): SealedText
  /** Decrypts a sealed text. @throws if it was not sealed under a known key, or was changed */
  open(sealed: SealedText): string
  /** The ids of the keys that open sealed texts: of the present secret and of former ones. A sealed text begins with one. */
  readonly sealing: { readonly present: string; readonly former: readonly string[] }
  /** Returns a keyed digest, for lookups that must not be guessable from the table. */
  digest(purpose: string, text: string): Buffer
}

/** The installation's secrets, the present one first; former ones still open what they sealed. */
export type Secrets = readonly [string, ...string[]]

const derive = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'weft', purpose, 32))

/** Keys of digests by which rows are found. They do not change with the secret, since a digest cannot be made again without its text. */
export interface DigestKeys {
  /** Of `Keys.digest`, 32 bytes. */
  lookup: Buffer
  /** Of `Keys.successorOf`, 32 bytes. */
  successor: Buffer
}

/** Returns the digest keys that installations had before their databases kept any. */
export const derivedDigestKeys = (secret: string): DigestKeys => ({
  lookup: derive(secret, 'lookup'),
  successor: derive(secret, 'successor'),
})

/** Returns the keys of the installation. Its database keeps the digest keys, sealed. */
export function deriveKeys(secrets: Secrets, { lookup, successor }: DigestKeys = derivedDigestKeys(secrets[0])): Keys {
  const idOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8)
  const sealing = secrets.map((secret) => derive(secret, 'seal'))
  const byId = new Map(sealing.map((key) => [idOf(key), key]))
  const [present] = sealing as [Buffer, ...Buffer[]]
  const [present_id = '', ...former_ids] = sealing.map(idOf)
  return {
    sealing: { present: present_id, former: former_ids.filter((id) => id !== present_id) },
    successorOf: (presented) => createHmac('sha256', successor).update(presented).digest('base64url'),
    seal(secret) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', present, nonce)
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [present_id, nonce.toString('base64url'), body.toString('base64url')].join('.') as SealedText
    },
    open(sealed) {
      const [id = '', nonce = '', body = ''] = sealed.split('.')
      const key = byId.get(id)
      if (!key) throw new Error('sealed under an unknown key')
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'))
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
    },
    digest: (purpose, text) => createHmac('sha256', lookup).update(`${purpose}\0${text}`).digest(),
  }
}
