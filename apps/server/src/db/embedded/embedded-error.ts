/** Thrown when the embedded database cannot be used: the message is one English sentence for the operator, no stack needed. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
}

const diskFull = /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/

/** Returns whether `error` is what `explain` makes of a start that failed because the disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof EmbeddedError && diskFull.test(error.cause instanceof Error ? error.cause.message : String(error.cause))

/** Turns an error of a start in `dir` into one sentence. Returns an EmbeddedError unchanged. */
export function explain(error: unknown, dir: string): EmbeddedError {
  if (error instanceof EmbeddedError) return error
  const text = error instanceof Error ? error.message : String(error)
  if (diskFull.test(text))
    return new EmbeddedError(`The disk that holds ${dir} is full: free some space and start again.`, { cause: error })
  return new EmbeddedError(`The embedded database could not start in ${dir}: ${lastComplaint(text)}`, { cause: error })
}

/** Returns the last complaint of PostgreSQL, which writes many lines before it gives up; the last one is the one that matters. */
function lastComplaint(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  const complaint = lines.findLast((line) => /^(.*\b)?(PANIC|FATAL|error):/i.test(line))
  return complaint ?? lines.findLast((line) => line !== '') ?? 'no reason was given.'
}
