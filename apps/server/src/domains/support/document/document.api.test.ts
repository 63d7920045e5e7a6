import { contract, type DocumentNode, opsContract } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anOperator, type OperatorPerson } from '../../../../test/ops-people.ts'
import { HARM, HOSTILE } from '../../../../test/publications.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
let support: OperatorPerson
beforeAll(async () => {
  world = await createWorld()
  support = await anOperator(world, 'support')
})
afterAll(() => world.close())
beforeEach(async () => void (await world.db.systemNow.sql.deleteFrom('document').execute()))

const { documents } = opsContract
async function write(title: string, parent_id: string | null = null, content = `<p>${title}的正文</p>`): Promise<string> {
  const made = await world.call(support, documents.create, { title, content, parent_id })
  return (made.data as { id: string }).id
}
const move = (id: string, parent_id: string | null, position: number) => world.call(support, documents.move, { id, parent_id, position })
const menu = async () => (await world.call(undefined, contract.documents.menu, {})).data as DocumentNode[]
/** Returns the menu in one line: `一(二 三)`. */
const drawn = (nodes: DocumentNode[]): string =>
  nodes.map(({ title, children }) => (children.length ? `${title}(${drawn(children)})` : title)).join(' ')
const find = async (search: string) =>
  (await world.call(undefined, contract.documents.search, { search })).data as { id: string; title: string; excerpt: string }[]

describe('the help', () => {
  it('is a tree that anyone can read, with the articles before and after each article', async () => {
    const [first, second] = [await write('一'), await write('二', null, '')]
    const [inner, deep] = [await write('一之一', first), await write('二之一', second)]
    expect(drawn(await menu())).toBe('一(一之一) 二(二之一)')
    const around = async (id: string) => {
      const { before_doc, after_doc } = (await world.call(undefined, contract.documents.info, { id })).data as Record<
        string,
        { title: string } | null
      >
      return [before_doc?.title, after_doc?.title]
    }
    expect(await around(first)).toEqual([undefined, '一之一'])
    // The group 二 has no text, so it is skipped.
    expect(await around(inner)).toEqual(['一', '二之一'])
    expect(await around(second)).toEqual(['一之一', '二之一'])
    expect(await around(deep)).toEqual(['一之一', undefined])
    expect(await world.call(undefined, contract.documents.info, { id: '999999999' })).toMatchObject({
      code: 204,
      msg: '文档不存在或已下线',
    })
  })

  it('keeps nothing of a hostile article except its words, and its search finds no tag', async () => {
    const id = await write('敌意', null, HOSTILE)
    const { content } = (await world.call(undefined, contract.documents.info, { id })).data as { content: string }
    expect(content).not.toMatch(HARM)
    expect(await find('onerror')).toEqual([])
    expect(await find('正文')).toHaveLength(1)
  })
})

describe('the search', () => {
  it('puts hits in titles first and shows the words around a hit as plain text', async () => {
    const inText = await write('成员', null, `<p>${'前'.repeat(80)}如何设置 &lt;DNS&gt; 服务器${'后'.repeat(200)}</p>`)
    const inTitle = await write('DNS 服务器', null, `<p>${'很长的说明。'.repeat(100)}</p>`)
    const found = await find('dns')
    expect(found.map(({ id }) => id)).toEqual([inTitle, inText])
    expect(found[1]!.excerpt).toMatch(/^…前+如何设置 <DNS> 服务器后+…$/)
    expect(found[1]!.excerpt.length).toBeLessThanOrEqual(122)
  })

  it('requires every word, takes each literally, and answers at most 20 documents', async () => {
    await write('甲', null, '<p>100% 可用_性</p>')
    for (let i = 0; i < 22; i++) await write(`篇 ${i}`)
    expect(await find('100%')).toHaveLength(1)
    expect(await find('100% 可用_性')).toHaveLength(1)
    expect(await find('100% 正文')).toEqual([])
    expect(await find('1__%')).toEqual([])
    expect(await find('\\')).toEqual([])
    expect(await find('正文')).toHaveLength(20)
    expect(await find('')).toEqual([])
    expect(await find('   ')).toEqual([])
  })
})

