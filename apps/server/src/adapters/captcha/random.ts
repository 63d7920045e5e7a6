/** Returns the next random number, from 0 to less than 1. */
export type Random = () => number

/** Returns a generator of numbers from four seeds of 32 bits (sfc32), fast enough for every pixel of a picture. */
export function randomFrom(seeds: Uint32Array): Random {
  let [a, b, c, counter] = seeds as unknown as [number, number, number, number]
  const next: Random = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4_294_967_296
  }
  // Similar seeds give similar first numbers, so these are skipped.
  for (let i = 0; i < 15; i++) next()
  return next
}
