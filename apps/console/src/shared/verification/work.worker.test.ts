import { createHash } from 'node:crypto'
import { puzzle, solves } from '@weft/contract'
import { expect, it, vi } from 'vitest'
import type { WorkNews } from './work.worker.ts'

it('the worker finds a proof that the server accepts, and reports progress after each part', async () => {
  const heard: WorkNews[] = []
  let hear: (event: { data: object }) => void = () => {}
  vi.stubGlobal('self', {
    addEventListener: (_: string, listener: typeof hear) => (hear = listener),
    postMessage: (news: WorkNews) => heard.push(news),
  })
  await import('./work.worker.ts')
  hear({ data: { uniqid: 'picture-1', work: 3200 } })
  const last = heard.pop()
  expect(heard).toEqual(Array.from({ length: 16 }, (_, i) => ({ done: i + 1 })))
  const proof = last && 'proof' in last ? last.proof : []
  expect(proof).toHaveLength(16)
  const fits = (uniqid: string) =>
    proof.filter((found, part) => solves(createHash('sha256').update(puzzle(uniqid, part).at(found)).digest(), 3200)).length
  expect(fits('picture-1')).toBe(16)
  expect(fits('picture-2')).toBeLessThan(16)
})
