import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { inTemporaryFolder } from '../../bench/child.ts'
import type { Finding, Proof } from '../proof.ts'
import { buildServer } from './build.ts'

const MOST_MS = 600_000

/**
 * Boots a copy of this machine with a systemd of its own, and installs, uses, stops, crashes, removes, reinstalls and purges the Debian
 * package in it. The copy is a layer in memory, so this machine stays as it is. Needs root and systemd-nspawn.
 */
export const debianPackage = (say: Parameters<Proof>[0]): Promise<Finding> =>
  inTemporaryFolder((dir) => {
    const deb = buildServer('deb')
    const folder = import.meta.dirname
    const booted = spawnSync('unshare', ['--mount', 'sh', join(folder, 'boot.sh'), dir, deb, join(folder, 'installed.sh')], {
      encoding: 'utf8',
      timeout: MOST_MS,
    })
    const lines = booted.stdout.split('\n').filter((line) => /^(ok|failed|end)\b/.test(line))
    for (const line of lines) say(line)
    const failures = lines.filter((line) => line.startsWith('failed'))
    if (!lines.includes('end')) failures.push(`the machine did not come to its end: ${`${booted.stdout}${booted.stderr}`.slice(-2000)}`)
    return Promise.resolve({ what: `${lines.length - 1} steps in the life of the Debian package under systemd`, failures })
  })
