import { describe, expect, it } from 'vitest'
import { orderOptions } from '../../../../test/pop.ts'
import { byRegion, type Draft, type DraftAction, draftOf, orderInput, startDraft } from './work-order-draft.ts'

const options = orderOptions()
const after = (...actions: DraftAction[]): Draft => actions.reduce(draftOf, startDraft(options))
const chosen: DraftAction = { type: 'asked', change: { regions: ['杭州', '上海'], years: 3, bandwidth: 120 } }
const assigned: DraftAction[] = [
  chosen,
  { type: 'forth' },
  { type: 'placed', members: ['HQ-0001', 'wang@20000001'], region: '上海' },
  { type: 'placed', members: ['SH-0002', 'HQ-0001'], region: '杭州' },
]

describe('a work order that is filled in', () => {
  it('starts with the shortest term, the usual bandwidth if it is offered, and no region', () => {
    expect(startDraft(options)).toMatchObject({ step: 0, regions: [], years: 1, bandwidth: 50 })
    const few = { ...options, ticket: { ...options.ticket, bandwidth: [1, 20] } }
    expect(startDraft(few).bandwidth).toBe(20)
    expect(startDraft({ ...few, ticket: { ...few.ticket, bandwidth: [100, 200] } }).bandwidth).toBe(100)
  })

  it('moves to the next step only once a region is chosen', () => {
    expect(after({ type: 'forth' }).step).toBe(0)
    expect(after(chosen, { type: 'forth' }).step).toBe(1)
    expect(after(chosen, { type: 'forth' }, { type: 'forth' }, { type: 'forth' }).step).toBe(2)
  })

  it('keeps each member in one region, the last one assigned', () => {
    const regions = byRegion(after(...assigned), options)
    expect(regions.map(({ value, members }) => [value, members.map((m) => m.router_name)])).toEqual([
      ['上海', ['wang@20000001']],
      ['杭州', ['HQ-0001', 'SH-0002']],
    ])
  })

  it('unassigns single members', () => {
    const draft = after(...assigned, { type: 'returned', members: ['HQ-0001'] })
    expect([...draft.places.keys()]).toEqual(['wang@20000001', 'SH-0002'])
  })

  it('unassigns all members when going back to the regions, but none when going back from the confirmation', () => {
    const end = after(...assigned, { type: 'forth' })
    const before = draftOf(end, { type: 'back' })
    expect([before.step, before.places.size]).toEqual([1, 3])
    const first = draftOf(before, { type: 'back' })
    expect([first.step, first.places.size, first.regions.length]).toEqual([0, 0, 2])
  })

  it('is sent with every chosen region, including those without members', () => {
    const draft = after(chosen, { type: 'placed', members: ['SH-0002'], region: '杭州' })
    expect(orderInput(draft, options)).toEqual({
      network_ticket_type: 1001,
      ticket: { pop: ['上海', '杭州'], expired_time: 3, bandwidth: 120 },
      pop_conf: { 上海: [], 杭州: ['SH-0002'] },
    })
  })
})
