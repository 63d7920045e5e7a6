import type { Corner } from './topology-model.ts'

const RADIUS = 5

/** Returns an SVG path through right-angled corners, which are rounded. */
export function pathOf(points: readonly Corner[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  const parts = [`M${first[0]},${first[1]}`]
  rest.forEach(([x, y], at) => {
    const [fromX, fromY] = points[at]!
    const next = points[at + 2]
    if (!next) {
      parts.push(`L${x},${y}`)
      return
    }
    const round = Math.min(RADIUS, (Math.abs(x - fromX) + Math.abs(y - fromY)) / 2, (Math.abs(next[0] - x) + Math.abs(next[1] - y)) / 2)
    const before = `${x - Math.sign(x - fromX) * round},${y - Math.sign(y - fromY) * round}`
    const after = `${x + Math.sign(next[0] - x) * round},${y + Math.sign(next[1] - y) * round}`
    parts.push(`L${before}Q${x},${y} ${after}`)
  })
  return parts.join('')
}
