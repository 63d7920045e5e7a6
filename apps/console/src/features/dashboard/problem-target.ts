import type { Problem } from '@weft/contract'
import { memberPath } from '../../shared/member/member-paths.ts'
import { networkPath } from '../../shared/network/network-paths.ts'
import type { OverviewText } from './dashboard.text.ts'
import { newTicketPath } from '../../shared/ticket/ticket-path.ts'

/** The type of tickets about services of the platform. */
const PLATFORM = 1

/** The effect of a problem's button: it opens a page, or sends a call about the member. */
export type ProblemTarget =
  | { kind: 'link'; label: 'steps' | 'edit_prefix' | 'renew' | 'open_member' | 'open_network' | 'each' | 'view'; to: `/${string}` }
  | { kind: 'call'; label: 'resend' | 'redial'; network_number: string; router_name: string }

/** Returns the words of a problem's button. */
export const actionWords = (t: OverviewText, label: ProblemTarget['label']): string =>
  label === 'each' ? t.each : label === 'view' ? t.view : t.actions[label]

/** Returns the address of a new ticket about services. */
export const serviceTicket = (title: string): `/${string}` => newTicketPath({ type: PLATFORM, title })

/** Returns the page that shows a problem to somebody who may not change anything. */
function viewOf({ subjects, count, network_number: [network] }: Problem): `/${string}` {
  const [member] = subjects
  if (member && count === 1) return memberPath.detail(member.router_name)
  if (count > 1) return memberPath.attention
  return network === undefined ? '/account/service' : networkPath.detail(network)
}

/**
 * Returns what the button of a problem does.
 * @param mayEdit whether the login may change networks
 * @param renewal the title of a ticket about a renewal
 */
export function targetOf(problem: Problem, mayEdit: boolean, renewal: string): ProblemTarget {
  const { action, subjects, count, network_number } = problem
  const [member] = subjects
  const [network] = network_number
  const changes = action === 'resend' || action === 'redial' || action === 'edit_prefix'
  if (changes && !mayEdit) return { kind: 'link', label: 'view', to: viewOf(problem) }
  if (action === 'renew') return { kind: 'link', label: 'renew', to: serviceTicket(renewal) }
  if (action === 'open_network' && network !== undefined) return { kind: 'link', label: 'open_network', to: networkPath.detail(network) }
  if (count > 1 || !member) return { kind: 'link', label: count > 1 ? 'each' : 'view', to: viewOf(problem) }
  const { router_name } = member
  if (changes && network === undefined) return { kind: 'link', label: 'view', to: viewOf(problem) }
  if (action === 'edit_prefix') return { kind: 'link', label: 'edit_prefix', to: networkPath.panel(network!, 'prefix', router_name) }
  if (action === 'resend' || action === 'redial') return { kind: 'call', label: action, network_number: network!, router_name }
  return { kind: 'link', label: action === 'steps' ? 'steps' : 'open_member', to: memberPath.detail(router_name) }
}
