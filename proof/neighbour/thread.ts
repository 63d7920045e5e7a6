import { readFileSync } from 'node:fs'

/** Returns the milliseconds of processor time that the main thread of a process has used. */
export const threadMilliseconds = (pid: number): number => {
  const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}
