import { describe, expect, it } from 'vitest'
import { errorFacts, inCall, jsonLog, outsideCalls } from './log.ts'

describe('an error in a log line', () => {
  it('does not repeat the value that PostgreSQL could not read', () => {
    const error = Object.assign(new Error('invalid input syntax for type bigint: "x\n13800000000"'), { code: '22P02' })
    expect(errorFacts(error)).toMatchObject({ error: 'Error', reason: 'invalid input syntax for type bigint' })
    expect(JSON.stringify(errorFacts(error))).not.toContain('138')
  })

  it('names its cause, and does not repeat a value there either', () => {
    const cause = Object.assign(new Error('invalid input syntax for type bigint: "13800000000"'), { code: '22P02' })
    expect(errorFacts(new Error('the import failed', { cause }))).toMatchObject({
      cause: { reason: 'invalid input syntax for type bigint' },
    })
    expect(errorFacts(new Error('alone'))).not.toHaveProperty('cause')
  })

  it('keeps its whole message if it does not come from PostgreSQL', () => {
    expect(errorFacts(new Error('connect ECONNREFUSED: "db"')).reason).toBe('connect ECONNREFUSED: "db"')
  })
})

describe('a line of the log', () => {
  const lines: string[] = []
  const log = jsonLog((line) => void lines.push(line), { instance: 'one', version: '1.2.3' })
  const last = () => JSON.parse(lines.at(-1)!)

  it('names the process, and no call outside a call', () => {
    log.info('began', { port: 8080 })
    expect(last()).toEqual({ time: expect.any(String), level: 'info', message: 'began', instance: 'one', version: '1.2.3', port: 8080 })
  })

  it('has the number of its call, also after something was awaited, but not where work of many calls is done', async () => {
    await inCall('ABC', async () => {
      await Promise.resolve()
      log.warn('in a call')
      expect(last()).toMatchObject({ instance: 'one', request_id: 'ABC' })
      outsideCalls(() => log.warn('outside'))
      expect(last()).not.toHaveProperty('request_id')
    })
    log.warn('after it')
    expect(last()).not.toHaveProperty('request_id')
  })

  it('stays one line whatever its facts hold', () => {
    log.error('a request failed', { reason: 'a\n{"level":"info"}\r\u2028' })
    expect(lines.at(-1)).not.toMatch(/[\n\r]/)
  })
})
