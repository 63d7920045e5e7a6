import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@weft/contract'
import { eventually } from '../../../server/test/eventually.ts'
import { movedClock } from '../../../server/test/moved-clock.ts'
import { endProcess, type Namespace, RESOLVERS } from '../network/namespaces.ts'
import { createTestbed, type Member, PASSWORD, passes, SERVER } from '../network/testbed.ts'

const RESOLVER = join(import.meta.dirname, '../network/resolver.ts')
/** The name by which agents know the controller. */
const CONTROLLER = 'controller.test'
/** The two resolvers of the internet. */
export const RESOLVER_ADDRESSES = ['198.51.100.2', '198.51.100.3'] as const
/** The other router of the internet. */
const OTHER_ROUTER = '198.51.100.254'
/** How long packets must pass without a gap until a device counts as back. */
const STEADY_MS = 5000
/** After so many seconds somebody would visit the device. */
export const VISIT_SECONDS = 180

export const KINDS = ['center', 'branch', 'POP', 'software member', 'standard client'] as const
export type Kind = (typeof KINDS)[number]

/** How a device is connected to the internet, as its DHCP server says. */
interface Lease {
  address: string
  router: string
}

/** A device of a kind, and what can happen to it. */
export interface Device {
  kind: Kind
  member: Member
  /** The leases of its uplink: the usual one, another address, and another router. */
  leases: Record<'usual' | 'address' | 'router', Lease>
  /** Starts what the device starts when it is switched on, and a standard client as its user does. */
  start(): void
  /** Configures the uplink as a DHCP client does. */
  dhcp(lease?: Lease): Promise<void>
  /** Replaces the router that the device's packets leave by, or puts the usual one back. */
  replaceRouter(lease: Lease): Promise<void>
  /** Simulates a power failure: no process, no rules, no addresses of the uplink and nothing in its memory disk. */
  off(): Promise<void>
  /** Sets the device's clock to a number of seconds ahead of the right time, negative if behind. */
  clock(seconds: number): void
  /** Makes the device use a resolver. */
  resolver(address: string): void
  /** Returns how often its agent has connected to the controller. */
  connections(): number
  /** Waits until packets pass for five seconds without a gap. @returns the seconds from now to the first of them; infinity if none pass in time */
  carries(): Promise<number>
}

export type Site = Awaited<ReturnType<typeof createSite>>

