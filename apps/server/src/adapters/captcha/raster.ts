/** A closed line through x, y, x, y, …: the last point joins the first. */
export type Polygon = readonly number[]

/** Flips 0 and 1 of every pixel inside the polygons together, by the non-zero rule that fonts use. */
export function flipInside(bits: Uint8Array, width: number, height: number, polygons: readonly Polygon[]): void {
  const heights = polygons.flatMap((points) => points.filter((_, i) => i % 2 === 1))
  const [top, bottom] = [Math.max(0, Math.floor(Math.min(...heights))), Math.min(height, Math.ceil(Math.max(...heights)))]
  for (let y = top; y < bottom; y++) {
    const crossings = crossingsAt(y + 0.5, polygons)
    let winding = 0
    for (let i = 0; i + 1 < crossings.length; i++) {
      winding += crossings[i]!.turn
      if (winding === 0) continue
      const from = Math.max(0, Math.ceil(crossings[i]!.x - 0.5))
      const to = Math.min(width, Math.ceil(crossings[i + 1]!.x - 0.5))
      for (let x = from; x < to; x++) bits[y * width + x]! ^= 1
    }
  }
}

/** Returns where the polygons cross a horizontal line, from left to right, and whether they go up or down there. */
function crossingsAt(y: number, polygons: readonly Polygon[]): { x: number; turn: 1 | -1 }[] {
  const crossings: { x: number; turn: 1 | -1 }[] = []
  for (const points of polygons) {
    let [x1, y1] = points.slice(-2) as [number, number]
    for (let i = 0; i < points.length; i += 2) {
      const [x2, y2] = [points[i]!, points[i + 1]!]
      if (y1 <= y !== y2 <= y) crossings.push({ x: x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), turn: y2 > y1 ? 1 : -1 })
      x1 = x2
      y1 = y2
    }
  }
  return crossings.toSorted((one, other) => one.x - other.x)
}
