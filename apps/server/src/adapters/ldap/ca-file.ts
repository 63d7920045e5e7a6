import { X509Certificate } from 'node:crypto'
import { Refusal } from '../../kernel/refusal.ts'

/** Most certificates of one file: an authority and those above it. */
const MOST_CERTIFICATES = 20
const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** An uploaded certification authority. */
export interface CaFile {
  /** PEM of all certificates of the file. */
  certificate: string
  subject: string
  not_after: Date
}

/** Reads the certificates of a file, as PEM or DER. @throws certificateInvalid, certificateIsKey */
export function readCaFile(bytes: Buffer): CaFile {
  const text = bytes.toString('latin1')
  if (text.includes('PRIVATE KEY-----')) throw new Refusal('certificateIsKey')
  const blocks = text.includes('-----BEGIN') ? (text.match(BLOCK) ?? []) : [bytes]
  if (blocks.length === 0 || blocks.length > MOST_CERTIFICATES) throw new Refusal('certificateInvalid')
  try {
    const certificates = blocks.map((block) => new X509Certificate(block))
    const [first] = certificates
    const named = first!.subject.split('\n').map((part) => part.split('=')[1] ?? '')
    return {
      certificate: certificates.map((one) => one.toString()).join(''),
      subject: named.at(-1)?.slice(0, 128) || '—',
      not_after: new Date(first!.validTo),
    }
  } catch {
    throw new Refusal('certificateInvalid')
  }
}
