import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { writeSecret } from '../secret-file.ts'

/** Returns the device's own key as PEM: made at its first start, kept in its state, and never sent anywhere. */
export function deviceKey(path: string): string {
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    writeSecret(path, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)
  }
  return readFileSync(path, 'utf8')
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
