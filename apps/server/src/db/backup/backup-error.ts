import { DatabaseError } from 'pg'

/** Thrown when a backup or a restore is refused, and nothing was changed; the message is one English sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Turns a refusal of the disk or the database into one sentence. Returns a BackupError, and a failure of the program, unchanged. */
export function explain(error: unknown, file: string): unknown {
  if (error instanceof BackupError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof DatabaseError) {
    if (code === LOCK_NOT_AVAILABLE) return new BackupError('The database is in use: stop the server and try again.', { cause: error })
    return new BackupError(`The database refused: ${message}.`, { cause: error })
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BackupError(`The disk that holds ${file} is full.`, { cause: error })
  if (code === 'ENOENT') return new BackupError(`${file} does not exist.`, { cause: error })
  if (code === 'EACCES' || code === 'EISDIR') return new BackupError(`${file} cannot be opened: ${message}.`, { cause: error })
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return new BackupError(`The database cannot be reached: ${message}.`, { cause: error })
  return error
}
