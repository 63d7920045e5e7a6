import { createSign, generateKeyPairSync } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** Makes a self-signed certificate for test servers: for `localhost` and the given names and IPv4 addresses, valid from 2020 to 2049. */
export function selfSigned(hosts: readonly string[]): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const named = (host: string) => (isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)))
  const names = ['localhost', ...hosts].map(named)
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))))
  const signedBy = sequence(oid('2a8648ce3d040302'))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    signedBy,
    name,
    sequence(time(Date.UTC(2020, 0)), time(Date.UTC(2049, 0))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid('551d11'), der(0x04, sequence(...names))))),
  )
  const signature = createSign('sha256').update(body).sign(privateKey)
  const whole = sequence(body, signedBy, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const base64 = whole
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts))
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
/** Returns a UTCTime: yyMMddHHmmssZ. */
const time = (at: number) => der(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replace(/\D/g, '')}Z`))
