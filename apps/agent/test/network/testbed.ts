import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { contract, type Endpoint, type NetworkInfo, opsContract } from '@weft/contract'
import { vi } from 'vitest'
import { activationHash } from '../../../server/src/kernel/activation.ts'
import { hashPassword } from '../../../server/src/kernel/secrets.ts'
import { grant, hardware, infoOf, software } from '../../../server/test/network-fixtures.ts'
import { anOperator } from '../../../server/test/ops-people.ts'
import { accept, anOrder, complete } from '../../../server/test/pop-fixtures.ts'
import { selfSigned } from '../../../server/test/certificate.ts'
import { type Answer, createWorld, type Person, type World } from '../../../server/test/world.ts'
import { addNamespace, endProcess, TESTBED_FOLDER, type Namespace, sweep, wire } from './namespaces.ts'

const AGENT = join(import.meta.dirname, '../../src/cli.ts')
const RELAY = join(import.meta.dirname, 'relay.ts')
const CODE = '2345-6789-ABCD-EFGH'
/** The password of every software member. */
export const PASSWORD = 'Secret-2026'
/** The controller's address in the internet, which is also the router of whoever is connected to it directly. */
export const SERVER = '198.51.100.1'
const PORT = 8082

/** A device in a namespace, with a WAN and a LAN with one host in it. */
export interface Member {
  router_name: string
  device: Namespace
  /** A computer behind the device. */
  host: Namespace
  wan: string
  /** The NAT between the device and the internet, if there is one: `wan` is then the NAT's address. */
  nat: Namespace | undefined
  lan: string
  state: string
  run: string
  /** Starts its agent, which obtains a credential if it has none. */
  start(env?: Record<string, string>): void
  /** Ends its agent, and nothing else. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Simulates a power failure: no other device is notified. */
  off(): Promise<void>
  log(): string
  /** Returns the logs of programs whose names contain `part`. */
  said(part: string): string
}

export type Testbed = Awaited<ReturnType<typeof createTestbed>>

/**
 * Creates a controller, the internet in front of it, and an account; devices are put into namespaces of their own.
 * @param agent the command that starts an agent, before its arguments
 * @param controller the name or address by which agents know the controller
 */
