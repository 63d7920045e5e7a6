import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { jsonLog } from '../kernel/log.ts'
import { createListener } from './listener.ts'

it('a line that is logged while a call is served has the number of the call, also after its body was read', async () => {
  const lines: string[] = []
  const log = jsonLog((line) => void lines.push(line))
  const app = await createListener({ log, trustProxy: undefined, secure: false, access_log: false })
  onTestFinished(() => app.close())
  app.post<{ Body: { name: string } }>('/api/v1/name', async ({ body }) => {
    await turn()
    log.warn('named', { name: body.name })
    return {}
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const call = (name: string) =>
    fetch(`${address}/api/v1/name`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name }) })
  const numbers = await Promise.all(['a', 'b', 'c'].map(async (name) => [name, (await call(name)).headers.get('x-request-id')] as const))
  const logged = lines.map((line) => JSON.parse(line)).map(({ name, request_id }) => [name, request_id] as const)
  expect(new Map(logged)).toEqual(new Map(numbers))
  expect(new Set(numbers.map(([, number]) => number)).size).toBe(3)
})
