import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseIpv4 } from '@weft/net'
import { fileTrustStore, type Trust, type TrustStore } from '../../apply/trust-store.ts'
import type { Log } from '../../log.ts'
import { deviceKey, signingRequest } from '../../protocol/device-key.ts'
import type { Driver } from '../driver.ts'
import { openvpnFrrDriver } from './openvpn-frr.ts'

export interface DeviceDependencies {
  servers: readonly string[]
  router_name: string
  /** The folder that survives a restart of the machine, and the one (`run`) that does not. */
  state: string
  run: string
  credential: () => string
  log: Log
}

/** A device that runs real tunnels, before any document is applied. */
export interface Device {
  driver: Driver
  trust: TrustStore
  /** The signing request for its certificates. */
  csr: string
  boot_id: string
}

/**
 * Returns the ticket with which the device signs in at a network's services; undefined if the controller gave none yet. Then the
 * device signs in with its credential, which the centers still accept.
 */
const ticketIn = (trust: Trust | null, network_number: string): string | undefined =>
  trust?.networks.find((network) => network.network_number === network_number)?.ticket

export function openDevice({ servers, router_name, state, run, credential, log }: DeviceDependencies): Device {
  const root = join(state, 'etc')
  const key = deviceKey(join(state, 'device.key'), join(root, 'pki'), log.warn)
  const trust = fileTrustStore(join(state, 'trust.json'), log.warn)
  const hostnames = servers.map((server) => new URL(server).hostname)
  const script =
    ['verify-login.mjs', 'verify-login.ts'].map((name) => join(import.meta.dirname, name)).find((path) => existsSync(path)) ?? ''
  const driver = openvpnFrrDriver({
    places: { root, run },
    key,
    log,
    trust: trust.current,
    login: (network_number) => ({ username: router_name, password: ticketIn(trust.current(), network_number) ?? credential() }),
    verifyLogin: [process.execPath, script],
    controllerAddresses: () => hostnames.filter((name) => parseIpv4(name) !== undefined),
  })
  // Tunnels survive the agent, but not a restart of the machine.
  const boot_id = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return { driver, trust, csr: signingRequest(key, router_name), boot_id }
}
