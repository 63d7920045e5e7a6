import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BackupError } from './backup-error.ts'

/** Returns a new pair of keys: `identity` opens what is encrypted to `recipient`. */
export async function createKeys(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Returns the private keys of a file as age-keygen writes it: one a line, beside comments. @throws BackupError if it has none */
export function identitiesOf(text: string, file: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (identities.length === 0 || identities.some((line) => !line.startsWith('AGE-SECRET-KEY-')))
    throw new BackupError(`${file} is no file of backup keys: weft backup-key writes one, and so does age-keygen.`)
  return identities
}

type WebStream = globalThis.ReadableStream<Uint8Array>

/** Returns the bytes as the library takes a stream, whose type is the browsers'. */
const webStream = (bytes: AsyncIterable<Uint8Array>) => ReadableStream.from(bytes) as unknown as WebStream

async function* chunksOf(stream: WebStream): AsyncGenerator<Buffer> {
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) yield Buffer.from(chunk)
}

function encrypterTo(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return encrypter
}

/** Yields the bytes encrypted in the age format, so that each of the recipients' keys opens them. */
export async function* encrypted(recipients: readonly string[], bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield* chunksOf(await encrypterTo(recipients).encrypt(webStream(bytes)))
}

/** Returns a text encrypted for the recipients, as base64. */
export async function encryptText(recipients: readonly string[], text: string): Promise<string> {
  return Buffer.from(await encrypterTo(recipients).encrypt(text)).toString('base64')
}

function decrypterOf(identities: readonly string[]): Decrypter {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  return decrypter
}

/** Yields the bytes that were encrypted. @throws if no key fits or the bytes were changed */
export async function* decrypted(identities: readonly string[], bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield* chunksOf(await decrypterOf(identities).decrypt(webStream(bytes)))
}

/** Returns the text that `encryptText` encrypted. @throws BackupError if no key fits */
export async function decryptText(identities: readonly string[], base64: string, file: string): Promise<string> {
  try {
    return await decrypterOf(identities).decrypt(Buffer.from(base64, 'base64'), 'text')
  } catch (error) {
    throw new BackupError(`None of the given keys opens ${file}: restore it with the key of WEFT_BACKUP_KEY under which it was made.`, {
      cause: error,
    })
  }
}
