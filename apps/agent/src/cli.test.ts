import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

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
