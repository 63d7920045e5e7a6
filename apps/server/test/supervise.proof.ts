import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { addressOf, endPrograms, type Program, SERVE_COMMAND, SERVES, settingsOf, startProgram, THROW_ON_SIGNAL } from './programs.ts'
import { createDatabase } from './world.ts'

afterEach(endPrograms)

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
