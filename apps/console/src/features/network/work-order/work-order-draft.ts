import type { contract, InputOf, OutputOf, WorkOrder } from '@weft/contract'

/** The options that may be requested, and the members of the network. */
export type OrderOptions = OutputOf<typeof contract.workOrders.config>
export type OrderMember = OrderOptions['member'][number]
type OrderInput = InputOf<typeof contract.workOrders.create>
type Years = OrderInput['ticket']['expired_time']

/** A step of the wizard: 0 chooses POPs, 1 assigns members, 2 confirms. */
export type Step = 0 | 1 | 2

/** A work order while it is filled in. */
export interface Draft {
  step: Step
  regions: readonly string[]
  years: number
  /** In Mbit/s, as it was typed: a number, unless it is something else. */
  bandwidth: number | string | null
  /** The region of each assigned member. */
  places: ReadonlyMap<string, string>
}

export type DraftAction =
  | { type: 'asked'; change: Partial<Pick<Draft, 'regions' | 'years' | 'bandwidth'>> }
  | { type: 'placed'; members: readonly string[]; region: string }
  | { type: 'returned'; members: readonly string[] }
  | { type: 'forth' }
  | { type: 'back' }

/** The bandwidth in Mbit/s that an order begins with, if it is offered: the lowest ones are for trials. */
const USUAL_BANDWIDTH = 50

/** Returns an empty draft with the shortest term and the usual bandwidth. */
export const startDraft = ({ ticket }: OrderOptions): Draft => ({
  step: 0,
  regions: [],
  years: ticket.expired_time[0]?.value ?? 1,
  bandwidth: Math.min(Math.max(...ticket.bandwidth), Math.max(USUAL_BANDWIDTH, Math.min(...ticket.bandwidth))),
  places: new Map(),
})

/** Returns a draft with the choices of a rejected order, without those that are not offered any more. */
export function draftFrom({ attributes }: Pick<WorkOrder, 'attributes'>, options: OrderOptions): Draft {
  const start = startDraft(options)
  const offered = new Set(options.ticket.pop.map(({ value }) => value))
  const present = new Set(options.member.map(({ router_name }) => router_name))
  const regions = attributes.pop.map(({ value }) => value).filter((value) => offered.has(value))
  return {
    ...start,
    regions,
    years: options.ticket.expired_time.some(({ value }) => value === attributes.expired_time) ? attributes.expired_time : start.years,
    bandwidth: attributes.bandwidth,
    places: new Map(
      regions.flatMap((region) =>
        (attributes.pop_conf[region] ?? []).filter((name) => present.has(name)).map((name) => [name, region] as const),
      ),
    ),
  }
}

/** Returns the draft after an action. Going back to the regions unassigns all members, as their regions may be deselected. */
export function draftOf(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'asked':
      return { ...draft, ...action.change }
    case 'placed':
      return { ...draft, places: new Map([...draft.places, ...action.members.map((name) => [name, action.region] as const)]) }
    case 'returned':
      return { ...draft, places: new Map([...draft.places].filter(([name]) => !action.members.includes(name))) }
    case 'forth':
      return draft.step === 2 || draft.regions.length === 0 ? draft : { ...draft, step: draft.step === 0 ? 1 : 2 }
    case 'back':
      return draft.step === 2 ? { ...draft, step: 1 } : { ...draft, step: 0, places: new Map() }
  }
}

/** Returns the chosen regions in the order of the offer, each with its members. */
export function byRegion({ regions, places }: Draft, { ticket, member }: OrderOptions) {
  const held = new Map<string, OrderMember[]>(regions.map((region) => [region, []]))
  for (const one of member) held.get(places.get(one.router_name) ?? '')?.push(one)
  return ticket.pop.filter(({ value }) => held.has(value)).map(({ value, name }) => ({ value, name, members: held.get(value) ?? [] }))
}

/** Returns the input of the call. A term that is not offered cannot be chosen, and a bandwidth out of bounds does not get this far. */
export const orderInput = (draft: Draft, options: OrderOptions): Pick<OrderInput, 'network_ticket_type' | 'ticket' | 'pop_conf'> => {
  const chosen = byRegion(draft, options)
  return {
    network_ticket_type: options.network_ticket_type,
    ticket: { pop: chosen.map(({ value }) => value), expired_time: draft.years as Years, bandwidth: Number(draft.bandwidth) },
    pop_conf: Object.fromEntries(chosen.map(({ value, members }) => [value, members.map((m) => m.router_name)])),
  }
}
