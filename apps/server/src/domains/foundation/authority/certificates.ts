// @peculiar/x509 needs the metadata API, so it must be loaded before it.
import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@weft/contract'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  Pkcs10CertificateRequest,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNED = { name: 'ECDSA', hash: 'SHA-256' } as const
const AUTHORITY_YEARS = 10
const ISSUED_DAYS = 825
/** Milliseconds that a certificate is valid before it is issued, since a device's clock may be slow. */
const SINCE = DAY_MS

export interface AuthorityPair {
  /** Both are PEM. */
  certificate: string
  private_key: string
}
/** A use of a certificate: `server` to be dialled, `client` to dial. */
export type CertificateUse = 'server' | 'client'

/** Returns twenty random bytes in hexadecimal digits, the first neither zero nor negative, as RFC 5280 asks. */
function serialNumber(): string {
  const bytes = randomBytes(20)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.toString('hex')
}

/** Returns the PEM with a line feed after every line, also the last. */
const pem = (text: string): string => `${text.trim().replace(/\r\n/g, '\n')}\n`

/** Creates a private authority, which signs certificates of members and no further authorities. */
export async function newAuthority(common_name: string, now: Date): Promise<AuthorityPair> {
  const keys = await crypto.subtle.generateKey(KEY, true, ['sign', 'verify'])
  const private_key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
  return { certificate: await selfSigned(common_name, keys, now), private_key: pem(private_key) }
}

/**
 * Signs another certificate of an authority, which ends later. It has the same name and key: whoever trusts one of the two certificates
 * accepts whatever the authority has signed or will sign, as long as the one that is trusted is valid.
 */
export async function renewedAuthority({ certificate, private_key }: AuthorityPair, common_name: string, now: Date): Promise<string> {
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(private_key), KEY, false, ['sign']),
    new X509Certificate(certificate).publicKey.export(),
  ])
  return selfSigned(common_name, { privateKey, publicKey }, now)
}

async function selfSigned(common_name: string, keys: CryptoKeyPair, now: Date): Promise<string> {
  const notAfter = new Date(now)
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + AUTHORITY_YEARS)
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: [{ CN: [common_name] }],
    notBefore: new Date(now.getTime() - SINCE),
    notAfter,
    keys,
    signingAlgorithm: SIGNED,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return pem(certificate.toString('pem'))
}

/** The error of a signing request that does not prove that its device holds the key that it names. */
export class UnsoundRequest extends Error {}

/**
 * Signs a device's own key. Only the key is taken from the request; the caller decides the name and the uses.
 * @throws UnsoundRequest
 */
export async function issueCertificate(
  authority: AuthorityPair,
  csr: string,
  { common_name, uses, now }: { common_name: string; uses: readonly CertificateUse[]; now: Date },
): Promise<string> {
  const issuer = new X509Certificate(authority.certificate)
  const signingKey = await crypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(authority.private_key), KEY, false, ['sign'])
  const request = await soundRequest(csr)
  const publicKey = await request.publicKey.export()
  const extensions: Extension[] = [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension(uses.map((use) => (use === 'server' ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth))),
    await SubjectKeyIdentifierExtension.create(publicKey),
    await AuthorityKeyIdentifierExtension.create(await issuer.publicKey.export()),
  ]
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    issuer: issuer.subject,
    subject: [{ CN: [common_name] }],
    notBefore: new Date(now.getTime() - SINCE),
    notAfter: new Date(Math.min(now.getTime() + ISSUED_DAYS * DAY_MS, issuer.notAfter.getTime())),
    publicKey,
    signingKey,
    signingAlgorithm: SIGNED,
    extensions,
  })
  return pem(certificate.toString('pem'))
}

/** Returns whether two signing requests name the same key. Their signatures differ each time. */
export function haveSameKey(one: string, other: string): boolean {
  if (one === other) return true
  try {
    const [a, b] = [one, other].map((csr) => Buffer.from(new Pkcs10CertificateRequest(csr).publicKey.rawData))
    return a !== undefined && b !== undefined && a.equals(b)
  } catch {
    return false
  }
}

async function soundRequest(csr: string): Promise<Pkcs10CertificateRequest> {
  const request = await Promise.resolve()
    .then(() => new Pkcs10CertificateRequest(csr))
    .catch(() => undefined)
  if (!request || !(await request.verify().catch(() => false))) throw new UnsoundRequest('this signing request is not sound')
  return request
}
