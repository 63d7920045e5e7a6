import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { alertEventDefaults, contract } from '@weft/contract'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { addressOf, endPrograms, type Program, SERVE_COMMAND, SERVES, settingsOf, startProgram, THROW_ON_SIGNAL } from './programs.ts'
import { createDatabase, createWorld } from './world.ts'
import { credentialOf } from './agent-client.ts'
import { eventually } from './eventually.ts'
import { freePorts } from './free-port.ts'
import { hardware } from './network-fixtures.ts'

afterEach(endPrograms)

const FLEET = resolve(import.meta.dirname, '../../agent/src/cli.ts')
const SUPERVISE = resolve(import.meta.dirname, '../../../bin/supervise')
const supervised = (command: string[], env: Record<string, string> = {}) => startProgram([SUPERVISE, ...command], env)
const shell = (script: string) => supervised(['sh', '-c', script])

/** Returns the id of the process that the supervisor runs now. */
const serverOf = ({ child }: Program) => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim())

/** Returns whether a process runs; one that has ended but is not yet collected has no command line. */
const isRunning = (pid: number) => existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''

it('a server that is killed is started again with its embedded database, and ends in order when asked', async () => {
  const data = mkdtempSync(join(tmpdir(), 'weft-supervise-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const { DATABASE_URL: _, ...settings } = settingsOf('', { WEFT_DATA_DIR: data })
  const program = supervised(SERVE_COMMAND, settings)
  await program.said(SERVES)
  process.kill(serverOf(program), 'SIGKILL')
  await program.said(SERVES, 2)
  expect(program.output()).toContain('weft: it ended by itself with exit code 137; starting it again')
  const console_address = await addressOf(program, 'console', 2)
  expect((await fetch(`${console_address}/readyz`)).status).toBe(200)
  program.child.kill('SIGTERM')
  expect(await program.ended).toEqual({ code: 0, signal: null })
})

/** Makes a process spin for ever once a body has this word, as no call can make it: what reads JSON is replaced from outside. */
const SPINNER = 'the-word-that-spins'
const SPIN_ON_WORD = `--import=data:text/javascript,${encodeURIComponent(
  `const { parse } = JSON
   JSON.parse = (text, ...more) => { while (String(text).includes('${SPINNER}')); return parse(text, ...more) }`,
)}`
/** Makes the server stand within a call. */
async function spin(program: Program, times = 1): Promise<void> {
  const console_address = await addressOf(program, 'console', times)
  const body = JSON.stringify({ username: SPINNER, password: 'x', code: 'abcd', uniqid: 'a-picture' })
  const headers = { 'content-type': 'application/json' }
  // The call ends with the process.
  void fetch(`${console_address}/api/v1/login/authorization`, { method: 'POST', headers, body }).catch(() => {})
}
const BLOCKED = /!! the event loop of this process is blocked, so the process ends (\{.*\})/

it('a server whose event loop is blocked is logged with its last call, never its input, and started again; its members come back without an alarm', async () => {
  const world = await createWorld({}, { time: 'system' })
  onTestFinished(() => world.close())
  await world.services.gateway.stop()
  await world.services.instance.end()
  const owner = await world.anOwner()
  const names = await hardware(world, owner, 3)
  expect((await world.call(owner, contract.monitor.enable, {})).code).toBe(200)
  const channels = { portal_confirm: 1, email_confirm: 0, webhook_confirm: 0 }
  const alerts = { ...channels, ...alertEventDefaults, router: names }
  expect((await world.call(owner, contract.monitor.setting, alerts)).code).toBe(200)
  const folder = mkdtempSync(join(tmpdir(), 'weft-blocked-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'members.jsonl')
  for (const router_name of names) {
    const credential = await credentialOf(world, owner.account_id, router_name)
    appendFileSync(file, `${JSON.stringify({ router_name, kind: 'router', credential })}\n`)
  }
  // Members find the server at the same address again.
  const [agent = 0] = await freePorts(1)
  const program = supervised(SERVE_COMMAND, settingsOf(world.url, { NODE_OPTIONS: SPIN_ON_WORD, WEFT_AGENT_PORT: String(agent) }))
  await program.said(SERVES)
  startProgram([SERVE_COMMAND[0]!, FLEET, 'fleet', '--server', await addressOf(program, 'agent'), '--members', file], {})
  /** Returns of each member whether it is connected, and since when. */
  const connections = () =>
    world.db.systemNow.sql.selectFrom('member').select(['online_status', 'connection_id']).orderBy('router_name').execute()
  const connectedAll = expect.arrayContaining(names.map(() => expect.objectContaining({ online_status: 1 }) as object)) as object
  await eventually(async () => expect(await connections()).toEqual(connectedAll))
  const before = await connections()

  await spin(program)
  const [, facts = ''] = await program.said(BLOCKED)
  expect(JSON.parse(facts)).toMatchObject({
    seconds: 10,
    under_way: expect.arrayContaining(['POST /api/v1/login/authorization']) as object,
  })
  await program.said(SERVES, 2)
  expect(program.output()).toContain('weft: it ended by itself with exit code 137; starting it again')
  expect(program.output()).not.toContain(SPINNER)
  // Every member has a connection of the new process.
  await eventually(async () => {
    const now = await connections()
    expect(now).toEqual(connectedAll)
    for (const [i, { connection_id }] of now.entries()) expect(connection_id).not.toBe(before[i]!.connection_id)
  })
  const { sql } = world.db.systemNow
  // The lease of the process that stood has run out, and what it held has been looked for.
  await eventually(async () => expect(await sql.selectFrom('instance').select('instance_id').execute()).toHaveLength(1))
  expect(await sql.selectFrom('incident').select(['kind', 'router_name']).execute()).toEqual([])
  expect(await sql.selectFrom('outage').select(['router_name', 'state', 'cause']).execute()).toEqual([])
})

it('a server that is stopped, for however long, is not taken for a blocked one when it goes on', async () => {
  const [stopped, blocked] = await Promise.all(
    [1, 2].map(async () => {
      const program = startProgram(SERVE_COMMAND, settingsOf(await createDatabase({ time: 'system' }), { NODE_OPTIONS: SPIN_ON_WORD }))
      await program.said(SERVES)
      return program
    }),
  )
  process.kill(stopped!.child.pid!, 'SIGSTOP')
  // The other one is blocked for longer than a server may be.
  await spin(blocked!)
  expect(await blocked!.ended).toEqual({ code: null, signal: 'SIGKILL' })
  process.kill(stopped!.child.pid!, 'SIGCONT')
  const console_address = await addressOf(stopped!, 'console')
  expect((await fetch(`${console_address}/healthz`)).status).toBe(200)
  stopped!.child.kill('SIGTERM')
  expect(await stopped!.ended).toEqual({ code: 0, signal: null })
  expect(stopped!.output()).not.toMatch(BLOCKED)
})

it('a server that crashed is started again, and one that was asked to end is not', async () => {
  const program = supervised(SERVE_COMMAND, settingsOf(await createDatabase(), { NODE_OPTIONS: THROW_ON_SIGNAL }))
  await program.said(SERVES)
  process.kill(serverOf(program), 'SIGUSR2')
  await program.said(SERVES, 2)
  expect(program.output()).toMatch(/a fault of the test[^]*weft: it ended by itself with exit code 70; starting it again/)
  process.kill(serverOf(program), 'SIGTERM')
  expect(await program.ended).toEqual({ code: 0, signal: null })
})

it('a supervisor that is killed leaves no server behind', async () => {
  const program = supervised(SERVE_COMMAND, settingsOf(await createDatabase()))
  await program.said(SERVES)
  const server = serverOf(program)
  program.child.kill('SIGKILL')
  // Resolves once no process holds its output any more, the server included.
  await program.ended
  expect(isRunning(server)).toBe(false)
})

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s reaches the command, and the exit code is the one with which it ends in order',
  async (signal) => {
    const program = shell(`trap 'echo ending; sleep 0.2; exit 0' TERM; echo up; while :; do sleep 0.1; done`)
    await program.said(/up/)
    program.child.kill(signal)
    expect(await program.ended).toEqual({ code: 0, signal: null })
    expect(program.output()).toBe('up\nending\n')
  },
)

it.each([1, 2])('a command that refuses to start with exit code %i is not started again', async (code) => {
  const program = shell(`echo "the port is taken"; exit ${code}`)
  expect(await program.ended).toEqual({ code, signal: null })
  expect(program.output()).toBe('the port is taken\n')
})

it('the fifth crash within a minute ends the supervisor with a sentence', async () => {
  const program = shell('echo up; exit 70')
  expect(await program.ended).toEqual({ code: 70, signal: null })
  expect(program.output().match(/up\n/g)).toHaveLength(5)
  expect(program.output()).toContain('weft: it ended by itself 5 times within a minute, last with exit code 70: not starting it again')
})

it('a signal between a crash and the next start ends the supervisor', async () => {
  const program = shell('echo up; exit 70')
  // After the second crash it waits for a second.
  await program.said(/starting it again/, 2)
  program.child.kill('SIGTERM')
  expect((await program.ended).code).toBe(70)
  expect(program.output().match(/up\n/g)).toHaveLength(2)
})
