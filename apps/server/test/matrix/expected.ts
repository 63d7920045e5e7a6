/**
 * Who may make each call, and which of its fields name a thing of an account: written by hand from the specification of the
 * API, and read by nothing but the tests. It must not be made from the contract, whose mistakes it is there to find.
 */

/** A role's right as the specification writes it. */
export type Right =
  | 'member.create'
  | 'member.edit'
  | 'member.delete'
  | 'network.create'
  | 'network.edit'
  | 'network.delete'
  | 'monitor.create'
  | 'monitor.edit'
  | 'monitor.delete'

/** `refresh` takes the bearer of a token that may have run out. */
export type Who = 'public' | 'refresh' | 'any' | 'owner' | 'sub_account' | Right
export type Named = 'network' | 'member'

export interface Expected {
  who: Who
  /** Fields that name a thing; `x[]` is each item of a list. */
  names?: Record<string, Named>
}

const network = { network_number: 'network' } as const
const networkAndMember = { network_number: 'network', router_name: 'member' } as const
const seats = { 'center[]': 'member', 'point[]': 'member' } as const

export const consoleTable: Record<string, Expected> = {
  'GET verify/code': { who: 'public' },
  'POST login/authorization': { who: 'public' },
  'POST login/ram': { who: 'public' },
  'POST login/refresh': { who: 'refresh' },
  'POST login/socket_ticket': { who: 'any' },
  'POST login/logout': { who: 'any' },

  'GET account/info': { who: 'any' },
  'GET account/overview': { who: 'any' },
  'GET announcements/lists': { who: 'any' },
  'WS account/events': { who: 'any' },

  'GET network/config': { who: 'any' },
  'GET network/lists': { who: 'any' },
  'GET network/select': { who: 'any' },
  'GET network/info': { who: 'any', names: network },
  'GET network/status': { who: 'any', names: network },
  'GET network/member': { who: 'any', names: network },
  'POST network/create': { who: 'network.create', names: seats },
  'POST network/edit': { who: 'network.edit', names: { ...network, ...seats } },
  'POST network/delete': { who: 'network.delete', names: network },
  'POST network/name': { who: 'network.edit', names: network },
  'POST network/add_member': { who: 'network.edit', names: networkAndMember },
  'POST network/remove_member': { who: 'network.edit', names: networkAndMember },

  'GET router/hardware': { who: 'any', names: network },
  'GET router/software': { who: 'any', names: network },
  'GET router/quantity': { who: 'any' },
}

export type OperatorRole = 'support' | 'network' | 'sales' | 'admin'
const everybody: OperatorRole[] = ['support', 'network', 'sales', 'admin']
const sellers: OperatorRole[] = ['sales', 'admin']
const engineers: OperatorRole[] = ['network', 'admin']

export interface OperatorExpected {
  who: 'public' | OperatorRole[]
  /** Fields that name a thing which must exist. */
  names?: Record<string, 'account' | 'service' | 'device'>
}

const account = { account_number: 'account' } as const

export const operatorTable: Record<string, OperatorExpected> = {
  'POST login': { who: 'public' },
  'POST logout': { who: everybody },
  'GET accounts/lists': { who: everybody },
  'GET accounts/info': { who: everybody, names: account },
  'POST accounts/disable': { who: ['admin'], names: account },
  'POST accounts/enable': { who: ['admin'], names: account },
  'POST accounts/login_link': { who: ['admin'], names: account },
  'GET services/catalogue': { who: everybody },
  'GET services/expiring': { who: everybody },
  'POST services/grant': { who: sellers, names: account },
  'POST services/renew': { who: sellers, names: { id: 'service' } },
  'POST services/revoke': { who: sellers, names: { id: 'service' } },
  'GET devices/lists': { who: everybody },
  'POST devices/register': { who: engineers },
  'POST devices/assign': { who: engineers, names: { ...account, router_name: 'device' } },
  'POST devices/release': { who: engineers, names: { router_name: 'device' } },
}

/** The agents' calls prove themselves by what they carry. */
export const agentTable: Record<string, { who: 'public' }> = {
  'POST activate': { who: 'public' },
  'POST login': { who: 'public' },
}

export const rights: Right[] = [
  'member.create',
  'member.edit',
  'member.delete',
  'network.create',
  'network.edit',
  'network.delete',
  'monitor.create',
  'monitor.edit',
  'monitor.delete',
]

/** The code that a caller with this right, or without it, is answered; a sub-account with every right but one is the harder case. */
export const subAccountCode = (who: Who, held: ReadonlySet<Right>): number => {
  if (who === 'owner') return 403
  if (who === 'public' || who === 'refresh' || who === 'any' || who === 'sub_account') return 200
  return held.has(who) ? 200 : 403
}