it('operators read the tree of documents in one call', async () => {
  const first = await write('一')
  await write('一之一', first)
  const { data } = await world.call(support, documents.tree, {})
  expect(drawn(data as DocumentNode[])).toBe('一(一之一)')
})

describe('moving a document', () => {
  it('numbers the siblings again under both parents', async () => {
    const [a, b] = [await write('甲'), await write('乙')]
    const [c, d] = [await write('丙'), await write('丁')]
    await move(d, null, 0)
    expect(drawn(await menu())).toBe('丁 甲 乙 丙')
    await move(d, null, 2)
    expect(drawn(await menu())).toBe('甲 乙 丁 丙')
    await move(b, a, 10_000)
    await move(c, a, 0)
    expect(drawn(await menu())).toBe('甲(丙 乙) 丁')
    const rows = (await world.call(support, documents.list, {})).data as { title: string; parent_id: string | null; position: number }[]
    expect(rows.map(({ title, parent_id, position }) => [title, parent_id, position])).toEqual([
      ['甲', null, 0],
      ['丙', a, 0],
      ['乙', a, 1],
      ['丁', null, 1],
    ])
  })

  it('never puts a document below itself, even when two moves at once would do so together', async () => {
    const a = await write('甲')
    const b = await write('乙', a)
    expect(await move(a, b, 0)).toMatchObject({ code: 422, msg: '文档不能移动到自己的下级' })
    expect((await move(a, a, 0)).code).toBe(422)
    const [c, d] = [await write('丙'), await write('丁')]
    const codes = await Promise.all([move(c, d, 0), move(d, c, 0)])
    expect(codes.map(({ code }) => code).toSorted((x, y) => x - y)).toEqual([200, 422])
  })

  it('answers 204 for a document or a parent that does not exist', async () => {
    const a = await write('甲')
    expect([(await move('999999999', null, 0)).code, (await move(a, '999999999', 0)).code]).toEqual([204, 204])
    expect((await world.call(support, documents.create, { title: '乙', content: '', parent_id: '999999999' })).code).toBe(204)
  })

  it('keeps a tree when many calls write and move at once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, (_, i) => write(`${i}`)))
    await Promise.all(ids.flatMap((id, i) => [move(id, ids[(i + 3) % 8]!, i), move(id, null, i)]))
    const reached = (nodes: DocumentNode[]): number => nodes.reduce((sum, { children }) => sum + 1 + reached(children), 0)
    expect(reached(await menu())).toBe(8)
  })
})

describe('changing and deleting documents', () => {
  it('changes the title and the text', async () => {
    const id = await write('甲')
    expect((await world.call(support, documents.edit, { id, title: '甲甲', content: '<p>新</p>' })).code).toBe(200)
    expect((await world.call(support, documents.info, { id })).data).toMatchObject({ title: '甲甲', content: '<p>新</p>', parent_id: null })
    expect((await world.call(support, documents.edit, { id: '999999999', title: '甲', content: '' })).code).toBe(204)
  })

  it('refuses to delete a document with children, and closes the gap after a deletion', async () => {
    const [a, b, c] = [await write('甲'), await write('乙'), await write('丙')]
    const child = await write('甲之一', a)
    expect(await world.call(support, documents.delete, { id: a })).toMatchObject({ code: 403, msg: '请先删除或移走下级文档' })
    expect((await world.call(support, documents.delete, { id: child })).code).toBe(200)
    expect((await world.call(support, documents.delete, { id: a })).code).toBe(200)
    expect((await world.call(support, documents.delete, { id: a })).code).toBe(204)
    const rows = (await world.call(support, documents.list, {})).data as { id: string; position: number }[]
    expect(rows.map(({ id, position }) => [id, position])).toEqual([
      [b, 0],
      [c, 1],
    ])
  })
})
