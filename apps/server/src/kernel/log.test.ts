import { describe, expect, it } from 'vitest'
import { errorFacts } from './log.ts'

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
