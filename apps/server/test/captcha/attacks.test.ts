import { expect, it } from 'vitest'
import { attempt, nearestNeighbours } from './attacks.ts'

it.each(['the whole picture', 'the edges of the whole picture', 'dark and light parts'])(
  'a nearest neighbour over collected pictures that looks at %s reads no code out of 60',
  (name) => {
    const { codes } = attempt(nearestNeighbours[name]!, 300, 60, 7)
    expect(codes).toBeLessThan(0.05)
  },
)

it('a nearest neighbour reads a picture that it has collected, so its failures are meaningful', () => {
  expect(attempt(nearestNeighbours['the whole picture']!, 60, 60, 7, { again: true }).codes).toBe(1)
})
