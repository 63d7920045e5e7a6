import type { AgentEvent } from '@weft/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, type LinkState, newEvents, type TunnelEvent, tunnelEvent } from './events.rules.ts'

const KEY = { account_id: 1, network_number: '1000000000', center_router_name: 'HUB', router_name: 'SN1' }
const down: LinkState = { ...KEY, vpn_online: 0, vpn_online_since: null, vpn_offline_since: null }
const up = (since: number): LinkState => ({ ...KEY, vpn_online: 1, vpn_online_since: since, vpn_offline_since: null })
const event = (isUp: boolean, since: number): TunnelEvent => ({ ...KEY, up: isUp, since, vpn_ip: '10.0.0.2', orig: null, input: 7, out: 8 })
const numbered = (...seqs: number[]): AgentEvent[] =>
  seqs.map((seq) => ({ seq, type: 'link_up', network_number: '1000000000', who: 'HUB', vpn_ip: null, address: null, since: 100 }))
const seqsOf = (events: readonly AgentEvent[]) => events.map((one) => one.seq)

describe('newEvents', () => {
  it('returns those after the last one kept', () => {
    expect(seqsOf(newEvents(2, 1, numbered(1, 2, 3, 4)))).toEqual([3, 4])
    expect(newEvents(4, 1, numbered(1, 2, 3, 4))).toEqual([])
  })
  it('returns none while the device still holds older ones, which come first', () => {
    expect(newEvents(2, 3, numbered(5, 6))).toEqual([])
    expect(seqsOf(newEvents(2, 5, numbered(5, 6)))).toEqual([5, 6])
  })
  it('returns each event once, even if batches are repeated, split and reordered', () => {
    const batches = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 10 })), { maxLength: 60 })
    fc.assert(
      fc.property(batches, (list) => {
        let kept = 0
        const taken: number[] = []
        for (const [first, more] of list) {
          const fresh = newEvents(kept, 1, numbered(...Array.from({ length: more + 1 }, (_, i) => first + i)))
          taken.push(...seqsOf(fresh))
          kept = fresh.at(-1)?.seq ?? kept
        }
        expect(taken).toEqual(Array.from({ length: kept }, (_, i) => i + 1))
      }),
    )
  })
})

describe('a tunnel', () => {
  it('comes up with one session although both ends report it', () => {
    const { changed, opened, closed } = fold([down], [event(true, 100), event(true, 101)])
    expect(changed).toEqual([up(100)])
    expect(opened).toMatchObject([{ start_time: 100, end_time: null }])
    expect(closed).toEqual([])
  })
  it('goes down once, with the end of its session and the bytes', () => {
    const { changed, closed } = fold([up(100)], [event(false, 200), event(false, 201)])
    expect(changed).toEqual([{ ...down, vpn_offline_since: 200 }])
    expect(closed).toMatchObject([{ end_time: 200, input: 7, out: 8 }])
  })
  it('leaves one complete session when it came and went within one batch', () => {
    const { changed, opened, closed } = fold([down], [event(true, 100), event(false, 200)])
    expect(changed).toEqual([{ ...down, vpn_offline_since: 200 }])
    expect(opened).toMatchObject([{ start_time: 100, end_time: 200, input: 7, out: 8 }])
    expect(closed).toEqual([])
  })
  it('is not taken down by a report from before it came up', () => {
    expect(fold([up(100)], [event(false, 90)])).toEqual({ changed: [], opened: [], closed: [] })
  })
  it('gets another session when it comes up much later than it was already up', () => {
    const { changed, opened, closed } = fold([up(100)], [event(true, 500)])
    expect(changed).toEqual([up(500)])
    expect(closed).toMatchObject([{ end_time: 500, input: 0, out: 0 }])
    expect(opened).toMatchObject([{ start_time: 500, end_time: null }])
  })
  it('only ends its session when its link was removed', () => {
    expect(fold([], [event(true, 100)])).toEqual({ changed: [], opened: [], closed: [] })
    expect(fold([], [event(false, 100)]).closed).toMatchObject([{ end_time: 100 }])
  })
  it('has at most one open session, which is open exactly while it is up', () => {
    const story = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 100_000 })), { maxLength: 40 })
    fc.assert(
      fc.property(story, (list) => {
        const { changed, opened } = fold(
          [down],
          list.map(([isUp, since]) => event(isUp, since)),
        )
        const open = opened.filter((session) => session.end_time === null)
        expect(open).toHaveLength((changed[0] ?? down).vpn_online)
        for (const { start_time, end_time } of opened) expect(end_time ?? start_time).toBeGreaterThanOrEqual(start_time)
      }),
    )
  })
})

describe('tunnelEvent', () => {
  const device = { account_id: 1, router_name: 'ME', remote_ip: '::ffff:203.0.113.9' }
  const of = (type: AgentEvent['type'], since: number, sent: number, address: string | null = null) =>
    tunnelEvent(device, { ...numbered(1)[0]!, type, who: 'OTHER', since, address }, sent, 1_000_000)
  it('names the same tunnel whichever end reports', () => {
    expect(of('link_up', 0, 0)).toMatchObject({ router_name: 'ME', center_router_name: 'OTHER', up: true })
    expect(of('client_down', 0, 0)).toMatchObject({ router_name: 'OTHER', center_router_name: 'ME', up: false })
  })
  it('takes the address of the connection where a branch does not know its own', () => {
    expect(of('link_up', 0, 0).orig).toBe('203.0.113.9')
    expect(of('link_up', 0, 0, '203.0.113.7').orig).toBe('203.0.113.7')
    expect(of('client_up', 0, 0).orig).toBeNull()
  })
  it("corrects a device's wrong clock by the time at which the report was sent", () => {
    expect(of('link_up', 940, 1000).since).toBe(999_940)
  })
  it('returns a time neither in the future nor older than a week', () => {
    expect(of('link_up', 2000, 1000).since).toBe(1_000_000)
    expect(of('link_up', 0, 900_000).since).toBe(1_000_000 - 7 * 86_400)
  })
})
