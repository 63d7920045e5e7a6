import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** What `bin/supervise` counts together, in milliseconds; it reads a clock of whole seconds. */
const MINUTE_MS = 61_000
/** Crashes within a minute after which it still starts the server again. */
const MOST = 4

/** @param pid of `bin/supervise` */
export function supervision(pid: number) {
  /** When each server was killed, of those that the supervisor still counts. */
  let killed: number[] = []
  return {
    /**
     * Ends the server with SIGKILL, as soon as the supervisor will start it again: after four it waits until none of them counts.
     * @returns whether it was killed within the last minute already
     */
    async kill(): Promise<boolean> {
      const last = killed.at(-1)
      if (killed.length >= MOST && last !== undefined) await sleep(Math.max(0, last + MINUTE_MS - performance.now()))
      killed = killed.filter((time) => performance.now() - time < MINUTE_MS)
      process.kill(serverOf(pid), 'SIGKILL')
      killed.push(performance.now())
      return killed.length > 1
    },
  }
}

/** The process that the supervisor runs now. */
function serverOf(supervisor: number): number {
  const children = readFileSync(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8').trim().split(' ')
  if (children.length !== 1 || children[0] === '') throw new Error(`the supervisor runs ${children.length} processes and not one`)
  return Number(children[0])
}
