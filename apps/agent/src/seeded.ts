/** Returns a number from 0 to 1 that depends only on the text (FNV-1a with a final mix): the same device behaves the same in every run. */
export function seeded(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

export const pick = <T>(list: readonly [T, ...T[]], text: string): T => list[Math.floor(seeded(text) * list.length)] ?? list[0]

/** Returns a function that gives a sequence of such numbers. */
export function sequence(text: string): () => number {
  let count = 0
  return () => seeded(`${text} ${count++}`)
}
