import { join } from 'node:path'
import { type MemberDocument, type Places, render } from '@weft/member-config'
import { treeOf } from './files.ts'
import { describePlan, planOf, tunnelsIn } from './plan.ts'
import { managed } from './secrets.ts'

/**
 * Returns what a start of this agent would do on a device whose tunnels run with the files that are there, in lines for people; none if it
 * would leave everything as it is. It changes nothing.
 */
export async function plannedSteps(document: MemberDocument | null, places: Places): Promise<string[]> {
  const { root } = places
  const [before, after] = [await managed(root), treeOf(document ? render(document, places) : [])]
  const [running, wanted] = [tunnelsIn(root, before), tunnelsIn(root, after)]
  const routing = before.has(join(root, 'frr.conf'))
  return describePlan(planOf({ root, before, after, running, wanted, urgent: false, due: new Map(), routing }))
}
