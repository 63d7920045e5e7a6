import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { contract, type DocumentNode, opsContract } from '@weft/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importDocuments, importFirst } from './import.service.ts'
import { anOperator } from '../../../../test/ops-people.ts'
import { createWorld, type World } from '../../../../test/world.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

let world: World
let home: string
let dir: string
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'weft-import-'))
  dir = join(home, 'handbook')
  await world.db.systemNow.sql.deleteFrom('document').execute()
  await world.db.systemNow.sql.deleteFrom('stored_file').execute()
})
afterEach(() => rm(home, { recursive: true }))

/** Writes files into the folder; a buffer is a picture. */
async function write(files: Record<string, string | Buffer>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), content)
  }
}
const HANDBOOK = {
  '01-start/index.md': '# 开始\n\n从这里开始，见 [网络](../02-network/01-create.md#前缀)。\n',
  '01-start/01-sign-in.md': '# 登录 `控制台`\n\n![登录页](images/sign-in.png)\n\n| 列 | 值 |\n| :- | -: |\n| a | 1 |\n',
  '01-start/images/sign-in.png': PNG,
  '02-network/01-create.md':
    '说明在前\n\n# 创建组网\n\n回到 [开始](../01-start/index.md)、[组](../01-start/)，或看 <https://example.com>。\n',
  'README.txt': 'not an article',
}
const titles = async () => drawn((await world.call(undefined, contract.documents.menu, {})).data as DocumentNode[])
const drawn = (nodes: DocumentNode[]): string =>
  nodes.map(({ title, children }) => (children.length ? `${title}(${drawn(children)})` : title)).join(' ')
const row = async (source: string) =>
  world.db.systemNow.sql.selectFrom('document').selectAll().where('source', '=', source).executeTakeFirst()
const run = () => importDocuments(world.db, dir)

describe('an import of a folder', () => {
  it('makes groups of folders, in the order of their names, with titles from the text', async () => {
    await write(HANDBOOK)
    expect(await run()).toEqual({ added: 4, changed: 0, removed: 0 })
    expect(await titles()).toBe('开始(登录 控制台) network(创建组网)')
    const article = await row('handbook/02-network/01-create.md')
    const start = await row('handbook/01-start/')
    expect(article!.content).toContain('<p>说明在前</p>')
    expect(article!.content).not.toContain('创建组网')
    expect(article!.content).toContain(`<a href="/handbook?id=${start!.id}">开始</a>、<a href="/handbook?id=${start!.id}">组</a>`)
    expect(article!.content).toContain('<a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">')
    expect(start!.content).toContain(`href="/handbook?id=${article!.id}#${encodeURIComponent('前缀')}"`)
    const search = await world.call(undefined, contract.documents.search, { search: '说明' })
    expect(search.data).toMatchObject([{ title: '创建组网' }])
  })

  it('stores pictures, which are served as long as an article shows them', async () => {
    await write(HANDBOOK)
    await run()
    const { content } = (await row('handbook/01-start/01-sign-in.md'))!
    const src = /<img src="([^"]+)" alt="登录页" \/>/.exec(content)![1]!
    expect(src).toMatch(/^\/download\/files\/[0-9a-f-]{36}\/sign-in\.png$/)
    const answer = await world.apps.console.inject({ url: src })
    expect(answer.rawPayload.equals(PNG)).toBe(true)
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'content-disposition': 'inline; filename="sign-in.png"' })
    expect(content).toContain('<td align="right">1</td>')
    await write({ '01-start/01-sign-in.md': '# 登录\n\n没有图了\n' })
    await run()
    expect((await world.apps.console.inject({ url: src })).statusCode).toBe(404)
  })

  it('changes nothing when it is repeated, and then only what changed', async () => {
    await write(HANDBOOK)
    await run()
    const before = await row('handbook/01-start/01-sign-in.md')
    await sql`update document set update_time = now() - interval '1 day'`.execute(world.db.systemNow.sql)
    const aged = await row('handbook/01-start/01-sign-in.md')
    expect(await run()).toEqual({ added: 0, changed: 0, removed: 0 })
    expect(await row('handbook/01-start/01-sign-in.md')).toEqual(aged)
    const files = await world.db.systemNow.sql.selectFrom('stored_file').select('file_id').execute()
    expect(files).toHaveLength(1)
    await write({ '01-start/01-sign-in.md': '# 登录\n\n新的说明\n', '01-start/00-first.md': '# 第一\n\n文\n' })
    // The new article comes first, so the other one moves as well.
    expect(await run()).toEqual({ added: 1, changed: 1, removed: 0 })
    const after = await row('handbook/01-start/01-sign-in.md')
    expect(after).toMatchObject({ id: before!.id, title: '登录', position: 1 })
    expect(after!.update_time).toBeGreaterThan(aged!.update_time)
  })

  it('removes what is gone, and keeps what operators wrote and what came from elsewhere', async () => {
    await write(HANDBOOK)
    await run()
    const support = await anOperator(world, 'support')
    const network = (await row('handbook/02-network/'))!
    await world.call(support, opsContract.documents.create, { title: '自写', content: '<p>x</p>', parent_id: String(network.id) })
    const other = join(home, 'other')
    await mkdir(other)
    await writeFile(join(other, 'a.md'), '# 别处\n')
    await importDocuments(world.db, other)
    await rm(join(dir, '02-network'), { recursive: true })
    await write({ '01-start/index.md': '# 开始\n' })
    expect(await run()).toEqual({ added: 0, changed: 1, removed: 2 })
    expect((await titles()).split(' ').toSorted()).toEqual(['别处', '控制台)', '开始(登录', '自写'].toSorted())
  })

  it('keeps the id of a folder that gets a text of its own', async () => {
    await write(HANDBOOK)
    await run()
    const before = await row('handbook/02-network/')
    await write({ '02-network/index.md': '# 组网\n\n概要\n' })
    expect(await run()).toEqual({ added: 0, changed: 1, removed: 0 })
    expect(await row('handbook/02-network/')).toMatchObject({ id: before!.id, title: '组网', content: '<p>概要</p>' })
  })

  it('removes HTML that acts from an article', async () => {
    await write({ 'a.md': '# 甲\n\n<div onclick="x()">文</div><script>steal()</script>\n\n[点](javascript:steal())\n\n`<script>`\n' })
    await run()
    const { content, plain } = (await row('handbook/a.md'))!
    expect(content).not.toMatch(/onclick|steal/)
    expect(content).toContain('<code>&lt;script&gt;</code>')
    expect(plain).toContain('<script>')
  })
})

