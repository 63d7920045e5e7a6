import { resolve } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { endPrograms, SERVE_COMMAND, SERVES, settingsOf, startProgram, THROW_ON_SIGNAL } from './programs.ts'
import { createDatabase } from './world.ts'

afterEach(endPrograms)

it('an uncaught exception is logged with its cause, and the server then stops in an orderly way with exit code 70', async () => {
  const server = startProgram(SERVE_COMMAND, settingsOf(await createDatabase({ time: 'system' }), { NODE_OPTIONS: THROW_ON_SIGNAL }))
  await server.said(SERVES)
  server.child.kill('SIGUSR2')
  expect(await server.ended).toEqual({ code: 70, signal: null })
  expect(server.output()).toMatch(/!! an exception that nobody caught ends this process .*a fault of the test.*what led to it/)
})

const FAULTS = resolve(import.meta.dirname, '../src/faults.ts')
const LOG = resolve(import.meta.dirname, '../src/kernel/log.ts')

/** Starts a program that handles faults as the server does and then runs `body`. */
const withFaultHandling = (body: string) =>
  startProgram(
    [
      SERVE_COMMAND[0]!,
      '--input-type=module',
      '--eval',
      `
    import { endOnFault } from ${JSON.stringify(FAULTS)}
    import { textLog } from ${JSON.stringify(LOG)}
    const log = textLog((line) => process.stderr.write(line + '\\n'))
    ${body}
  `,
    ],
    {},
  )

it('an unhandled rejection ends the process like an exception', async () => {
  const program = withFaultHandling(`
    endOnFault(log, async () => log.info('stopped in order'))
    void Promise.reject(new Error('a rejection of the test'))
  `)
  expect((await program.ended).code).toBe(70)
  expect(program.output()).toMatch(/a rejection of the test[^]*stopped in order/)
})

it('a second fault during the stop ends the process at once', async () => {
  const program = withFaultHandling(`
    endOnFault(log, () => new Promise(() => setTimeout(() => log.info('the stop went on'), 4000)))
    setImmediate(() => { throw new Error('the first fault') })
    setImmediate(() => { throw new Error('the second fault') })
  `)
  expect((await program.ended).code).toBe(70)
  expect(program.output()).toMatch(/the first fault[^]*the second fault/)
  expect(program.output()).not.toContain('the stop went on')
})

it('a stop that fails after a fault is logged, and the exit code stays 70', async () => {
  const program = withFaultHandling(`
    endOnFault(log, () => { throw new Error('the stop failed') })
    setImmediate(() => { throw new Error('the first fault') })
  `)
  expect((await program.ended).code).toBe(70)
  expect(program.output()).toMatch(/the first fault[^]*the stop failed/)
})
