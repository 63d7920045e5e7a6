import { Secret, TOTP } from 'otpauth'
import { unix } from '../../kernel/clock.ts'

/** Parameters that every authenticator accepts (RFC 6238 with the values of its first applications). */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps that a phone's clock may be ahead of ours or behind it. */
const WINDOW = 1
/** Bytes of a secret: as long as the digest (RFC 4226 §4). */
const SECRET_BYTES = 20

/** Returns a new secret in base32, as authenticators take it. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const keyed = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...SHAPE, ...names, secret: Secret.fromBase32(secret) })

/** Returns the `otpauth://` address that an authenticator reads from a QR code. */
export const uriOf = (secret: string, issuer: string, label: string): string => keyed(secret, { issuer, label }).toString()

/** Returns a text as a QR code: an SVG in a data URI. */
export async function pictureOf(text: string): Promise<string> {
  const { default: QRCode } = await import('qrcode')
  const svg = await QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** Returns the step whose code this is; undefined if it belongs to no step within `WINDOW` of the present one. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const step = Math.floor(unix(now) / SHAPE.period)
  const away = keyed(secret).validate({ token: code, window: WINDOW, timestamp: step * SHAPE.period * 1000 })
  return away === null ? undefined : step + away
}

/** Returns the code that an authenticator shows at a moment. */
export const codeAt = (secret: string, now: Date): string => keyed(secret).generate({ timestamp: now.getTime() })
