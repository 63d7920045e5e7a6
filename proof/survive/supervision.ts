import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds within which `bin/supervise` counts crashes together; its clock has whole seconds. */
const MINUTE_MS = 61_000
/** Crashes within a minute after which it still starts the server again. */
const MOST = 4

/** Returns access to the supervised server. @param pid of `bin/supervise` */
export function supervision(pid: number) {
  /** The times of the kills that the supervisor still counts. */
  let killed: number[] = []
  return {
    /**
     * Kills the server with SIGKILL, once the supervisor would start it again: after four kills it waits until none of them counts.
     * @returns whether the server was already killed within the last minute
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

/** Returns the process that the supervisor currently runs. */
function serverOf(supervisor: number): number {
  const children = readFileSync(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8').trim().split(' ')
  if (children.length !== 1 || children[0] === '') throw new Error(`the supervisor runs ${children.length} processes and not one`)
  return Number(children[0])
}
