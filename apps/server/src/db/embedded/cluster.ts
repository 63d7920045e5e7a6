import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { executable, own } from './binaries.ts'
import { EmbeddedError } from './embedded-error.ts'
import { type Identity, run } from './identity.ts'

const superuser = 'weft'

export const clusterOf = (dir: string) => path.join(dir, 'cluster')
const passwordFileOf = (dir: string) => path.join(dir, 'password')

/** Returns the owner's address of the database that the embedded server of `dir` offers on `port`. */
export async function urlOf(dir: string, port: number): Promise<string> {
  return addressFor(superuser, (await fs.readFile(passwordFileOf(dir), 'utf8')).trim(), port)
}

/** Returns the address of the embedded database on `port` for a user. */
export const addressFor = (user: string, password: string, port: number): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/postgres`

/**
 * Makes sure that `dir` has a whole database cluster, owned by the identity. A new one is made in a side folder and renamed,
 * so that an interrupted first start leaves nothing that a later one would mistake for a database.
 */
export async function ensureCluster(dir: string, identity: Identity): Promise<void> {
  for (const entry of await fs.readdir(dir)) {
    if (entry.startsWith('initdb-')) await fs.rm(path.join(dir, entry), { recursive: true, force: true, maxRetries: 5 })
  }
  const cluster = clusterOf(dir)
  const stat = await fs.stat(cluster).catch(() => undefined)
  if (!stat) return await initdb(dir, identity)
  await fs.access(passwordFileOf(dir)).catch(() => {
    throw new EmbeddedError(`The password file ${passwordFileOf(dir)} of the embedded database is missing: put it back from a copy.`)
  })
  // For root the identity may differ from that of the last start: with or without user namespaces.
  if (stat.uid !== identity.owner.uid) await own(dir, identity.owner)
}

async function initdb(dir: string, identity: Identity): Promise<void> {
  const password = passwordFileOf(dir)
  await fs.rm(password, { force: true })
  await fs.writeFile(password, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  if (process.getuid?.() === 0) await own(dir, identity.owner)
  // A random name: a process left from an interrupted attempt can only write into a folder that is not used.
  const side = path.join(dir, `initdb-${randomBytes(6).toString('hex')}`)
  const { code, output } = await run(identity, executable(identity.binaries, 'initdb'), [
    '-D',
    side,
    '-U',
    superuser,
    '--pwfile',
    password,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Trigram search finds Chinese only where the locale knows its characters.
    '--locale=C.UTF-8',
  ])
  if (code !== 0) {
    await fs.rm(side, { recursive: true, force: true })
    throw new Error(output)
  }
  await fs.rename(side, clusterOf(dir))
  await using parent = await fs.open(dir)
  await parent.sync()
}
