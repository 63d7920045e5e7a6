import { type contract, type InputOf, workOrderMay, type WorkOrderMove, type WorkOrderState } from '@weft/contract'
import { Refusal } from '../../../kernel/refusal.ts'

type Order = InputOf<typeof contract.workOrders.create>
/** The members of each chosen region, in the order of the choice. */
export type Assignment = Record<string, string[]>

/**
 * Checks what an order asks for, and returns each chosen region with its members.
 * @throws popRegionUnknown, popRegionNotChosen, memberNotInNetwork, popMemberTwice, workOrderNoMembers
 */
export function checkAssignment(
  { ticket, pop_conf }: Pick<Order, 'ticket' | 'pop_conf'>,
  offered: readonly string[],
  isMember: (router_name: string) => boolean,
): Assignment {
  const regions = [...new Set(ticket.pop)]
  for (const region of regions) if (!offered.includes(region)) throw new Refusal('popRegionUnknown', { region })
  const seen = new Set<string>()
  for (const [region, names] of Object.entries(pop_conf)) {
    if (!regions.includes(region)) throw new Refusal('popRegionNotChosen', { region })
    for (const name of names) {
      if (!isMember(name)) throw new Refusal('memberNotInNetwork')
      if (seen.has(name)) throw new Refusal('popMemberTwice', { name })
      seen.add(name)
    }
  }
  if (seen.size === 0) throw new Refusal('workOrderNoMembers')
  return Object.fromEntries(regions.map((region) => [region, pop_conf[region] ?? []]))
}

/** @throws workOrderState */
export function refuseUnless(move: WorkOrderMove, state: WorkOrderState): void {
  if (!workOrderMay(state, move)) throw new Refusal('workOrderState')
}