describe('an import of a folder with a fault', () => {
  const SECRET = 'secret.png'
  beforeEach(async () => {
    await mkdir(dir, { recursive: true })
    await writeFile(join(home, SECRET), PNG)
  })

  it.each([
    ['no title', { 'a.md': '没有标题\n' }, 'a.md: has no title'],
    ['a title that is too long', { 'a.md': `\n\n# ${'长'.repeat(65)}\n` }, 'a.md:3: a title has'],
    ['a picture that is not there', { 'a.md': '# 甲\n\n![x](no.png)\n' }, 'a.md:3: the picture no.png is not there'],
    [
      'a picture outside the folder',
      { 'x/a.md': `# 甲\n\n\n![x](../../${SECRET})\n` },
      `x/a.md:4: ../../${SECRET} leads out of the folder`,
    ],
    ['a coded way out', { 'a.md': `# 甲\n![x](..%2f${SECRET})\n` }, 'a.md:2'],
    ['an absolute path', { 'a.md': '# 甲\n\n![x](/etc/passwd)\n' }, 'a.md:3: the picture /etc/passwd is not a file of the folder'],
    ['a picture of another site', { 'a.md': '# 甲\n\n![x](https://evil.example/x.png)\n' }, 'a.md:3'],
    ['a folder for a picture', { 'a.md': '# 甲\n\n![x](y)\n', 'y/b.md': '# 乙\n' }, 'a.md:3: the picture y is not a file'],
    [
      'a drawing that could act',
      { 'a.md': '# 甲\n\n![x](x.png)\n', 'x.png': '<svg onload="x()"/>' },
      'a.md:3: the picture x.png is not a PNG',
    ],
    [
      'a picture that is too large',
      { 'a.md': '# 甲\n\n![x](x.png)\n', 'x.png': Buffer.concat([PNG, Buffer.alloc(2 ** 21)]) },
      'larger than 2 MB',
    ],
    ['a link to no article', { 'a.md': '# 甲\n\n字\n[x](b.md)\n' }, 'a.md:4: it links to b.md, which is no article'],
    ['a link out of the folder', { 'a.md': '# 甲\n\n[x](../b.md)\n' }, 'a.md:3: ../b.md leads out of the folder'],
    ['pictures as HTML', { 'a.md': '# 甲\n\n字 <img src="x.png">\n' }, 'a.md:3: pictures and links are written as Markdown'],
    ['what is no text', { 'a.md': Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x0a]) }, 'a.md: is not UTF-8 text'],
    ['an empty folder', {}, 'there are no articles in it'],
  ] as [string, Record<string, string | Buffer>, string][])(
    'is refused with the place of the fault and changes nothing: %s',
    async (_what, files, said) => {
      await write(files)
      await expect(run()).rejects.toThrow(said)
      expect(await titles()).toBe('')
    },
  )

  it('is refused if the folder does not exist', async () => {
    await expect(importDocuments(world.db, join(home, 'no'))).rejects.toThrow('there is no such folder')
  })

  it('is refused if a file, a picture or a folder is a symbolic link', async () => {
    await write({ 'a.md': '# 甲\n\n![x](images/x.png)\n' })
    await mkdir(join(dir, 'images'))
    for (const [target, at] of [
      [join(home, SECRET), 'images/x.png'],
      ['/etc/hosts', 'b.md'],
      ['/etc', 'etc'],
    ] as const) {
      await symlink(target, join(dir, at))
      await expect(run()).rejects.toThrow(/link/)
      await rm(join(dir, at))
    }
    await rename(join(dir, 'images'), join(home, 'images'))
    await writeFile(join(home, 'images/x.png'), PNG)
    await symlink(join(home, 'images'), join(dir, 'images'))
    await expect(run()).rejects.toThrow(/link/)
  })
})

describe('the first start', () => {
  it('imports the checkout’s handbook once, even when two instances start at once', async () => {
    const handbook = resolve(import.meta.dirname, '../../../../../../handbook')
    const done = await Promise.all([importFirst(world.db, handbook), importFirst(world.db, handbook)])
    const imported = done.filter((one) => one !== undefined)
    expect(imported).toHaveLength(1)
    expect(imported[0]!.added).toBeGreaterThan(10)
    expect(await importFirst(world.db, handbook)).toBeUndefined()
    expect(await importDocuments(world.db, handbook)).toEqual({ added: 0, changed: 0, removed: 0 })
  })

  it('changes nothing in an installation that has a document already', async () => {
    await write(HANDBOOK)
    await world.db.systemNow.sql.insertInto('document').values({ title: '自写', parent_id: null, source: null }).execute()
    expect(await importFirst(world.db, dir)).toBeUndefined()
    expect(await titles()).toBe('自写')
  })
})
