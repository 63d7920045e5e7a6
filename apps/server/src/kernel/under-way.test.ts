import { describe, expect, it } from 'vitest'
import { begin, createUnderWay, memory, readUnderWay, SLOTS, whileUnderWay } from './under-way.ts'

describe('what is under way', () => {
  it('is named until it ends, the newest first, and what began last is named after its end too', () => {
    const first = begin('GET /a')
    const second = begin('POST /b/:id')
    expect(readUnderWay(memory)).toMatchObject({ last_call: 'POST /b/:id', under_way: ['POST /b/:id', 'GET /a'] })
    second()
    second()
    expect(readUnderWay(memory)).toMatchObject({ last_call: 'POST /b/:id', under_way: ['GET /a'] })
    first()
    expect(readUnderWay(memory)).toEqual({ last_call: 'POST /b/:id', under_way: [] })
  })

  it('keeps a call that lasts, however many others begin and end meanwhile', () => {
    const long = begin('a long call')
    for (let i = 0; i < 10 * SLOTS; i++) begin(`call ${i}`)()
    expect(readUnderWay(memory)).toEqual({ last_call: `call ${10 * SLOTS - 1}`, under_way: ['a long call'] })
    long()
  })

  it('names the newest where more are under way than it has room for, and ends none that took the place of another', () => {
    const ends = Array.from({ length: SLOTS + 2 }, (_, i) => begin(`call ${i}`))
    const { under_way } = readUnderWay(memory)
    expect([under_way.length, under_way[0], under_way.at(-1)]).toEqual([SLOTS, `call ${SLOTS + 1}`, 'call 2'])
    ends[0]!()
    expect(readUnderWay(memory).under_way).toHaveLength(SLOTS)
    for (const end of ends) end()
    expect(readUnderWay(memory).under_way).toEqual([])
  })

  it('is named after any number of beginnings', () => {
    const { begin, memory } = createUnderWay(2 ** 31 - 3)
    const long = begin('a long call')
    for (let i = 0; i < 3 * SLOTS; i++) begin(`call ${i}`)()
    const second = begin('the second')
    expect(readUnderWay(memory)).toEqual({ last_call: 'the second', under_way: ['the second', 'a long call'] })
    second()
    long()
    expect(readUnderWay(memory)).toEqual({ last_call: 'the second', under_way: [] })
  })

  it('ends with its work, also if the work fails, and its name is cut to the room that there is', async () => {
    await expect(whileUnderWay('长'.repeat(100), () => Promise.reject(new Error('of the test')))).rejects.toThrow('of the test')
    expect(readUnderWay(memory)).toEqual({ last_call: '长'.repeat(40), under_way: [] })
  })
})
