import { expect, it } from 'vitest'
import { groupedBy, kindOf } from './test-order.ts'

it('the files of one project and environment follow one another, pages first, and keep their order', () => {
  // In two parts: Vitest looks for these words anywhere in a file.
  const page = ['// @vitest-', 'environment jsdom'].join('')
  const files = [
    { name: 'call', project: 'api', text: '' },
    { name: 'long page', project: 'unit', text: page },
    { name: 'long rule', project: 'unit', text: 'import' },
    { name: 'page', project: 'unit', text: page },
    { name: 'rule', project: 'unit', text: 'import' },
    { name: 'short page', project: 'unit', text: page },
  ]
  const order = groupedBy(files.toReversed(), ({ project, text }) => kindOf(project, text)).map(({ name }) => name)
  expect(order).toEqual(['call', 'short page', 'page', 'long page', 'rule', 'long rule'])
})
