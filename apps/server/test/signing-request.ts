import 'reflect-metadata'
import { KeyObject } from 'node:crypto'
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509'

/** Makes the certificate request of a device that has just made its key; everything as PEM. */
export async function aRequest(name: string): Promise<{ csr: string; publicKey: string; privateKey: string }> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const request = await Pkcs10CertificateRequestGenerator.create({ name, keys, signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' } })
  return {
    csr: `${request.toString('pem').trim()}\n`,
    publicKey: KeyObject.from(keys.publicKey).export({ type: 'spki', format: 'pem' }) as string,
    privateKey: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}
