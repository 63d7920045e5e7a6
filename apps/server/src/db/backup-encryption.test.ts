import * as fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHere, serverSettings } from '../../test/run-weft.ts'
import { createDatabase } from '../../test/world.ts'
import { execute, known, migrate, portrait, type Scratch, startScratch } from './backup/testing/scratch.ts'
import { backup, BackupError, createKeys, identitiesOf, restore } from './backup.ts'
import { keepRestoredSecret } from '../kernel/installation.ts'

const SECRET = 'the secret of an installation with thirty-two characters'

let scratch: Scratch
let from: string
let own: Awaited<ReturnType<typeof createKeys>>
let other: Awaited<ReturnType<typeof createKeys>>
beforeAll(async () => {
  scratch = await startScratch()
  from = await scratch.database('filled')
  own = await createKeys()
  other = await createKeys()
  await backup(from, file('sealed'), { recipients: [own.recipient, other.recipient], secret: SECRET })
})
afterAll(() => scratch.end())

const file = (name: string) => path.join(scratch.folder, name)

test('each of the keys opens an encrypted backup, which restores every row and holds the secret', async () => {
  for (const { identity } of [own, other]) {
    const into = await scratch.database('empty')
    expect(await restore(into, file('sealed'), { known, migrate, identities: [identity] })).toMatchObject({ secret: SECRET })
    expect(await portrait(into)).toEqual(await portrait(from))
  }
})

test('nothing of the rows and of the secret is readable in an encrypted backup', async () => {
  const bytes = await fs.readFile(file('sealed'))
  for (const text of [SECRET, '上海经纬', '第1行']) expect(bytes.includes(text)).toBe(false)
  expect(bytes.subarray(0, 14).toString()).toBe('weft-backup 2 ')
  // The compressed rows would begin with the mark of gzip.
  expect(bytes.includes(Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0]))).toBe(false)
})

test('without its key an encrypted backup is refused before anything is changed', async () => {
  const [empty, filled] = [await scratch.database('empty'), await scratch.database('filled')]
  const before = await portrait(filled)
  const stranger = (await createKeys()).identity
  for (const [identities, sentence] of [
    [undefined, `${file('sealed')} is encrypted: name the file with its key, weft restore ${file('sealed')} --key KEYFILE.`],
    [[stranger], `None of the given keys opens ${file('sealed')}: restore it with the key of WEFT_BACKUP_KEY under which it was made.`],
  ] as const)
    for (const url of [empty, filled])
      await expect(restore(url, file('sealed'), { known, migrate, identities, replace: true })).rejects.toThrow(new BackupError(sentence))
  expect(await execute(empty, `select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
  expect(await portrait(filled)).toEqual(before)
})

test('an encrypted backup that was changed is refused, and the database stays as it was', async () => {
  const filled = await scratch.database('filled')
  const before = await portrait(filled)
  const bytes = await fs.readFile(file('sealed'))
  bytes[bytes.length - 100]! ^= 1
  await fs.writeFile(file('changed'), bytes)
  const restoring = restore(filled, file('changed'), { known, migrate, identities: [own.identity], replace: true })
  await expect(restoring).rejects.toThrow(`${file('changed')} is damaged: its contents do not match its checksum.`)
  expect(await portrait(filled)).toEqual(before)
})

test('the commands make a key, back up with it, and bring the secret to a new machine', async () => {
  // A copy of the tests' migrated database: migrating it here would take seconds.
  const [url, into] = [await createDatabase(), await scratch.database('empty')]
  const settings = (more: Record<string, string>) => serverSettings({ DATABASE_URL: url, WEFT_DATA_DIR: file('one'), ...more })
  const made = await runHere(['backup-key', file('key')], settings({}))
  const [, WEFT_BACKUP_KEY = ''] = /^WEFT_BACKUP_KEY=(age1\w+)\n/.exec(made.stdout) ?? []
  expect((await fs.stat(file('key'))).mode & 0o777).toBe(0o600)
  const written = await runHere(['backup', file('whole')], settings({ WEFT_BACKUP_KEY, WEFT_SECRET: SECRET }))
  expect(written.stdout).toMatch(/^\S+: \d+ tables, \d+ rows, \d+ bytes\n$/)

  const onNew = (args: string[], more: Record<string, string> = {}) =>
    runHere(['restore', file('whole'), ...args], settings({ DATABASE_URL: into, WEFT_DATA_DIR: file('two'), ...more }))
  expect((await onNew([])).stderr).toMatch(/^weft: \S+ is encrypted: name the file with its key, [^\n]+\n$/)
  const restored = await onNew(['--key', file('key')])
  expect(restored.stdout).toBe(`restored from ${file('whole')}; its secret is in ${file('two')}/secret\n`)
  expect(await fs.readFile(`${file('two')}/secret`, 'utf8')).toBe(SECRET)
})

test('a restored secret never replaces one that is set, and text that is no key is refused', async () => {
  const WEFT_DATA_DIR = file('three')
  expect(keepRestoredSecret({ WEFT_SECRET: SECRET, WEFT_DATA_DIR }, SECRET)).toBeUndefined()
  expect(keepRestoredSecret({ WEFT_SECRET: `another ${SECRET}`, WEFT_DATA_DIR }, SECRET)).toMatch(
    /another secret than this installation has: put the text of/,
  )
  expect(await fs.readFile(`${WEFT_DATA_DIR}/secret.restored`, 'utf8')).toBe(SECRET)
  expect(() => identitiesOf('# nothing\n', 'FILE')).toThrow(
    new BackupError('FILE is no file of backup keys: weft backup-key writes one, and so does age-keygen.'),
  )
})
