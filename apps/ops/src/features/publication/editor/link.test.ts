import { expect, it } from 'vitest'
import { isLink } from './link.ts'

it.each(['https://example.com/a?b=1', 'http://example.com', 'mailto:a@example.com', '/handbook?id=3', '#part'])('%s is a link', (address) =>
  expect(isLink(address)).toBe(true),
)
it.each(['', 'example.com', 'javascript:alert(1)', 'java\tscript:x', '//evil.example', 'data:text/html,x', '/\\evil.example', 'https://'])(
  '%j is no link',
  (address) => expect(isLink(address)).toBe(false),
)
