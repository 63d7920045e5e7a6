import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Log } from '../../kernel/log.ts'
import { keepEmbedded } from './keeper.ts'
import { startEmbedded } from './launcher.ts'
import { readPostmaster } from './postmaster.ts'
import { asRoot, cleanUp, query, temporaryDir } from './testing/launched.ts'
import { eventually } from '../../../test/eventually.ts'

afterEach(cleanUp)

/** Returns a log whose lines a test reads: each message with its facts. */
function heard() {
  const lines: { message: string; facts: Record<string, unknown> | undefined }[] = []
  const add = (message: string, facts?: Record<string, unknown>) => void lines.push({ message, facts })
  const log: Log = { info: add, warn: add, error: add }
  return { log, lines, messages: () => lines.map(({ message }) => message) }
}

async function kept(dir: string) {
  const logged = heard()
  const database = await keepEmbedded({ dir }, logged.log)
  onTestFinished(() => database.stop())
  return { ...database, ...logged }
}

/** Kills the postmaster as the system does when memory runs out. @returns its process id */
async function kill(dir: string): Promise<number> {
  const { pid } = (await readPostmaster(dir))!
  process.kill(pid, 'SIGKILL')
  return pid
}
const answers = (url: string) => eventually(() => query(url, 'select 1 as one'))
/** Waits until another postmaster than the one that was killed accepts connections. */
const replaced = (dir: string, pid: number) =>
  eventually(async () => {
    const now = await readPostmaster(dir)
    if (!now?.ready || now.pid === pid) throw new Error('not started again yet')
  })

test('a database whose postmaster is killed comes back on its address with every row, each of three times', async () => {
  const dir = await temporaryDir()
  const { owner_url: url, messages, lines } = await kept(dir)
  await query(url, 'create table note (id int)')
  for (const id of [1, 2, 3]) {
    await query(url, `insert into note values (${id})`)
    await replaced(dir, await kill(dir))
    await answers(url)
  }
  expect(await query(url, 'select count(*)::int from note')).toEqual([{ count: 3 }])
  // A second end within a minute is logged as such, with PostgreSQL's last lines.
  expect(messages().filter((message) => message.startsWith('the database ended'))).toEqual([
    'the database ended by itself; starting it again',
    'the database ended by itself twice within a minute; starting it again',
    'the database ended by itself twice within a minute; starting it again',
  ])
  expect(lines.find(({ message }) => message.includes('twice'))?.facts).toMatchObject({
    words: expect.stringMatching(/^PostgreSQL said last: .*database system is ready to accept connections/),
  })
})

test('a database that cannot be started again is lost, with the reason and the last lines of its log', async () => {
  const dir = await temporaryDir()
  const { lost } = await kept(dir)
  await fs.rm(path.join(dir, 'cluster', 'global', 'pg_control'))
  await kill(dir)
  const reason = await lost
  expect(reason).toContain(`The embedded database could not start in ${dir}: `)
  expect(reason).toContain('PostgreSQL said last: ')
  expect(reason).not.toContain('\n')
})

test('a database that is stopped does not count as lost, even while it is being started again', async () => {
  const dir = await temporaryDir()
  const { stop, lost } = await kept(dir)
  const given = vi.fn<(reason: string) => void>()
  void lost.then(given)
  await kill(dir)
  await stop()
  // The folder is free again for the next start.
  const next = await startEmbedded({ dir })
  await next.stop()
  expect(given).not.toHaveBeenCalled()
})

test.runIf(asRoot)('a database that ends on a full disk is started again once there is room', async () => {
  const mount = path.dirname(await temporaryDir())
  const run = promisify(execFile)
  await run('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'none', mount])
  try {
    const dir = path.join(mount, 'postgres')
    const logged = heard()
    const database = await keepEmbedded({ dir }, logged.log)
    try {
      await query(database.owner_url, 'create table note (id int); insert into note values (1)')
      await run('sh', ['-c', `cat /dev/zero > ${mount}/filler 2> /dev/null || true`])
      // PostgreSQL's journal finds no room for its next part: PostgreSQL ends itself, and cannot recover either.
      await eventually(async () => {
        await query(
          database.owner_url,
          `select pg_logical_emit_message(false, 'weft', repeat('-', 1000000)) from generate_series(1, 40)`,
        ).catch(() => {})
        expect(logged.messages()).toContain('the database cannot be started again; trying until it can')
      })
      expect(logged.lines.at(-1)?.facts).toEqual({ reason: `The disk that holds ${dir} is full: free some space and start again.` })
      await fs.rm(path.join(mount, 'filler'))
      await answers(database.owner_url)
      expect(await query(database.owner_url, 'select id from note')).toEqual([{ id: 1 }])
    } finally {
      await database.stop()
    }
  } finally {
    await run('umount', ['-l', mount])
  }
})
