import * as fs from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readPostmaster } from './postmaster.ts'
import { startEmbedded } from './launcher.ts'
import { asRoot, cleanUp, launch, query, temporaryDir, type Wrapping } from './testing/launched.ts'
import { eventually } from '../../../test/eventually.ts'

afterEach(cleanUp)

const nobody = { uid: 65534, gid: 65534 }
const asNobody: Wrapping = { wrapper: ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'] }

/** Runs the launcher as a root to which the kernel refuses further user namespaces, as in many containers. */
const withoutNamespaces: Wrapping = {
  wrapper: [
    'unshare',
    '--user',
    'sh',
    '-c',
    'until [ "$(id -u)" = 0 ]; do sleep 0.01; done; exec sh -c "$0" sh "$@"',
    'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"',
  ],
  prepare: async (pid) => {
    const outer = await fs.readlink('/proc/self/ns/user')
    await eventually(async () => expect(await fs.readlink(`/proc/${pid}/ns/user`)).not.toBe(outer))
    await fs.writeFile(`/proc/${pid}/gid_map`, '0 0 65536')
    await fs.writeFile(`/proc/${pid}/uid_map`, '0 0 65536')
  },
}

/**
 * Starts twice, so that the second start uses what the first left, and kills the second launcher, after which PostgreSQL must end
 * by itself. Returns the owner of the server's process.
 */
async function startsTwice(dir: string, wrapping: Wrapping): Promise<number> {
  const first = await launch(dir, wrapping)
  expect(first.answer.refused).toBeUndefined()
  await query(first.answer.url, 'create table note (id int); insert into note values (7)')
  await first.end()
  const second = await launch(dir, wrapping)
  expect(await query(second.answer.url, 'select id from note')).toEqual([{ id: 7 }])
  const { uid } = await fs.stat(`/proc/${(await readPostmaster(dir))!.pid}`)
  process.kill(second.pid, 'SIGKILL')
  await eventually(async () => expect(await readPostmaster(dir)).toBeUndefined())
  return uid
}

if (asRoot) {
  test('root runs PostgreSQL in a user namespace and owns its files', async () => {
    const dir = await temporaryDir()
    expect(await startsTwice(dir, {})).toBe(0)
    expect((await fs.stat(path.join(dir, 'cluster'))).uid).toBe(0)
  })

  test('another user than root runs PostgreSQL as itself', async () => {
    const dir = await temporaryDir()
    await fs.chown(path.dirname(dir), nobody.uid, nobody.gid)
    expect(await startsTwice(dir, asNobody)).toBe(nobody.uid)
  })

  test.each([
    ['that everybody may enter', 0o755],
    ['that only root may enter', 0o700],
  ])('root without user namespaces runs PostgreSQL as another user below a folder %s', async (_, mode) => {
    const dir = await temporaryDir()
    await fs.chmod(path.dirname(dir), mode)
    expect(await startsTwice(dir, withoutNamespaces)).toBe(nobody.uid)
  })

  test('a folder written without user namespaces can be used with them, and the reverse', async () => {
    const dir = await temporaryDir()
    const first = await launch(dir, withoutNamespaces)
    await query(first.answer.url, 'create table note (id int); insert into note values (7)')
    await first.end()
    for (const wrapping of [{}, withoutNamespaces]) {
      const next = await launch(dir, wrapping)
      expect(await query(next.answer.url, 'select id from note')).toEqual([{ id: 7 }])
      await next.end()
    }
  })

  test("another user's folder is refused in one sentence", async () => {
    const dir = await temporaryDir()
    await (await startEmbedded({ dir })).stop()
    expect((await launch(dir, asNobody)).answer).toEqual({
      refused: `The folder ${dir} belongs to another user (0): start as that user.`,
      known: true,
    })
  })
} else {
  test('a user who is not root runs PostgreSQL as itself', async () => {
    expect(await startsTwice(await temporaryDir(), {})).toBe(process.getuid?.())
  })
}
