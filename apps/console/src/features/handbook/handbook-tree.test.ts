import { expect, it } from 'vitest'
import { marked, pathTo } from './handbook-tree.ts'

const leaf = (id: string) => ({ id, title: `文档 ${id}`, children: [] })
const tree = [{ ...leaf('1'), children: [leaf('2'), { ...leaf('3'), children: [leaf('4')] }] }, leaf('5')]

it('pathTo finds a document with those above it, at any depth', () => {
  expect(pathTo('4', tree).map(({ id }) => id)).toEqual(['1', '3', '4'])
  expect(pathTo('5', tree).map(({ id }) => id)).toEqual(['5'])
  expect(pathTo('6', tree)).toEqual([])
})

it('marked marks each wanted word everywhere, in either case, and keeps the whole text', () => {
  const text = 'DNS 最多 2 个 dns，(默认)'
  const hits = (wanted: string) =>
    marked(text, wanted)
      .filter(({ hit }) => hit)
      .map((piece) => piece.text)
  expect(hits('dns 个')).toEqual(['DNS', '个', 'dns'])
  expect(hits('(默认)')).toEqual(['(默认)'])
  expect(hits('没有')).toEqual([])
  expect(hits(' ')).toEqual([])
  for (const wanted of ['dns 个', '(', '', '.*'])
    expect(
      marked(text, wanted)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
})
