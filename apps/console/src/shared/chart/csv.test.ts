import { expect, it } from 'vitest'
import { csv } from './csv.ts'

const written = async (rows: (string | number)[][]) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await csv(rows).arrayBuffer())

it('begins with the mark of UTF-8 and ends each row as spreadsheet programs do', async () => {
  expect(
    await written([
      ['行号', '原因'],
      [3, '手机号重复'],
    ]),
  ).toBe('\uFEFF行号,原因\r\n3,手机号重复\r\n')
})

it.each(['=1+1', '+86', '-a', '-1+1', '@SUM(A1)', '\tx', '\rx'])('%j is a text, never a formula', async (cell) => {
  expect(await written([['a'], [cell]])).toMatch(/\r\n"?'/)
})

it('keeps what separates cells inside of one', async () => {
  expect(
    await written([
      ['a', 'b'],
      ['x,y', 'say "hi"\nnow'],
    ]),
  ).toBe('\uFEFFa,b\r\n"x,y","say ""hi""\nnow"\r\n')
})

it('leaves a number a number', async () => {
  expect(await written([['a'], [-2]])).toBe('\uFEFFa\r\n-2\r\n')
})
