import { Secret, TOTP } from 'otpauth'
import { unix } from '../../kernel/clock.ts'

/** What every authenticator takes (RFC 6238 with the values of its first applications). */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps that a phone's clock may be away from ours, to either side. */
const WINDOW = 1
/** Bytes of a secret: as long as the digest (RFC 4226 §4). */
const SECRET_BYTES = 20

/** A new secret, in base32 as authenticators take it. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const keyed = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...SHAPE, ...names, secret: Secret.fromBase32(secret) })

/** `otpauth://`: what an authenticator reads from a picture. */
export const uriOf = (secret: string, issuer: string, label: string): string => keyed(secret, { issuer, label }).toString()

/** A text as a QR code: an SVG in a data URI. */
export async function pictureOf(text: string): Promise<string> {
  const { default: QRCode } = await import('qrcode')
  const svg = await QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** The step whose code this is, at a moment; undefined where it is the code of none that is near. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const step = Math.floor(unix(now) / SHAPE.period)
  const away = keyed(secret).validate({ token: code, window: WINDOW, timestamp: step * SHAPE.period * 1000 })
  return away === null ? undefined : step + away
}

/** The code of a moment, as an authenticator shows it. */
export const codeAt = (secret: string, now: Date): string => keyed(secret).generate({ timestamp: now.getTime() })
