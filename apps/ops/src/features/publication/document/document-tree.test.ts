import type { DocumentNode } from '@weft/contract'
import { expect, it } from 'vitest'
import { findIn, idsOf, matching, placeOfDrop, without } from './document-tree.ts'

const node = (id: string, ...children: DocumentNode[]): DocumentNode => ({ id, title: `文档 ${id}`, children })
const tree = [node('1', node('2'), node('3')), node('4'), node('5')]

it('findIn returns a document with its place in the tree', () => {
  expect(findIn(tree, '3')).toMatchObject({ parent_id: '1', position: 1 })
  expect(findIn(tree, '5')).toMatchObject({ parent_id: null, position: 2 })
  expect(findIn(tree, '9')).toBeUndefined()
})

it('without leaves out a document and all below it', () => {
  expect(idsOf(without(tree, '1'))).toEqual(['4', '5'])
  expect(idsOf(without(tree, '2'))).toEqual(['1', '3', '4', '5'])
})

it('matching keeps the documents above a hit', () => {
  expect(idsOf(matching(tree, '文档 3'))).toEqual(['1', '3'])
  expect(idsOf(matching(tree, '无'))).toEqual([])
})

it('placeOfDrop counts positions without the dragged document', () => {
  expect(placeOfDrop(tree, '4', '5', 'after')).toEqual({ parent_id: null, position: 2 })
  expect(placeOfDrop(tree, '5', '1', 'before')).toEqual({ parent_id: null, position: 0 })
  expect(placeOfDrop(tree, '2', '3', 'after')).toEqual({ parent_id: '1', position: 1 })
  expect(placeOfDrop(tree, '4', '1', 'into')).toEqual({ parent_id: '1', position: 2 })
  // A document cannot be dropped into itself.
  expect(placeOfDrop(tree, '1', '2', 'into')).toBeUndefined()
})
