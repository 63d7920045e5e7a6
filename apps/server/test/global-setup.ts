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

/** Nothing here outlives the run, so nothing needs to reach the disk, and nothing is written so that a crash of the machine could be undone. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_compression: 'off',
  max_connections: '400',
}

/** Starts one real PostgreSQL for the run, with a migrated template that each world copies in a few milliseconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'weft-test-'))
  const postgres = await startEmbedded({ dir: join(dir, 'postgres'), settings })
  const admin = new Client({ connectionString: postgres.url })
  await admin.connect()
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
