/** Staff roles of the operator and what each may do (api.md, Operators). */
export const operatorRoles = ['support', 'network', 'sales', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

export type OperatorRight = keyof typeof operatorRights
/** The roles that hold a right, besides admin, who holds all. Reading is everybody's. */
export const operatorRights = {
  'ops.accounts.admin': [],
  'ops.services': ['sales'],
  'ops.devices': ['network'],
  'ops.pops': ['network'],
  'ops.client_versions': ['network'],
  'ops.tickets': ['support'],
  'ops.publish': ['support'],
} as const satisfies Record<string, readonly OperatorRole[]>

export const operatorMay = (role: OperatorRole, right: OperatorRight): boolean =>
  role === 'admin' || (operatorRights[right] as readonly OperatorRole[]).includes(role)
