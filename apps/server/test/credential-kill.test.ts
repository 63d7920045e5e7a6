import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CREDENTIAL_RENEW_SECONDS } from '@weft/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { digest } from '../src/kernel/secrets.ts'
import { credentialOf, listenForAgents } from './agent-client.ts'
import { hardware } from './network-fixtures.ts'
import { createWorld, type World } from './world.ts'

const AGENT = join(import.meta.dirname, '../../agent/src/cli.ts')
/** How often the agent is killed; `WEFT_KILL_ROUNDS=200` for the figure in the decision. */
const ROUNDS = Number(process.env.WEFT_KILL_ROUNDS ?? 6)
/** The longest time that an agent gets for its renewal, in milliseconds: most take less. */
const LONGEST_MS = 60

let world: World
let server: string
let owning: Client
beforeAll(async () => {
  world = await createWorld()
  server = await listenForAgents(world)
  owning = new Client({ connectionString: world.url })
  await owning.connect()
})
afterAll(async () => {
  await owning.end()
  await world.close()
})

/** Has all connected devices looked at anew, as happens once a minute. */
const lookAnew = () =>
  owning.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'weft bus' and datname = current_database()",
  )

it(`a device has a credential that is good, wherever its agent is killed while it renews it (${ROUNDS} rounds)`, {
  timeout: 60_000 + ROUNDS * 10_000,
}, async () => {
  const owner = await world.anOwner()
  const [router_name] = (await hardware(world, owner, 1)) as [string]
  const state = mkdtempSync(join(tmpdir(), 'weft-kill-'))
  const file = join(state, 'credential')
  writeFileSync(file, await credentialOf(world, owner.account_id, router_name))
  let agent: ChildProcess | undefined
  onTestFinished(() => {
    agent?.kill('SIGKILL')
    rmSync(state, { recursive: true })
  })
  const rows = async () => {
    const { rows: found } = await owning.query<{ credential_hash: Buffer; used: boolean }>(
      'select credential_hash, use_time is not null as used from member_credential where router_name = $1',
      [router_name],
    )
    return found
  }

  /** Where the kills fell: the credentials that the controller knew, and whether the device's own was another than before. */
  const fell = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const before = readFileSync(file, 'utf8')
    agent = spawn(process.execPath, [AGENT, 'agent', '--server', server, '--state', state, '--router-name', router_name], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    agent.stderr!.setEncoding('utf8').on('data', (text: string) => (output += text))
    await expect.poll(() => output, { timeout: 30_000 }).toContain('connected')
    await owning.query("update member_credential set create_time = now() - $1 * interval '1 second'", [CREDENTIAL_RENEW_SECONDS])
    await owning.query('delete from budget_spent')
    await lookAnew()
    // The renewal has begun once the next credential is there, or is over.
    await expect.poll(() => output.includes('renewed') || begun(state), { timeout: 30_000, interval: 1 }).toBe(true)
    await new Promise((wake) => setTimeout(wake, Math.random() * LONGEST_MS))
    const ended = once(agent, 'exit')
    agent.kill('SIGKILL')
    await ended
    const now = readFileSync(file, 'utf8')
    const known = await rows()
    expect(known.some(({ credential_hash }) => credential_hash.equals(digest(now)))).toBe(true)
    const where = `${known.length} known, ${known.filter(({ used }) => used).length} used, ${now === before ? 'the former' : 'the new one'} kept`
    fell.set(where, (fell.get(where) ?? 0) + 1)
  }
  if (process.env.WEFT_KILL_ROUNDS) console.log(Object.fromEntries(fell))
})

const begun = (state: string): boolean => {
  try {
    return readFileSync(join(state, 'credential.next')).length > 0
  } catch {
    return false
  }
}
