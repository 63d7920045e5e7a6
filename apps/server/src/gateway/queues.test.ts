import { expect, it } from 'vitest'
import { silentLog } from '../kernel/log.ts'
import { createQueues } from './queues.ts'

it('two queues of figures write at once, the others wait, and what else is queued waits for none of them', async () => {
  const queues = createQueues({ log: silentLog, refused: () => {} })
  const gate = Promise.withResolvers<void>()
  const log: string[] = []
  const bounds = { delay_ms: 0, most: 10, most_of_one: 10, sourceOf: () => 'SN1' }
  const open = (name: string, more: { figures?: true }) =>
    queues.open<number>({
      ...bounds,
      ...more,
      name,
      write: async () => {
        log.push(name)
        if (more.figures) await gate.promise
      },
    })
  const figures = ['traffic', 'quality', 'tunnels', 'interfaces'].map((name) => open(name, { figures: true }))
  const presence = open('presence', {})
  for (const queue of figures) queue.add(1)
  const flushed = figures.map((queue) => queue.flush())
  presence.add(1)
  await presence.flush()
  expect(log).toEqual(['traffic', 'quality', 'presence'])
  gate.resolve()
  await Promise.all(flushed)
  expect(log).toHaveLength(5)
})
