import { expect, it } from 'vitest'
import { fileSize } from './file-size.ts'

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.00 KB'],
  [1_572_864, '1.50 MB'],
  [5 * 1024 ** 3, '5.00 GB'],
  [3 * 1024 ** 5, '3072.00 TB'],
])('%d bytes are shown as %s', (bytes, words) => {
  expect(fileSize(bytes)).toBe(words)
})
