/** Milliseconds between two looks at the main thread, and between two of its beats. */
export const LOOK_MS = 250
/** Looks in a row without a beat after which the main thread counts as blocked: ten seconds. */
export const MOST_LOOKS = 40

/** Where the memory that both threads share has the beats of the main thread so far, and 1 while a debugger may hold it. */
export const PULSE = { beats: 0, debugged: 1 } as const
export const PULSE_BYTES = 2 * Int32Array.BYTES_PER_ELEMENT

/**
 * Returns a function that is told the beats of the main thread at each look, and returns true once that thread is blocked.
 *
 * The looks are counted and no clock is read. While the whole process is stopped, by SIGSTOP or with the machine, nobody looks, so it is not
 * taken for a blocked one when it goes on.
 */
export function createJudge(most = MOST_LOOKS): (beats: number, debugged: boolean) => boolean {
  let seen: number | undefined
  let looks = 0
  return (beats, debugged) => {
    // A debugger lets the main thread stand at a breakpoint, and this one go on.
    looks = beats === seen && !debugged ? looks + 1 : 0
    seen = beats
    return looks >= most
  }
}
