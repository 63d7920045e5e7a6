import { networkInterfaces } from 'node:os'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NetworkInterface } from '@weft/contract/agent-protocol'
import type { Counter } from '../../observe/meter.ts'
import type { TunnelAddress } from './address-guard.ts'
import type { Tree } from './files.ts'
import type { Forwarding } from './kernel-guard.ts'
import { runProgram } from './run-program.ts'
import { gatewayIn, isTunnel, type KernelNeighbour, type KernelRoute, type KernelRule, type Ways } from './ways.ts'

/** Returns what the kernel should forward between the tunnels, and how; undefined without tunnels. */
export function forwardingIn(root: string, files: Tree): Forwarding | undefined {
  const rules = files.get(join(root, 'forward.nft'))
  if (rules === undefined) return undefined
  const lines = (files.get(join(root, 'sysctl.conf')) ?? '').split('\n').filter(Boolean)
  return { rules, settings: new Map(lines.map((line) => line.split(' = ') as [string, string])) }
}

/** nftables and the settings of the kernel, for the guard. @throws with the messages of nft and sysctl */
export const forwarding = {
  async load(rules = 'table inet weft\ndelete table inet weft\n') {
    await runProgram('nft', ['-f', '-'], rules)
  },
  list: () => runProgram('nft', ['list', 'table', 'inet', 'weft']).catch(() => undefined),
  async set(name: string, value: string) {
    await runProgram('sysctl', ['-q', '-w', `${name}=${value}`])
  },
  get: (name: string) => readFileSync(`/proc/sys/${name.replaceAll('.', '/')}`, 'utf8').trim(),
}

const ip = (...args: string[]) => runProgram('ip', args)

/** The commands that `readWays` runs each second. They leave out most routes, of which a branch of a large network has thousands. */
const SHOW_WAYS = [
  'route show table all exact 0.0.0.0/0',
  'route show table main exact 0.0.0.0/1',
  'route show table main scope link',
  'rule show',
  'neigh show',
]

/**
 * Reads the IPv4 default routes of all tables, of the main table also the first half of the internet and the networks of the device's own
 * lines, the rules, and the neighbours. @throws with the message of ip
 */
export async function readWays(): Promise<Ways> {
  const shown = await runProgram('ip', ['-json', '-4', '-batch', '-'], SHOW_WAYS.map((command) => `${command}\n`).join(''))
  const [defaults, halves, linked, rules, neighbours] = shown
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown[])
  if (!defaults || !halves || !linked || !rules || !neighbours)
    throw new Error(`ip does not show routes, rules and neighbours: ${shown.slice(0, 200)}`)
  // ip leaves out the scope that it was asked for. A default route without a gateway has that scope too, and has been read already.
  const networks = (linked as KernelRoute[]).flatMap((route) => (route.dst === 'default' ? [] : [{ ...route, scope: 'link' }]))
  return {
    routes: [...(defaults as KernelRoute[]), ...(halves as KernelRoute[]), ...networks],
    rules: rules as KernelRule[],
    neighbours: neighbours as KernelNeighbour[],
  }
}

/** Changes routes and rules by commands of `ip`, also by those after one that fails. @throws with the messages of ip */
export async function changeWays(commands: readonly string[]): Promise<void> {
  await runProgram('ip', ['-4', '-force', '-batch', '-'], commands.map((command) => `${command}\n`).join(''))
}

/** Returns the address of the next hop to the internet, tunnels aside; undefined if there is none. */
export const defaultGateway = async (): Promise<string | undefined> => gatewayIn(await readWays())

/** Returns the device's own interfaces, that of its default route first. */
export function interfacesOf(): NetworkInterface[] {
  const wan = uplinkName()
  const found = Object.entries(networkInterfaces()).filter(([name]) => name !== 'lo' && !isTunnel(name))
  return found
    .toSorted(([a], [b]) => Number(b === wan) - Number(a === wan) || (a < b ? -1 : 1))
    .map(([name, addresses = []]) => {
      const own = addresses.find((one) => one.family === 'IPv4')
      return {
        interface: name,
        interface_uuid: createHash('sha256').update(`${addresses[0]?.mac} ${name}`).digest('hex').slice(0, 16),
        protocol: name.startsWith('ppp') ? 'pppoe' : 'static',
        ip: own?.address ?? null,
        ipv4: own?.address ?? null,
        ipv4_subnet_mask: own?.netmask ?? null,
        mtu: mtuOf(name),
      }
    })
}

/** Returns the IPv4 addresses of the tunnels that are up. */
export function tunnelAddresses(): TunnelAddress[] {
  return Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) => {
    const index = isTunnel(name) ? indexOf(name) : undefined
    if (index === undefined) return []
    return addresses.flatMap(({ family, address }) => (family === 'IPv4' ? [{ interface: name, index, address }] : []))
  })
}

/** Makes the kernel announce an address of a tunnel to its listeners, such as zebra. The address itself does not change. */
export async function announceAddress({ interface: name, address }: TunnelAddress): Promise<void> {
  const [found] = JSON.parse((await ip('-j', '-4', 'address', 'show', 'dev', name)) || '[]') as { addr_info: KernelAddress[] }[]
  const own = found?.addr_info.find(({ local }) => local === address)
  if (!own) return
  const ends = own.address === undefined ? [`${own.local}/${own.prefixlen}`] : [own.local, 'peer', `${own.address}/${own.prefixlen}`]
  await ip('address', 'replace', ...ends, 'dev', name)
}

interface KernelAddress {
  local: string
  /** The other end, where the tunnel has one. */
  address?: string
  prefixlen: number
}

function indexOf(name: string): number | undefined {
  try {
    return Number(readFileSync(`/sys/class/net/${name}/ifindex`, 'utf8'))
  } catch {
    // The interface has just been removed.
    return undefined
  }
}

/** Returns the interface of the first default route, whose line in the kernel's table has the destination and mask zero. */
function uplinkName(): string | undefined {
  const lines = readFileSync('/proc/net/route', 'utf8').split('\n').slice(1)
  return lines
    .map((line) => line.split('\t'))
    .find(([name = '', dst, , , , , , mask]) => dst === '00000000' && mask === '00000000' && !isTunnel(name))?.[0]
}

function mtuOf(name: string): number | null {
  try {
    return Number(readFileSync(`/sys/class/net/${name}/mtu`, 'utf8'))
  } catch {
    return null
  }
}

/** Returns the bytes of the device's own interfaces, as the kernel counts them. */
export function countersOf(): Counter[] {
  const lines = readFileSync('/proc/net/dev', 'utf8').split('\n').slice(2)
  return lines.flatMap((line) => {
    const [name = '', figures = ''] = line.split(':').map((part) => part.trim())
    const [down, , , , , , , , upload] = figures.split(/\s+/).map(Number)
    return name === '' || name === 'lo' || isTunnel(name) ? [] : [{ interface: name, down: down ?? 0, upload: upload ?? 0 }]
  })
}
