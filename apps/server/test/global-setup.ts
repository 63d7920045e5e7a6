import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/db/embedded/launcher.ts'
import { migrate } from '../src/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which test databases are made; its template is migrated. */
    postgres: string
  }
}

export const TEMPLATE = 'weft_template'

/** Starts one real PostgreSQL for the run, with a migrated template that each world copies in a few milliseconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'weft-test-'))
  const postgres = await startEmbedded({ dir: join(dir, 'postgres') })
  const admin = new Client({ connectionString: postgres.url })
  await admin.connect()
  // Nothing here outlives the run, so nothing needs to reach the disk.
  await admin.query(`alter system set fsync = off`)
  await admin.query(`alter system set max_connections = 400`)
  await admin.query(`select pg_reload_conf()`)
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  await migrate(databaseUrl(postgres.url, TEMPLATE))
  project.provide('postgres', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}
