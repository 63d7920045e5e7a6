import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROUTER_NAME } from '@weft/contract'
import { expect, onTestFinished, test } from 'vitest'
import { readTree, writeTree } from './files.ts'

test('the files of two members are written whole, even if one is named like the temporary file of the other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [member, other] = ['li@suffix', '.new.li@suffix']
  expect(other).toMatch(ROUTER_NAME)
  const say = (text: string) => new Map([other, member].map((name) => [join(folder, name), `${name} ${text}`]))
  await writeTree(new Map(), say('first'))
  await writeTree(await readTree(folder), say('second'))
  expect((await readdir(folder)).toSorted()).toEqual([other, member].toSorted())
  for (const name of [member, other]) expect(await readFile(join(folder, name), 'utf8')).toBe(`${name} second`)
})
