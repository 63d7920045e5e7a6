import * as fs from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { locateBinaries, unpack } from './binaries.ts'
import type { DatabaseUrls } from '../connection.ts'
import { addressFor, ensureCluster, urlOf } from './cluster.ts'
import { EmbeddedError, explain } from './embedded-error.ts'
import { chooseIdentity } from './identity.ts'
import { takeLock } from './lock.ts'
import { choosePort, portTaken } from './port.ts'
import { type Postmaster, readPostmaster, settleFormer, startPostmaster } from './postmaster.ts'
import { readServerPassword, SERVER_ROLE } from './server-role.ts'

export { EmbeddedError }

export interface EmbeddedOptions {
  /** Folder of the database, made when missing; everything the server needs between two starts is in it. */
  dir: string
  /** 0 or absent: the port of the last start if it is free, else any free one. */
  port?: number
  /** Receives PostgreSQL's log, line by line. */
  log?: (line: string) => void
  /** Settings of PostgreSQL in place of the standard ones or beyond them, for a database whose rows nobody keeps. */
  settings?: Readonly<Record<string, string>>
}

export interface Embedded {
  /** Address of the owner and superuser, with its password. */
  url: string
  started_ms: number
  /** Shuts PostgreSQL down fast; resolves once it has ended and the folder may be started again. */
  stop(): Promise<void>
  /** Resolves with PostgreSQL's exit code when it ends for any reason, null when it was killed. Then it may be started again. */
  exited: Promise<number | null>
}

/**
 * Starts the PostgreSQL of `dir`, listening on 127.0.0.1 only; it ends when this process ends, however it ends.
 * @throws EmbeddedError with one sentence for the operator: another process holds the folder, the port is taken, the disk is full, …
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const began = performance.now()
  const dir = path.resolve(options.dir)
  try {
    await fs.mkdir(path.dirname(dir), { recursive: true })
    await fs.mkdir(dir, { recursive: true, mode: 0o700 })
    const { uid } = await fs.stat(dir)
    if (process.getuid && ![0, uid].includes(process.getuid()))
      throw new EmbeddedError(`The folder ${dir} belongs to another user (${uid}): start as that user.`)
    const lock = await takeLock(dir)
    try {
      const { postmaster, port } = await startLocked(dir, options)
      const exited = postmaster.exited.then(async (code) => {
        await lock.release()
        return code
      })
      const stop = async () => {
        await postmaster.stop()
        await exited
      }
      return { url: await urlOf(dir, port), started_ms: Math.round(performance.now() - began), stop, exited }
    } catch (error) {
      await lock.release()
      throw error
    }
  } catch (error) {
    throw explain(error, dir)
  }
}

async function startLocked(
  dir: string,
  { port: asked = 0, log = () => {}, settings = {} }: EmbeddedOptions,
): Promise<{ postmaster: Postmaster; port: number }> {
  const identity = await chooseIdentity(await unpack(await locateBinaries(), dir), dir)
  await ensureCluster(dir, identity)
  await settleFormer(dir, log)
  for (let attempt = 1; ; attempt++) {
    const port = await choosePort(dir, asked)
    try {
      return { postmaster: await startPostmaster(dir, identity, { port, settings, log }), port }
    } catch (error) {
      // Another program may take a free port between our check and PostgreSQL's.
      if (!(error instanceof Error && /could not bind|could not create any TCP/.test(error.message))) throw error
      if (asked !== 0 || attempt === 3) throw portTaken(port)
    }
  }
}

/** Returns the owner's URL of the embedded server that runs on `dir`, or undefined when none does. Changes nothing. */
export async function embeddedUrl(dir: string): Promise<string | undefined> {
  const folder = path.resolve(dir)
  const server = await readPostmaster(folder)
  if (!server?.ready) return undefined
  const url = await urlOf(folder, server.port).catch(() => undefined)
  if (url === undefined) return undefined
  // The file may be left over and the port another program's: only the server of this folder knows the password's verifier.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return url
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Returns the addresses of the embedded server that runs on `dir` now; undefined when none does. Changes nothing. If the server's
 * password cannot be read, as with a server of an older program, both are the owner's.
 */
export async function embeddedUrls(dir: string): Promise<DatabaseUrls | undefined> {
  const owner_url = await embeddedUrl(dir)
  if (owner_url === undefined) return undefined
  const password = await readServerPassword(dir)
  return { owner_url, url: password === undefined ? owner_url : addressFor(SERVER_ROLE, password, Number(new URL(owner_url).port)) }
}
