import { formatPrefix } from '@weft/net'
import { expect, it } from 'vitest'
import { namedRange } from './address.rules.ts'

const rangeOf = (text: string) => {
  const range = namedRange(text)
  return range && formatPrefix(range)
}

it.each([
  ['192.168.205', '192.168.205.0/24'],
  ['192.168.205.', '192.168.205.0/24'],
  ['10.128', '10.128.0.0/16'],
  ['10.128.0.22', '10.128.0.22/32'],
  ['192.168.4.0/22', '192.168.4.0/22'],
  ['192.168.5.7/22', '192.168.4.0/22'],
])('%s names the range %s', (text, range) => {
  expect(rangeOf(text)).toBe(range)
})

it.each(['', '192', '192.', '300.1', '1.2.3.4.5', '192.168.1.0/33', '192.168.1.0/0x', '1.2.3.4/24/24', '上海', '02.03', '1..2', '-1.2'])(
  '%j names no range',
  (text) => {
    expect(rangeOf(text)).toBeUndefined()
  },
)
