/** The folder for a run's temporary files. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const IN_MEMORY = '/dev/shm'
const NEEDED_BYTES = 4e9

export interface Scratch {
  /** What programs that write temporary files need in their environment. */
  env: { TMPDIR?: string }
  remove(): void
}

/**
 * Returns a new folder in memory, or nothing if the machine has little memory or runs no programs from there: then temporary files go
 * where they always do. A database is a thousand files. Creating them takes a disk's file system twice the processor time.
 */
export function openScratch(parent = IN_MEMORY): Scratch {
  let dir: string | undefined
  const remove = () => {
    if (dir) rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
    dir = undefined
  }
  try {
    removeLeft(parent)
    const { bavail, bsize } = statfsSync(parent)
    if (Math.min(bavail * bsize, process.availableMemory()) < NEEDED_BYTES) return { env: {}, remove }
    dir = mkdtempSync(path.join(parent, `weft-tests-${process.pid}-`))
    // As /tmp: tests start programs as other users.
    chmodSync(dir, 0o1777)
    const program = path.join(dir, 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    if (spawnSync(program).status === 0) return { env: { TMPDIR: dir }, remove }
  } catch {
    // No such folder, or none that may be written to.
  }
  remove()
  return { env: {}, remove }
}

/** Removes the folders of runs that were killed: each may hold gigabytes of the machine's memory. */
function removeLeft(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^weft-tests-(\d+)-/.exec(name)?.[1])
    if (pid > 0 && !isAlive(pid)) rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
