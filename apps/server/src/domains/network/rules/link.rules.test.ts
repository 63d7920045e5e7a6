import { describe, expect, it } from 'vitest'
import { centerNotes } from './link.rules.ts'

const link = (center: string, change: Partial<Parameters<typeof centerNotes>[0][number]> = {}) => ({
  router_name: 'branch',
  center_router_name: center,
  center_router_name_note: `note of ${center}`,
  kind: 'center' as const,
  enable: 1 as const,
  state: 'down' as const,
  ...change,
})
const noteOf = (links: Parameters<typeof centerNotes>[0], main_router: string | null = null) =>
  centerNotes(links, { main_router }).get('branch')

describe('the center of a branch', () => {
  it('is the one that carries its traffic, also in place of the main one', () => {
    expect(noteOf([link('a', { state: 'standby' }), link('b', { state: 'up' })])).toBe('note of b')
    expect(noteOf([link('a'), link('b', { state: 'takeover' })], 'a')).toBe('note of b')
  })

  it('is the main one while no tunnel is up, and else the first', () => {
    expect(noteOf([link('a'), link('b')], 'b')).toBe('note of b')
    expect(noteOf([link('a'), link('b')])).toBe('note of a')
  })

  it('is none over a link that is off, to a POP, or between centers', () => {
    expect(noteOf([link('a', { enable: 0 }), link('pop', { kind: 'pop', state: 'up' }), link('b', { kind: 'twin', state: 'up' })])).toBe(
      undefined,
    )
  })
})
