import { closeSync, ftruncateSync, openSync, readdirSync, readSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from './running.ts'

/** Bytes that all logs of a folder may have together. */
export const MOST_BYTES = 1_000_000
/** Bytes that they may have while the folder's disk has less space than `RESERVE_BYTES`, which a change of the configuration may need. */
const LEAST_BYTES = 64_000
const RESERVE_BYTES = 1_000_000

/**
 * Bounds the logs (`*.log`) in a folder, of processes that run for months: as long as they have too many bytes together, the longest loses its
 * older half. The processes append to their logs, so they go on at the new end.
 * @param free bytes that the folder's disk has left
 */
export function boundLogs(folder: string, free = freeBytes(folder)): void {
  const most = free < RESERVE_BYTES ? LEAST_BYTES : MOST_BYTES
  const logs = readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => ({ path: join(folder, name), size: statSync(join(folder, name)).size }))
  for (;;) {
    const [longest] = logs.toSorted((a, b) => b.size - a.size)
    if (!longest || logs.reduce((sum, { size }) => sum + size, 0) <= most) return
    longest.size = keepEnd(longest.path, Math.min(Math.floor(longest.size / 2), most / 2))
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Keeps the whole lines among the last bytes of a file. @returns how many bytes it keeps */
function keepEnd(path: string, bytes: number): number {
  const file = openSync(path, 'r+')
  try {
    const end = Buffer.alloc(bytes)
    const read = readSync(file, end, 0, bytes, Math.max(0, statSync(path).size - bytes))
    const kept = end.subarray(0, read).subarray(end.indexOf('\n') + 1)
    ftruncateSync(file)
    // A full disk may accept only a part, and has space again afterwards.
    return writeSync(file, kept, 0, kept.length, 0)
  } finally {
    closeSync(file)
  }
}

/** The folder in which FRR keeps a folder for each of its processes, named by its process id, which stays when the process is killed. */
const TRACES = '/var/tmp/frr'

/** Removes the folders of processes of FRR that no longer run. */
export function removeTraces(folder = TRACES): void {
  try {
    for (const name of readdirSync(folder)) {
      const pid = Number(/^\w+\.(\d+)$/.exec(name)?.[1] ?? Number.NaN)
      if (!Number.isNaN(pid) && !isRunning(pid)) rmSync(join(folder, name), { recursive: true, force: true })
    }
  } catch {
    // It does not exist, or belongs to another user.
  }
}
