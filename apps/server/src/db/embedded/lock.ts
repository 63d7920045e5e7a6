import { spawnSync } from 'node:child_process'
import { constants } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedError } from './embedded-error.ts'

export interface Lock {
  release(): Promise<void>
}

/** macOS takes the same kernel lock while opening (O_EXLOCK); Node does not name the flag. */
const openLocked = process.platform === 'darwin' ? 0x20 | constants.O_NONBLOCK : 0

/**
 * Makes this process the only launcher of `dir`. It is the kernel's lock on an open file: it vanishes with its holder, however that ends,
 * so a left-over file never blocks and two takers can never both win. The pid in the file is only for the refusal's text.
 */
export async function takeLock(dir: string): Promise<Lock> {
  const file = path.join(dir, 'lock')
  const handle = await fs
    .open(file, constants.O_RDWR | constants.O_CREAT | openLocked, 0o600)
    .catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EAGAIN') throw await heldError(file, dir)
      throw error
    })
  try {
    if (process.platform !== 'darwin') await flock(handle, file, dir)
    await handle.write(String(process.pid).padEnd(20), 0)
    return { release: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Locks the open file itself, which the program shares with us: the lock stays ours after it has ended. */
async function flock(handle: fs.FileHandle, file: string, dir: string): Promise<void> {
  const { status, error } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', handle.fd] })
  if (error) throw new EmbeddedError(`The embedded database needs the programs of util-linux (flock, setpriv, unshare): ${error.message}.`)
  if (status !== 0) throw await heldError(file, dir)
}

async function heldError(file: string, dir: string): Promise<EmbeddedError> {
  const pid = (await fs.readFile(file, 'utf8')).trim()
  return new EmbeddedError(`The embedded database in ${dir} is already in use by process ${pid || '(unknown)'}: stop that one first.`)
}
