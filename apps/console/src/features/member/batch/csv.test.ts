import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

it('begins with the mark of UTF-8 and ends each row as spreadsheet programs do', () => {
  expect(csvOf(['行号', '原因'], [['3', '手机号重复']])).toBe('\uFEFF行号,原因\r\n3,手机号重复\r\n')
})

it.each(['=1+1', '+86', '-2', '@SUM(A1)', '\tx', '\rx'])('%j is a text, never a formula', (cell) => {
  expect(csvOf(['a'], [[cell]])).toMatch(/\r\n"?'/)
})

it('keeps what separates cells inside of one', () => {
  expect(csvOf(['a', 'b'], [['x,y', 'say "hi"\nnow']])).toBe('\uFEFFa,b\r\n"x,y","say ""hi""\nnow"\r\n')
})
