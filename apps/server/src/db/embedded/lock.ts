import { spawnSync } from 'node:child_process'
import { constants } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedError } from './embedded-error.ts'

export interface Lock {
  release(): Promise<void>
}

/** macOS takes the same kernel lock while opening (O_EXLOCK); Node does not name the flag. */
const lockOnOpen = process.platform === 'darwin' ? 0x20 | constants.O_NONBLOCK : 0

/** Milliseconds to wait for the lock: the system may not have cleared away a launcher that was killed. */
const patienceMs = 1_000

/**
 * Makes this process the only launcher of `dir`, by the kernel's lock on an open file. It vanishes with its holder, however that ends,
 * so a left-over file never blocks and two processes can never both have it. The pid in the file is only for the refusal's text.
 * @throws EmbeddedError after about a second when another process, or this one, holds it
 */
export async function takeLock(dir: string): Promise<Lock> {
  const file = path.join(dir, 'lock')
  for (const deadline = Date.now() + patienceMs; ; await sleep(50)) {
    const handle = await openLocked(file)
    if (handle) {
      await handle.write(String(process.pid).padEnd(20), 0).catch(async (error: unknown) => {
        await handle.close()
        throw error
      })
      return { release: () => handle.close() }
    }
    if (Date.now() > deadline) throw await heldError(file, dir)
  }
}

/** Returns the lock file, opened and locked; undefined if the lock is held. */
async function openLocked(file: string): Promise<fs.FileHandle | undefined> {
  try {
    const handle = await fs.open(file, constants.O_RDWR | constants.O_CREAT | lockOnOpen, 0o600)
    let locked = process.platform === 'darwin'
    try {
      locked ||= flock(handle)
    } finally {
      if (!locked) await handle.close()
    }
    return locked ? handle : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw error
  }
}

/** Locks the open file itself, which the program flock shares with us: the lock stays ours after flock has ended. Returns its success. */
function flock(handle: fs.FileHandle): boolean {
  const { status, error } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', handle.fd] })
  if (error) throw new EmbeddedError(`The embedded database needs the programs of util-linux (flock, setpriv, unshare): ${error.message}.`)
  return status === 0
}

async function heldError(file: string, dir: string): Promise<EmbeddedError> {
  const pid = (await fs.readFile(file, 'utf8')).trim()
  return new EmbeddedError(`The embedded database in ${dir} is already in use by process ${pid || '(unknown)'}: stop that one first.`)
}