export async function createTestbed(agent: readonly string[] = [process.execPath, AGENT], controller = SERVER) {
  sweep()
  mkdirSync(TESTBED_FOLDER, { recursive: true, mode: 0o711 })
  const world: World = await createWorld({ WEFT_TRUST_PROXY: '127.0.0.1' })
  const owner: Person = await world.anOwner()
  await grant(world, owner, 'network_center', 20)
  await grant(world, owner, 'software_member', 50)
  await grant(world, owner, 'network_member', 200)
  for (const feature of ['quagga', 'quagga_advanced', 'default_route'] as const) await grant(world, owner, feature, 1)
  const socket = join(TESTBED_FOLDER, 'controller.sock')
  await world.apps.agent.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.apps.agent.server.address() as AddressInfo
  // Devices reach the controller by an address in their internet, a socket file, and here the controller's own port.
  const way = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  }).listen(socket)
  // The key and certificate for the devices' connections, and the authority that devices trust for it.
  const { key, cert } = selfSigned([SERVER, controller])
  const [key_file, authority] = [join(TESTBED_FOLDER, 'controller.key'), join(TESTBED_FOLDER, 'controller.crt')]
  writeFileSync(key_file, key, { mode: 0o600 })
  writeFileSync(authority, cert)
  const internet = await addNamespace('internet')
  await internet.in('ip', 'link', 'add', 'wan', 'type', 'bridge')
  await internet.in('ip', 'addr', 'add', `${SERVER}/24`, 'dev', 'wan')
  // A host of the internet that is reached only by a default route.
  await internet.in('ip', 'addr', 'add', '192.0.2.1/32', 'dev', 'lo')
  await internet.in('ip', 'link', 'set', 'wan', 'up')
  await internet.in('sysctl', '-q', '-w', 'net.ipv4.ip_forward=1')
  let relay: ChildProcess | undefined
  const members: Member[] = []

  async function plug(): Promise<void> {
    relay = internet.spawn([process.execPath, RELAY, SERVER, String(PORT), socket, key_file, authority])
    if (relay.stdout) await once(relay.stdout, 'data')
  }
  await plug()

  /** Creates a device. @param n its number: 198.51.100.(10 + n) outside, 192.168.n.0/24 inside */
  async function place(router_name: string, n: number, proof: Record<string, string>, hidden = false): Promise<Member> {
    const [wan, lan] = [`198.51.100.${10 + n}`, `192.168.${n}.10`]
    const [device, host] = [await addNamespace(`d${n}`), await addNamespace(`h${n}`)]
    const nat = hidden ? await addNamespace(`n${n}`) : undefined
    const outer = nat ?? device
    await wire(outer, 'wan', internet, `p${n}`)
    await internet.in('ip', 'link', 'set', `p${n}`, 'master', 'wan')
    await outer.in('ip', 'addr', 'add', `${wan}/24`, 'dev', 'wan')
    await outer.in('ip', 'route', 'add', 'default', 'via', SERVER)
    if (nat) {
      await wire(device, 'wan', nat, 'inside')
      await nat.in('ip', 'addr', 'add', '172.31.0.1/24', 'dev', 'inside')
      await device.in('ip', 'addr', 'add', `172.31.0.2/24`, 'dev', 'wan')
      await device.in('ip', 'route', 'add', 'default', 'via', '172.31.0.1')
      await nat.in('sysctl', '-q', '-w', 'net.ipv4.ip_forward=1')
      await nat.in('nft', 'add table ip nat; add chain ip nat in { type nat hook prerouting priority -100; }')
      await nat.in('nft', 'add chain ip nat out { type nat hook postrouting priority 100; }; add rule ip nat out oifname wan masquerade')
    }
    await wire(device, 'lan', host, 'eth0')
    await device.in('ip', 'addr', 'add', `192.168.${n}.1/24`, 'dev', 'lan')
    await host.in('ip', 'addr', 'add', `${lan}/24`, 'dev', 'eth0')
    await host.in('ip', 'route', 'add', 'default', 'via', `192.168.${n}.1`)
    const state = join(TESTBED_FOLDER, String(n))
    const run = join(state, 'run')
    mkdirSync(run, { recursive: true, mode: 0o711 })
    const log = join(TESTBED_FOLDER, `${n}.log`)
    let child: ChildProcess | undefined
    const member: Member = {
      router_name,
      device,
      host,
      wan,
      nat,
      lan,
      state,
      run,
      start(env = {}) {
        execFileSync('ip', ['-n', internet.name, 'link', 'set', `p${n}`, 'up'])
        const command = [...agent, 'agent', '--driver', 'openvpn-frr', '--server', `https://${controller}:${PORT}`, '--ca', authority]
        child = device.spawn([...command, '--state', state, '--run', run, '--router-name', router_name], { ...proof, ...env })
        child.stderr?.pipe(createWriteStream(log, { flags: 'a' }))
      },
      async stop(signal = 'SIGTERM') {
        if (!child || child.exitCode !== null || child.signalCode !== null) return
        const ended = once(child, 'exit')
        child.kill(signal)
        await ended
      },
      async off() {
        await internet.in('ip', 'link', 'set', `p${n}`, 'down')
        for (const pid of device.pids('')) endProcess(pid)
      },
      log: () => textOf(log),
      said: (part) =>
        readdirSync(run)
          .filter((name) => name.includes(part) && name.endsWith('.log'))
          .map((name) => `== ${name}\n${textOf(join(run, name))}`)
          .join('\n'),
    }
    members.push(member)
    return member
  }

  const testbed = {
    world,
    owner,
    internet,
    members,
    /** Creates hardware of the account, activated by its code when its agent starts. */
    hardware: (...numbers: number[]): Promise<Member[]> => testbed.devices(numbers),
    /** Creates hardware of the account. @param hidden true to put each device behind a NAT of its own */
    async devices(numbers: readonly number[], hidden = false): Promise<Member[]> {
      const names = await hardware(world, owner, numbers.length)
      await world.asSystem(({ sql }) =>
        sql
          .insertInto('device')
          .values(
            names.map((router_name) => ({
              router_name,
              account_id: owner.account_id,
              kind: 'router' as const,
              router_model: 'R1',
              activation_hash: activationHash(CODE),
            })),
          )
          .execute(),
      )
      return Promise.all(names.map((name, i) => place(name, numbers[i] ?? 0, { WEFT_AGENT_ACTIVATION_CODE: CODE }, hidden)))
    },
    /** Creates a software member. @param hidden true to put it behind a NAT of its own */
    async software(number: number, hidden = false): Promise<Member> {
      const [name = ''] = await software(world, owner, 1)
      const password_hash = await hashPassword(PASSWORD)
      await world.asSystem(({ sql }) => sql.updateTable('member').set({ password_hash }).where('router_name', '=', name).execute())
      return place(name, number, { WEFT_AGENT_PASSWORD: PASSWORD }, hidden)
    },
    /** Returns the profile of a software member for a standard client. */
    async profile({ router_name }: Member, network_number: string): Promise<string> {
      const { payload } = await world.apps.console.inject({
        url: `/api/v1/${contract.memberFiles.profile.path}`,
        query: { router_name, network_number },
        headers: { authorization: `Bearer ${owner.access_token}` },
      })
      return payload
    },
    /** Registers a POP in a region, as an operator; `sell` gives a network access to it, with the members that dial it. */
    async pop(number: number, region: string) {
      const engineer = await anOperator(world, 'network')
      const draft = { name: `${region} ${number}`, region, public_ip: `198.51.100.${10 + number}`, port: 1194, capacity: 1000 }
      const answer = await world.call(engineer, opsContract.pops.create, draft)
      if (answer.code !== 200) throw new Error(`pops/create answered ${answer.code} ${answer.msg}`)
      const { id, pop_name, activation_code } = answer.data as { id: string; pop_name: string; activation_code: string }
      const member = await place(pop_name, number, { WEFT_AGENT_ACTIVATION_CODE: activation_code })
      const sell = async (network_number: string, ...of: readonly Member[]) => {
        const order = await anOrder(world, owner, network_number, { [region]: of.map(({ router_name }) => router_name) })
        await accepted('work_orders/accept', () => accept(world, engineer, order))
        const done = await accepted('work_orders/complete', () => complete(world, engineer, order, [id]))
        return done as { network_fr_id: string }
      }
      return { member, sell }
    },
    /** Returns the same hardware with an empty disk, after the operator took it back and assigned it to the account again. */
    async anew({ router_name }: Member, number: number): Promise<Member> {
      const engineer = await anOperator(world, 'network')
      const released = await accepted('devices/release', () => world.call(engineer, opsContract.devices.release, { router_name }))
      const { account_number } = owner
      await accepted('devices/assign', () => world.call(engineer, opsContract.devices.assign, { router_name, account_number }))
      const { activation_code } = released as { activation_code: string }
      return place(router_name, number, { WEFT_AGENT_ACTIVATION_CODE: activation_code })
    },
    /** Creates a device that claims to be this one. */
    claiming: (router_name: string, number: number) => place(router_name, number, { WEFT_AGENT_ACTIVATION_CODE: CODE }),
    /** Calls an endpoint, as a person in the console would. */
    async call<T = unknown>(endpoint: Endpoint, input: unknown): Promise<T> {
      return (await accepted(endpoint.path, () => world.call(owner, endpoint, input))) as T
    },
    /** Changes a setting of a network, as a person would. */
    set: (call: Exclude<keyof typeof contract.networkSettings, 'prefix'>, input: object) =>
      testbed.call(contract.networkSettings[call], input),
    async network(name: string, centers: readonly Member[], points: readonly Member[] = []): Promise<string> {
      const names = (of: readonly Member[]) => of.map((member) => member.router_name)
      const made = await testbed.call<{ network_number: string }>(contract.network.create, {
        network_name: name,
        center: names(centers),
        point: names(points),
      })
      return made.network_number
    },
    /** Permits the LAN behind each member, as the console does. */
    async lans(network_number: string, ...of: Member[]): Promise<void> {
      for (const { router_name, lan } of of) {
        const prefix = [{ ip: lan.replace(/10$/, '0'), mask: 24 }]
        await testbed.set('edit_prefix', { network_number, router_name, prefix })
      }
    },
    info: (network_number: string): Promise<NetworkInfo> => infoOf(world, owner, network_number),
    connected: (...of: Member[]) =>
      vi.waitFor(
        async () => {
          const rows = await world.db.systemNow.sql.selectFrom('member').select(['router_name', 'online_status']).execute()
          for (const { router_name, log } of of)
            if (rows.find((row) => row.router_name === router_name)?.online_status !== 1)
              throw new Error(`${router_name} is away: ${log()}`)
        },
        { timeout: 500_000, interval: 100 },
      ),
    /** Returns the interfaces of a member's tunnels to a center. */
    async ways(member: Member, network_number: string, center: Member): Promise<string[]> {
      const { link } = await testbed.info(network_number)
      const own = link.filter((one) => one.router_name === member.router_name && one.center_router_name === center.router_name)
      const lines = (await member.device.in('ip', '-br', '-4', 'address')).split('\n')
      return own.map(({ vpn_ip }) => lines.find((line) => line.includes(` ${vpn_ip}/`))?.split(' ')[0] ?? 'none')
    },
    /** Returns for each tunnel of a member 1 if the console shows it as up, otherwise 0. */
    async online(network_number: string, { router_name }: Member): Promise<number[]> {
      const { link } = await testbed.info(network_number)
      return link.filter((one) => one.router_name === router_name).map((one) => one.vpn_online)
    },
    /** Returns the end of every device's logs, for a test that failed. */
    async story(): Promise<string> {
      const query = world.db.systemNow.sql
        .selectFrom('member')
        .select(['router_name', 'config_revision', 'applied_revision', 'config_error'])
      const devices = members.map(async ({ router_name, device, run, log, said }) => {
        const asked = ['show bgp ipv4 unicast summary', 'show bfd peers brief', 'show ip route'].flatMap((question) => ['-c', question])
        const frr = await device.in('vtysh', '--vty_socket', join(run, 'frr'), ...asked).catch(() => 'no FRR')
        return `${router_name}\n${log().slice(-600)}\n${said('').slice(-1200)}\n${frr}`
      })
      return [...(await query.execute()).map((row) => JSON.stringify(row)), ...(await Promise.all(devices))].join('\n----\n')
    },
    /** Puts the controller out of reach; `plug` brings it back. */
    unplug: () => void relay?.kill('SIGKILL'),
    plug,
    async close() {
      relay?.kill('SIGKILL')
      way.close()
      await world.close()
      sweep()
    },
  }
  return testbed
}

