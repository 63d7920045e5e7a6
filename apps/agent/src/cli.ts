import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { release } from '@weft/release'
import { createAgent } from './agent.ts'
import { fileStore, keptDocument } from './apply/config-store.ts'
import { createBeat, monotonicSeconds } from './beat.ts'
import type { Driver } from './drivers/driver.ts'
import type { SimulatedKind } from './drivers/simulated/device.ts'
import { stderrLog as log } from './log.ts'
import { createAccess } from './protocol/access.ts'
import { ControllerError, controllerAt, serversIn } from './protocol/controller.ts'
import { credentialFile } from './protocol/credential.ts'
import type { Proof } from './protocol/enrol.ts'
import { durableRing } from './protocol/event-ring.ts'
import { createCauses } from './protocol/reason.ts'

const USAGE = `weft agent --server URL --state DIR --router-name NAME [--activation-code CODE | --password P]
  runs one member's agent. The secrets may come from WEFT_AGENT_ACTIVATION_CODE and WEFT_AGENT_PASSWORD instead;
  they are needed until the agent has its credential, which it keeps in DIR, and when that is refused.
  --driver openvpn-frr runs real tunnels, and keeps its sockets in --run DIR; --driver simulated, which is the default, pretends.
  URL is https:, or http: on this machine; several, with commas, are tried in turn. --ca FILE or WEFT_AGENT_CA: the only authority that counts for it, in place of the system's.
  --ldap-allow HOST:PORT,...: directories on the device itself, which are otherwise not asked; for tests, also of a fleet.
weft agent --plan [--state DIR] [--run DIR]
  says which tunnels a start of this agent would restart, as after an upgrade, and changes nothing.
weft fleet [--server URL] --members FILE [--seed S] [--flap N] [--tied]
  runs simulated members. FILE has one JSON object a line: router_name, kind router, app, saas or pop, and activation_code, password or
  credential. Credentials are kept in FILE.state. --flap N: N points at a time go away and come back. --tied: ends with its parent.
weft fleet --account NUMBER --routers N --apps N [--seed S] [--flap N]
  makes such members for an account first; needs the server's database.
weft agent --version prints the version, and the commit of an agent between two releases.`

const DEFAULT_SERVER = 'http://127.0.0.1:8082'
const RING = 10_000
const ldapAllow = { type: 'string', default: process.env.WEFT_AGENT_LDAP_ALLOW ?? '' } as const

// A log service that restarts must not end an agent.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** Says in one sentence why a command line cannot be carried out. */
class UsageError extends Error {}

/** Exit code after a fault in the program: EX_SOFTWARE of sysexits.h. */
const FAULT_EXIT_CODE = 70
/** Milliseconds that stopping may take after a fault. */
const FAULT_STOP_MS = 5_000

/** Resolves after an uncaught exception, which is logged; the process ends after five seconds, or at once after another one. */
function fault(): Promise<void> {
  return new Promise((first) =>
    process.on('uncaughtException', (error) => {
      log.warn(`an exception that nobody caught ends this process: ${error.stack ?? String(error)}`)
      if (process.exitCode === FAULT_EXIT_CODE) process.exit()
      process.exitCode = FAULT_EXIT_CODE
      setTimeout(() => process.exit(), FAULT_STOP_MS)
      first()
    }),
  )
}

const faulted = fault()

/** Resolves on a signal, after a fault, or, when tied, once the parent is gone. */
function untilAsked(tied: boolean): Promise<void> {
  return new Promise((ended) => {
    void faulted.then(ended)
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ended())
    if (!tied) return
    process.stdin.on('end', ended).on('close', ended).on('error', ended)
    process.stdin.resume()
  })
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

function required(value: string | undefined, flag: string): string {
  if (!value) throw new UsageError(`${flag} is missing\n${USAGE}`)
  return value
}

async function fleet(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      server: { type: 'string', default: process.env.WEFT_AGENT_SERVER ?? DEFAULT_SERVER },
      members: { type: 'string' },
      seed: { type: 'string', default: '1' },
      flap: { type: 'string', default: '0' },
      tied: { type: 'boolean', default: false },
      'ldap-allow': ldapAllow,
    },
  })
  const file = required(values.members, '--members')
  if (!/^\d{1,4}$/.test(values.flap)) throw new UsageError('--flap is a number')
  const [{ startFleet }, { credentialsBeside, readMembers }] = await Promise.all([
    import('./fleet/fleet.ts'),
    import('./fleet/members-file.ts'),
  ])
  const running = startFleet({
    server: values.server,
    seed: values.seed,
    flap: Number(values.flap),
    ldap_allow: values['ldap-allow'],
    log,
    members: readMembers(file),
    credentials: credentialsBeside(file),
  })
  await untilAsked(values.tied)
  await running.stop()
}

/** Returns the simulated driver. Its code is loaded only here, so that other devices do not hold it in memory. */
async function simulated(router_name: string, kind: SimulatedKind, seed: string): Promise<Driver> {
  const [{ createEther }, { simulatedDriver }] = await Promise.all([
    import('./drivers/simulated/ether.ts'),
    import('./drivers/simulated/simulated.ts'),
  ])
  return simulatedDriver(createEther(), router_name, kind, seed)
}

