import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'

/** The controller's address, and the authority that vouches for it. */
export interface Controller {
  /** Its address, `https:`, or `http:` on this machine. */
  server: string
  /** The only authority that is trusted for it, as PEM; undefined for those that the system trusts. */
  ca: string | undefined
}

/** Says in one sentence for the installer why an agent must not use an address or an authority. */
export class ControllerError extends Error {}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Returns whether a host is this machine. `localhost` is by RFC 6761; any other name could resolve to another machine. */
function isThisMachine(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  return hostname === 'localhost' || (isIP(address) !== 0 && loopback.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'))
}

/**
 * Checks the address that an agent is to connect to. Without TLS others on the path could read the credential, so `http:` is only for this
 * machine.
 * @param ca_file a file with the certificates of the installation's authority as PEM, empty for the system's
 * @throws ControllerError
 */
export function controllerAt(server: string, ca_file: string): Controller {
  const url = URL.canParse(server) ? new URL(server) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new ControllerError(`${server} is not an address of a controller, such as https://controller.example:8082`)
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    throw new ControllerError(`${server} is not encrypted: the agent takes http: on this machine alone, and https: everywhere else`)
  if (ca_file === '') return { server, ca: undefined }
  if (url.protocol === 'http:') throw new ControllerError(`an authority (${ca_file}) is for https: alone, and ${server} is not`)
  return { server, ca: readAuthority(ca_file) }
}

function readAuthority(path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new ControllerError(`the authority cannot be read: ${(error as Error).message}`)
  }
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    for (const certificate of certificates) void new X509Certificate(certificate)
  } catch {
    throw new ControllerError(`${path} holds a certificate that cannot be read`)
  }
  if (certificates.length === 0) throw new ControllerError(`${path} holds no certificate`)
  return certificates.join('\n')
}