/** Waits until an address answers. @returns the milliseconds that it took */
export async function reached(from: Namespace, to: string, seconds = 60): Promise<number> {
  const began = performance.now()
  await vi.waitFor(
    async () => {
      if (!(await from.does('ping', '-c', '1', '-W', '0.3', to))) throw new Error(`${to} is not reached from ${from.name}`)
    },
    { timeout: seconds * 1000, interval: 50 },
  )
  return performance.now() - began
}
export const unreached = (from: Namespace, to: string, seconds = 60) =>
  vi.waitFor(
    async () => {
      if (await from.does('ping', '-c', '1', '-W', '0.5', to)) throw new Error(`${to} is still reached from ${from.name}`)
    },
    { timeout: seconds * 1000, interval: 100 },
  )

/** Pings ten times a second until `stop`, which returns how many answers were missing in the longest gap. */
export function pings(from: Namespace, to: string) {
  const child = from.spawn(['ping', '-i', '0.1', '-D', to])
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text))
  return {
    /** Resolves once a new answer has come: a gap without an answer after it is not counted. */
    answered: () => {
      const before = said.length
      return vi.waitFor(() => {
        if (!said.includes(' ttl', before)) throw new Error(`${to} does not answer`)
      }, 30_000)
    },
    async stop(): Promise<{ answers: number; lost: number }> {
      const ended = once(child, 'close')
      for (const pid of from.pids(`ping -i 0.1 -D ${to}`)) endProcess(pid, 'SIGINT')
      await ended
      const seen = [...said.matchAll(/icmp_seq=(\d+) ttl/g)].map((match) => Number(match[1]))
      const gaps = seen.slice(1).map((seq, i) => seq - (seen[i] ?? seq) - 1)
      return { answers: seen.length, lost: Math.max(0, ...gaps) }
    },
  }
}

/** Returns the data of a call, repeated while the server is too busy (503). @throws with the answer if it is refused */
async function accepted(what: string, ask: () => Promise<Answer>): Promise<unknown> {
  let answer = await ask()
  for (let tries = 0; answer.code === 503 && tries < 5; tries++) answer = await ask()
  const { code, msg, data } = answer
  if (code !== 200) throw new Error(`${what} answered ${code} ${msg}`)
  return data
}

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Waits for a number of milliseconds. */
export const passes = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))
