import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DOCUMENT_VERSION, hashOf, type MemberDocument } from '@weft/member-config'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../server/test/eventually.ts'

const CLI = join(import.meta.dirname, 'cli.ts')
/** Throws from a signal handler, where no code of the agent can catch it. */
const THROW_ON_SIGNAL = `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { throw new Error('a fault of the test') })`)}`

it('an uncaught exception is logged and ends the agent with exit code 70', async () => {
  const state = mkdtempSync(join(tmpdir(), 'weft-agent-'))
  const credential = 'c'.repeat(43)
  writeFileSync(join(state, 'credential'), credential)
  const server = 'http://127.0.0.1:9'
  const args = ['--import', THROW_ON_SIGNAL, CLI, 'agent', '--server', server, '--state', state, '--router-name', 'r-1']
  const agent = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => {
    agent.kill('SIGKILL')
    rmSync(state, { recursive: true, force: true })
  })
  let output = ''
  const lost = new Promise<void>((said) => {
    agent.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('lost')) said()
    })
  })
  const ended = new Promise<number | null>((done) => agent.once('close', done))
  await Promise.race([lost, ended])
  agent.kill('SIGUSR2')
  expect(await ended).toBe(70)
  expect(output).toContain('an exception that nobody caught ends this process: Error: a fault of the test')
  expect(output).not.toContain(credential)
})

/** Starts the agent of a device that was given neither a credential nor a proof. @returns what it logs and its exit code */
function startWithoutCredential(state: string) {
  const args = [CLI, 'agent', '--server', 'http://127.0.0.1:9', '--state', state, '--router-name', 'r-1']
  const agent = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => {
    agent.kill('SIGKILL')
    rmSync(state, { recursive: true, force: true })
  })
  let output = ''
  agent.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  return { output: () => output, ended: new Promise<number | null>((done) => agent.once('close', done)) }
}

it('an agent without a credential and a configuration ends with exit code 2 and says what is missing', async () => {
  const { output, ended } = startWithoutCredential(mkdtempSync(join(tmpdir(), 'weft-agent-')))
  expect(await ended).toBe(2)
  expect(output()).toContain('--activation-code or --password is missing')
})

it('an agent without a credential runs the configuration of which it has the copy alone', async () => {
  const state = mkdtempSync(join(tmpdir(), 'weft-agent-'))
  const document: MemberDocument = { version: DOCUMENT_VERSION, router_name: 'r-1', networks: [] }
  const config = { applied: { revision: 7, hash: hashOf(document), document }, pending: null }
  writeFileSync(join(state, 'config.json.copy'), JSON.stringify(config))
  const { output } = startWithoutCredential(state)
  await eventually(() => expect(output()).toMatch(/no credential yet: neither|is missing/))
  expect(output()).toContain('no credential yet: neither an activation code nor a password was given')
})

it('an agent says what a start would do, without one, and that it cannot while a change is not confirmed', () => {
  const state = mkdtempSync(join(tmpdir(), 'weft-agent-'))
  onTestFinished(() => rmSync(state, { recursive: true }))
  const plan = () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, 'agent', '--plan', '--state', state], { encoding: 'utf8' })
    return [status, stdout + stderr] as const
  }
  expect(plan()).toEqual([1, expect.stringContaining('config.json holds no configuration that can be used')])
  const document: MemberDocument = { version: DOCUMENT_VERSION, router_name: 'r-1', networks: [] }
  const applied = { revision: 7, hash: hashOf(document), document }
  writeFileSync(join(state, 'config.json'), JSON.stringify({ applied, pending: null }))
  expect(plan()).toEqual([0, 'no tunnel restarts\n'])
  const pending = { entry: applied, phase: 'unconfirmed', boot_id: '', deadline: 0 }
  writeFileSync(join(state, 'config.json'), JSON.stringify({ applied, pending }))
  expect(plan()).toEqual([0, 'a change is not confirmed yet, which takes a minute at most: ask again then\n'])
  expect(readdirSync(state)).toEqual(['config.json'])
})
