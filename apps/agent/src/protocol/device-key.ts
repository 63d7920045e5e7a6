import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { copyOf, readIfUsable, readTwice, writeTwice } from '../secret-file.ts'

/**
 * Returns the device's own key as PEM: made at its first start, kept in its state twice, and never sent anywhere. If neither can be used, the
 * key of the tunnels takes its place. A new key is made only if all are missing or damaged; the damaged ones are kept as `.damaged`.
 * @param pki the folder that has a folder with the key and the certificate of each network
 * @param said is called with a sentence that names a file that cannot be used
 * If neither can be read at the moment, the key of the tunnels is used, and no file changes.
 * @throws if no key can be read and one may be sound
 */
export function deviceKey(path: string, pki: string, said: (sentence: string) => void): string {
  const damaged = [path, copyOf(path)].filter((one) => existsSync(one))
  let kept: string | undefined
  try {
    kept = readTwice(path, keyIn, said)
  } catch (error) {
    const inUse = keyOfTunnels(pki)
    if (inUse === undefined) throw error
    said(`${path} cannot be read, and neither can its copy: ${inUse.path} is used`)
    return inUse.key
  }
  if (kept !== undefined) return kept
  const used = keyOfTunnels(pki)
  if (used !== undefined) {
    said(`${path} is restored from ${used.path}`)
    try {
      writeTwice(path, used.key)
    } catch {
      // The disk is full: the key of the tunnels is there.
    }
    return used.key
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const made = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  for (const one of damaged) renameSync(one, `${one}.damaged`)
  writeTwice(path, made)
  if (damaged.length > 0)
    said(`${path} is a new key, and the certificates are for the one that was lost: release the device, assign it and activate it again`)
  return made
}

/** Returns a text that is a private key. @throws if it is none */
const keyIn = (text: string): string => (createPrivateKey(text), text)

/** Returns a key that tunnels use and that belongs to the certificate beside it; undefined if there is none. */
function keyOfTunnels(pki: string): { path: string; key: string } | undefined {
  for (const network of existsSync(pki) ? readdirSync(pki) : []) {
    const path = join(pki, network, 'member.key')
    const certificate = readIfUsable(join(pki, network, 'member.crt'), (text) => new X509Certificate(text))
    const key = readIfUsable(path, (text) => (certificate?.checkPrivateKey(createPrivateKey(text)) ? text : undefined))
    if (key !== undefined) return { path, key }
  }
  return undefined
}

/** Returns one DER value. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const ECDSA_WITH_SHA256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'))

/** Returns a signing request for this key (PKCS #10), as PEM. */
export function signingRequest(key: string, name: string): string {
  const subject = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))))
  const publicKey = createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'der' })
  const wish = sequence(der(0x02, Buffer.from([0])), subject, publicKey, der(0xa0))
  const signature = der(0x03, Buffer.from([0]), sign('sha256', wish, key))
  const lines = sequence(wish, ECDSA_WITH_SHA256, signature)
    .toString('base64')
    .match(/.{1,64}/g)
  return ['-----BEGIN CERTIFICATE REQUEST-----', ...(lines ?? []), '-----END CERTIFICATE REQUEST-----', ''].join('\n')
}
