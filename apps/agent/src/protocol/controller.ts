import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'

/** The controller's address, and the authority that vouches for it. */
export interface Controller {
  /** The address that the next attempt uses, `https:`, or `http:` on this machine. */
  readonly server: string
  /** The only authority that is trusted for it, as PEM; undefined for those that the system trusts. */
  readonly ca: string | undefined
  /**
   * Only if it has several addresses: the next attempt uses the next one.
   * @returns whether each was tried, and the first comes again
   */
  next?(): boolean
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

/** Returns the addresses in a list with commas. */
export const serversIn = (list: string): string[] => list.split(',').map((server) => server.trim())

/**
 * Checks the addresses that an agent is to connect to, in turn. Without TLS others on the path could read the credential, so `http:` is only for this
 * machine.
 * @param ca_file a file with the certificates of the installation's authority as PEM, empty for the system's
 * @throws ControllerError
 */
export function controllerAt(list: string, ca_file: string): Controller {
  const servers = serversIn(list)
  for (const server of servers) demandAddress(server, ca_file)
  const ca = ca_file === '' ? undefined : readAuthority(ca_file)
  let at = 0
  if (servers.length === 1) return { server: servers[0]!, ca }
  return {
    get server() {
      return servers[at]!
    },
    ca,
    next: () => (at = (at + 1) % servers.length) === 0,
  }
}

function demandAddress(server: string, ca_file: string): void {
  const url = URL.canParse(server) ? new URL(server) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new ControllerError(`${server} is not an address of a controller, such as https://controller.example:8082`)
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    throw new ControllerError(`${server} is not encrypted: the agent takes http: on this machine alone, and https: everywhere else`)
  if (ca_file !== '' && url.protocol === 'http:')
    throw new ControllerError(`an authority (${ca_file}) is for https: alone, and ${server} is not`)
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
