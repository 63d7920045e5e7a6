import { readStored, writeStored } from '../store/stored.ts'

/** Something that was opened from the palette. */
export interface Target {
  to: string
  label: string
  hint?: string
}

const KEPT = 'recent'
const AT_MOST = 5

/** Returns the targets that a login opened last, newest first. */
export function recentOf(owner: string): Target[] {
  try {
    const kept: unknown = JSON.parse(readStored(`${KEPT}.${owner}`) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one): one is Target => typeof one?.to === 'string' && typeof one?.label === 'string') : []
  } catch {
    return []
  }
}

/** Remembers a target as the newest. */
export function remember(owner: string, target: Target): void {
  const others = recentOf(owner).filter(({ to }) => to !== target.to)
  writeStored(`${KEPT}.${owner}`, JSON.stringify([target, ...others].slice(0, AT_MOST)))
}
