import { expect, it } from 'vitest'
import { withoutFormula } from './formula.ts'

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\u200b=HYPERLINK("https://evil.example")',
  '\ufeff\u200d\u2060+1',
  '\u00ad-1',
  ' =1',
  '\u3000@A1',
  '\u3164=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
  '\u200b＝1',
])('a cell that begins like the formula %j is written as text', (text) => {
  expect(withoutFormula(text)).toBe(`'${text}`)
})

it.each(['', '杭州', 'a=b', '10.0.0.0/8', '李-伟', '(=1)', '\u200b杭州'])('the text %j is left unchanged', (text) => {
  expect(withoutFormula(text)).toBe(text)
})
