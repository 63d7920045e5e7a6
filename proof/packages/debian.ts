import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { inTemporaryFolder } from '../../bench/child.ts'
import type { Finding, Proof } from '../proof.ts'
import { buildAgent, buildServer } from './build.ts'

type Say = Parameters<Proof>[0]
const MOST_MS = 600_000

/** Installs, uses, stops, crashes, removes, reinstalls and purges the Debian package of the server under systemd. */
export const serverPackage = (say: Say): Promise<Finding> =>
  lifeOf(say, { what: 'server', deb: buildServer('deb'), script: 'installed.sh' })

/** Installs, upgrades and removes the Debian package of the agent under systemd, with a tunnel that outlives the agent. */
export const agentPackage = (say: Say): Promise<Finding> => lifeOf(say, { what: 'agent', deb: buildAgent(), script: 'installed-agent.sh' })

/**
 * Boots a copy of this machine with a systemd of its own, and runs a script with a Debian package in it. The copy is a layer in memory, so
 * this machine stays as it is. Needs root and systemd-nspawn.
 */
const lifeOf = (say: Say, { what, deb, script }: { what: string; deb: string; script: string }): Promise<Finding> =>
  inTemporaryFolder((dir) => {
    const folder = import.meta.dirname
    const booted = spawnSync('unshare', ['--mount', 'sh', join(folder, 'boot.sh'), dir, deb, join(folder, script)], {
      encoding: 'utf8',
      timeout: MOST_MS,
    })
    const lines = booted.stdout.split('\n').filter((line) => /^(ok|failed|end)\b/.test(line))
    for (const line of lines) say(line)
    const failures = lines.filter((line) => line.startsWith('failed'))
    if (!lines.includes('end')) failures.push(`the machine did not come to its end: ${`${booted.stdout}${booted.stderr}`.slice(-2000)}`)
    return Promise.resolve({ what: `${lines.length - 1} steps in the life of the Debian package of the ${what} under systemd`, failures })
  })