/** Says what a start of this agent would do on a device whose tunnels run. */
async function plan({ state, run }: { state: string; run: string }): Promise<void> {
  const document = keptDocument(join(state, 'config.json'))
  if (document === undefined) return say('a change is not confirmed yet, which takes a minute at most: ask again then')
  const { plannedSteps } = await import('./drivers/openvpn-frr/planned.ts')
  const steps = await plannedSteps(document, { root: join(state, 'etc'), run })
  for (const step of steps.length > 0 ? steps : ['no tunnel restarts']) say(step)
}

async function agent(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      server: { type: 'string', default: process.env.WEFT_AGENT_SERVER ?? DEFAULT_SERVER },
      ca: { type: 'string', default: process.env.WEFT_AGENT_CA ?? '' },
      state: { type: 'string', default: process.env.WEFT_AGENT_STATE ?? '/var/lib/weft-agent' },
      'router-name': { type: 'string', default: process.env.WEFT_AGENT_ROUTER_NAME ?? '' },
      'activation-code': { type: 'string', default: process.env.WEFT_AGENT_ACTIVATION_CODE ?? '' },
      password: { type: 'string', default: process.env.WEFT_AGENT_PASSWORD ?? '' },
      driver: { type: 'string', default: process.env.WEFT_AGENT_DRIVER ?? 'simulated' },
      run: { type: 'string', default: process.env.WEFT_AGENT_RUN ?? '/run/weft-agent' },
      seed: { type: 'string', default: '1' },
      plan: { type: 'boolean', default: false },
      'ldap-allow': ldapAllow,
    },
  })
  if (values.plan) return plan(values)
  if (!['simulated', 'openvpn-frr'].includes(values.driver)) throw new UsageError('--driver is simulated or openvpn-frr')
  const controller = controllerAt(values.server, values.ca)
  const { state, run, 'activation-code': activation_code, password, seed } = values
  const router_name = required(values['router-name'], '--router-name')
  mkdirSync(state, { recursive: true, mode: 0o700 })
  const credential = credentialFile(join(state, 'credential'), log.warn)
  const kind = router_name.includes('@') ? 'app' : router_name.startsWith('pop-') ? 'pop' : 'router'
  const device =
    values.driver === 'simulated'
      ? undefined
      : (await import('./drivers/openvpn-frr/device.ts')).openDevice({
          servers: serversIn(values.server),
          router_name,
          state,
          run,
          credential: credential.current,
          log,
        })
  const driver = device?.driver ?? (await simulated(router_name, kind, seed))
  const proof: Proof | undefined = activation_code
    ? { router_name, activation_code, ...(device && { csr: device.csr }) }
    : password
      ? { router_name, password }
      : undefined
  const access = createAccess({
    controller,
    credential,
    proof,
    device: () => driver.device(),
    random: Math.random,
    now: monotonicSeconds,
    said: log.warn,
    addresses: driver.addresses,
  })
  const beat = createBeat()
  beat.each(access.beat)
  const causes = createCauses()
  const running = createAgent({
    controller,
    router_name,
    beat,
    driver,
    boot_id: device?.boot_id ?? randomUUID(),
    ...(device && { trust: device.trust }),
    random: Math.random,
    ldap_allow: values['ldap-allow'],
    credential,
    store: fileStore(join(state, 'config.json'), log.warn),
    ring: durableRing(join(state, 'events.jsonl'), RING, log.warn),
    async admitted() {
      const { applied, pending } = running.status()
      const isConfigured = applied !== null || pending !== null
      if (!credential.given && proof === undefined && !isConfigured)
        throw new UsageError(`--activation-code or --password is missing\n${USAGE}`)
      await access.obtain(isConfigured)
    },
    refused: async () => (await access.again(), true),
    said(what, why, cause) {
      if (what === 'connected') {
        causes.succeeded()
        access.accepted()
      }
      // Each attempt ends so while the controller is away or refuses the device: each cause is logged once.
      const isRepeated = what === 'lost' || what === 'refused'
      if (!isRepeated || causes.isNew(`${what}: ${cause}`)) log.info(`${what}: ${why}`)
    },
  })
  const asked = untilAsked(false)
  await Promise.race([running.start(), asked])
  await asked
  await running.stop()
  beat.stop()
}

try {
  const [command, ...rest] = process.argv.slice(2)
  if (rest.includes('--help') || rest.includes('-h')) say(USAGE)
  else if (command === '--version' || rest.includes('--version')) say(release())
  else if (command === 'fleet') await fleet(rest)
  else if (command === 'agent') await agent(rest)
  else throw new UsageError(USAGE)
  process.exit()
} catch (error) {
  log.warn(error instanceof Error ? error.message : String(error))
  process.exit(
    error instanceof UsageError ||
      error instanceof ControllerError ||
      String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')
      ? 2
      : 1,
  )
}
