import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CREDENTIAL_RENEW_SECONDS } from '@weft/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { digest } from '../kernel/secrets.ts'
import { credentialOf, listenForAgents } from '../../test/agent-client.ts'
import { aWayTo } from '../../test/faults/way.ts'
import { hardware } from '../../test/network-fixtures.ts'
import { createDatabase, createWorld, type World } from '../../test/world.ts'
import { eventually } from '../../test/eventually.ts'

const AGENT = join(import.meta.dirname, '../../../agent/src/cli.ts')
/** Times that the agent is killed; `WEFT_KILL_ROUNDS=200` for the figure in the decision. */
const ROUNDS = Number(process.env.WEFT_KILL_ROUNDS ?? 3)
/** The longest time in milliseconds that an agent gets for its renewal: most take less. */
const LONGEST_MS = 60

let world: World
let server: string
let owning: Client
let way: Awaited<ReturnType<typeof aWayTo>>
beforeAll(async () => {
  const url = await createDatabase()
  way = await aWayTo(url)
  world = await createWorld({}, { url: way.url, impatient: true })
  server = await listenForAgents(world)
  owning = new Client({ connectionString: url })
  await owning.connect()
})
afterAll(async () => {
  await owning.end()
  await world.close()
  await way.close()
})

/** Makes the gateway check all connected devices again, as it does once a minute. */
const lookAnew = () =>
  owning.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'weft bus' and datname = current_database()",
  )

/** Makes a device with a state folder of its own, whose agent can be started and killed. */
async function aDevice() {
  const owner = await world.anOwner()
  const [router_name] = (await hardware(world, owner, 1)) as [string]
  const state = mkdtempSync(join(tmpdir(), 'weft-kill-'))
  const file = join(state, 'credential')
  writeFileSync(file, await credentialOf(world, owner.account_id, router_name))
  let agent: ChildProcess | undefined
  let output = ''
  const kill = async () => {
    if (!agent || agent.exitCode !== null || agent.signalCode !== null) return
    const ended = once(agent, 'exit')
    agent.kill('SIGKILL')
    await ended
  }
  onTestFinished(async () => {
    await kill()
    rmSync(state, { recursive: true })
  })
  return {
    kept: () => readFileSync(file, 'utf8'),
    said: () => output,
    kill,
    /** Starts the agent, which connects with its stored credential, and has it asked for a renewal. Resolves once that has begun. */
    async renews(): Promise<void> {
      output = ''
      agent = spawn(process.execPath, [AGENT, 'agent', '--server', server, '--state', state, '--router-name', router_name], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      agent.stderr!.setEncoding('utf8').on('data', (text: string) => (output += text))
      await eventually(() => expect(output).toContain('connected'))
      await owning.query("update member_credential set create_time = now() - $1 * interval '1 second'", [CREDENTIAL_RENEW_SECONDS])
      await owning.query('delete from budget_spent')
      await lookAnew()
      // It may take a few milliseconds, and the kill must come within.
      while (!/renewed|kept/.test(output) && !begun(state)) await new Promise((wake) => setTimeout(wake, 1))
    },
    /** Returns the credentials that the controller knows of it. */
    async known(): Promise<{ credential_hash: Buffer; used: boolean }[]> {
      const { rows } = await owning.query<{ credential_hash: Buffer; used: boolean }>(
        'select credential_hash, use_time is not null as used from member_credential where router_name = $1',
        [router_name],
      )
      return rows
    },
  }
}
const within = (milliseconds: number) => new Promise((wake) => setTimeout(wake, Math.random() * milliseconds))
const opening = (known: readonly { credential_hash: Buffer }[], credential: string) =>
  known.filter(({ credential_hash }) => credential_hash.equals(digest(credential))).length

type Device = Awaited<ReturnType<typeof aDevice>>

/** What `goodCredentials` returns when no disturbance costs a device its access. */
const ONE_EACH = Array.from({ length: ROUNDS }, () => 1)

/**
 * Renews a device's credential `ROUNDS` times and disturbs each renewal at a random moment.
 * @returns for each round how many of the device's own credentials the controller accepts after it
 */
async function goodCredentials(disturb: (device: Device) => Promise<void>): Promise<number[]> {
  const device = await aDevice()
  const good: number[] = []
  /** Rounds that ended in each state: the credentials that the controller knew, and whether the device's own had changed. */
  const ended = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const before = device.kept()
    await device.renews()
    await within(LONGEST_MS)
    await disturb(device)
    const known = await device.known()
    good.push(opening(known, device.kept()))
    const state = `${known.length} known, ${device.kept() === before ? 'the former' : 'the new one'} kept`
    ended.set(state, (ended.get(state) ?? 0) + 1)
    await device.kill()
  }
  if (process.env.WEFT_KILL_ROUNDS) console.log(Object.fromEntries(ended))
  return good
}

it(
  `a device has a valid credential wherever its agent is killed during a renewal (${ROUNDS} rounds)`,
  {
    timeout: 60_000 + ROUNDS * 10_000,
  },
  async () => expect(await goodCredentials((device) => device.kill())).toEqual(ONE_EACH),
)

describe.each([
  ['the database is paused', () => way.stop()],
  ['the database goes away', () => way.cut()],
  ['the controller breaks its connections', () => world.apps.agent.server.closeAllConnections()],
])('while %s during the renewal', (_, fault) => {
  it(`a device has a valid credential (${ROUNDS} rounds)`, { timeout: 60_000 + ROUNDS * 30_000 }, async () => {
    const good = await goodCredentials(async (device) => {
      fault()
      await within(1000)
      way.mend()
      await eventually(() => expect(device.said()).toMatch(/renewed|kept/))
    })
    expect(good).toEqual(ONE_EACH)
  })
})

const begun = (state: string): boolean => {
  try {
    return readFileSync(join(state, 'credential.next')).length > 0
  } catch {
    return false
  }
}