/** Creates a network with a center, a branch, a software member and a standard client, and one of two branches with a POP. */
export async function createSite() {
  const testbed = await createTestbed(undefined, CONTROLLER)
  const { internet } = testbed
  for (const address of [...RESOLVER_ADDRESSES, OTHER_ROUTER]) await internet.in('ip', 'addr', 'add', `${address}/24`, 'dev', 'wan')
  for (const address of RESOLVER_ADDRESSES) {
    const resolver = internet.spawn([process.execPath, RESOLVER, address, SERVER])
    if (resolver.stdout) await once(resolver.stdout, 'data')
  }
  const [hub] = (await testbed.hardware(1)) as [Member]
  const [shop, depot1, depot2] = (await testbed.devices([2, 3, 4], true)) as [Member, Member, Member]
  const [person, laptop] = [await testbed.software(5, true), await testbed.software(6, true)]
  const pop = await testbed.pop(9, '上海')

  function device(kind: Kind, member: Member, from: Namespace, to: string): Device {
    const { nat, run, state, wan } = member
    const clockFile = `${state}.clock`
    const clock = (seconds: number) => writeFileSync(clockFile, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    const resolver = (address: string) => {
      mkdirSync(join(RESOLVERS, member.device.name), { recursive: true })
      writeFileSync(join(RESOLVERS, member.device.name, 'resolv.conf'), `nameserver ${address}\noptions timeout:1\n`)
    }
    const usual = nat ? { address: '172.31.0.2/24', router: '172.31.0.1' } : { address: `${wan}/24`, router: SERVER }
    const leases = {
      usual,
      address: { ...usual, address: nat ? '172.31.0.3/24' : `${wan.replace(/\.(\d+)$/, (_, n) => `.${Number(n) + 100}`)}/24` },
      router: { ...usual, router: nat ? '172.31.0.9' : OTHER_ROUTER },
    }
    const ip = (...command: string[]) => member.device.in('ip', ...command)
    // A disk of its own, which can be full.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=711', 'tmpfs', state])
    mkdirSync(run, { mode: 0o711 })
    clock(0)
    resolver(RESOLVER_ADDRESSES[0])
    const env = movedClock(clockFile)
    return {
      kind,
      member,
      leases,
      start() {
        if (kind !== 'standard client') member.start(env)
        else member.device.spawn(['openvpn', '--config', join(state, 'profile.ovpn'), '--auth-user-pass', join(state, 'login')], env)
      },
      async dhcp(lease = usual) {
        await ip('link', 'set', 'wan', 'up')
        await ip('addr', 'flush', 'dev', 'wan')
        await ip('addr', 'add', lease.address, 'dev', 'wan')
        await ip('route', 'replace', 'default', 'via', lease.router)
      },
      async replaceRouter({ router }) {
        if (nat) {
          await nat.in('ip', 'addr', 'flush', 'dev', 'inside')
          await nat.in('ip', 'addr', 'add', `${router}/24`, 'dev', 'inside')
        }
        await ip('route', 'del', 'default', 'dev', 'wan').catch(() => {})
        await ip('route', 'add', 'default', 'via', router)
      },
      async off() {
        for (const pid of member.device.pids('')) endProcess(pid)
        await member.device.in('nft', 'flush', 'ruleset')
        await ip('rule', 'flush', 'pref', '87').catch(() => {})
        await ip('route', 'flush', 'table', '87').catch(() => {})
        await ip('addr', 'flush', 'dev', 'wan')
        await ip('link', 'set', 'wan', 'down')
        for (const name of readdirSync(run)) rmSync(join(run, name), { recursive: true, force: true })
      },
      clock,
      resolver,
      connections: () => member.log().match(/^connected: /gm)?.length ?? 0,
      async carries() {
        const began = performance.now()
        let since: number | undefined
        while (since === undefined || performance.now() - since < STEADY_MS) {
          if (performance.now() - began > VISIT_SECONDS * 1000) return Infinity
          if (await from.does('ping', '-c', '1', '-W', '1', to)) since ??= performance.now()
          else since = undefined
          await passes(200)
        }
        return (since - began) / 1000
      },
    }
  }

  const devices: Record<Kind, Device> = {
    center: device('center', hub, shop.host, hub.lan),
    branch: device('branch', shop, shop.host, hub.lan),
    POP: device('POP', pop.member, depot1.host, depot2.lan),
    'software member': device('software member', person, person.device, hub.lan),
    'standard client': device('standard client', laptop, laptop.device, hub.lan),
  }
  const depots = [depot1, depot2].map((depot) => device('branch', depot, depot.host, depot.lan))
  for (const { kind, start } of [...Object.values(devices), ...depots]) if (kind !== 'standard client') start()
  await testbed.connected(hub, shop, depot1, depot2, person)
  const shops = await testbed.network('门店', [hub], [shop])
  for (const { router_name } of [person, laptop])
    await testbed.call(contract.network.add_member, { network_number: shops, router_name, member_type: 'point' })
  await testbed.lans(shops, hub, shop)
  const warehouses = await testbed.network('仓库', [], [depot1, depot2])
  await testbed.lans(warehouses, depot1, depot2)
  await pop.sell(warehouses, depot1, depot2)
  await devices.branch.carries()
  writeFileSync(join(laptop.state, 'profile.ovpn'), await testbed.profile(laptop, shops))
  writeFileSync(join(laptop.state, 'login'), `${laptop.router_name}\n${PASSWORD}\n`, { mode: 0o600 })
  devices['standard client'].start()

  return {
    testbed,
    devices,
    /** Waits until a device's agent has connected to the controller more than `before` times. @returns the seconds from now */
    async connects({ connections, member }: Device, before: number): Promise<number> {
      const began = performance.now()
      await eventually(() => {
        if (connections() <= before) throw new Error(`${member.router_name} does not reach the controller: ${member.log().slice(-600)}`)
      })
      return (performance.now() - began) / 1000
    },
    /** Waits until all devices carry packets, so that one fault does not hurt the next. */
    isWell: () => Promise.all(Object.values(devices).map(({ carries }) => carries())),
    close: () => testbed.close(),
  }
}
