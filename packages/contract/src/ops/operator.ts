import { z } from 'zod'
import { plain } from '../reading.ts'

/** Staff roles of the operator and what each may do (docs/design/api.md §11). */
export const operatorRoles = ['support', 'network', 'sales', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

export type OperatorRight = keyof typeof operatorRights
/** The roles that hold a right, besides admin, which holds all. Every role may read, except about the operators themselves. */
export const operatorRights = {
  'ops.accounts.admin': [],
  'ops.operators': [],
  'ops.services': ['sales'],
  'ops.devices': ['network'],
  'ops.pops': ['network'],
  'ops.client_versions': ['network'],
  'ops.tickets': ['support'],
  'ops.publish': ['support'],
} as const satisfies Record<string, readonly OperatorRole[]>

export const operatorMay = (role: OperatorRole, right: OperatorRight): boolean =>
  role === 'admin' || (operatorRights[right] as readonly OperatorRole[]).includes(role)

/** 3–32 letters, digits, dots, hyphens or underscores, beginning with a letter. */
export const OperatorName = z
  .string()
  .overwrite(plain)
  .min(1, 'required')
  .regex(/^[A-Za-z][A-Za-z0-9._-]{2,31}$/, 'operatorName')
/** 8–128 printable ASCII characters without spaces. */
export const OperatorPassword = z
  .string()
  .min(8, 'between.8.128')
  .max(128, 'between.8.128')
  .regex(/^[\x21-\x7e]+$/, 'password.characters')
