import { type Flag, type OperatorRole, type Permission, permissionName } from '@weft/contract'
import { Refusal } from './refusal.ts'

/** Limits of a role to some members; a member must fulfil each that is given. */
export interface MemberScope {
  /** Only members of one of these networks. */
  readonly networks?: readonly string[] | undefined
  /** Only members with one of these tags, in small letters. */
  readonly tags?: readonly string[] | undefined
}

/** A login that is signed in to an account. */
export interface Actor {
  readonly account_id: number
  readonly account_number: string
  readonly login_id: number
  readonly username: string
  /** 1 for a sub-account, and for an access key: neither is the owner. */
  readonly ram: 0 | 1
  readonly session_id: string
  /** `link`: opened by a login link; `key`: of an access key. Neither may change credentials. */
  readonly session_kind: 'password' | 'link' | 'key'
  /** Until when this session has proved its identity, in Unix seconds; 0 if it has not. */
  readonly verified_until: number
  /** Until when its sign-in with the password proves the identity where that is enough; 0 of links and keys. */
  readonly sign_in_proves_until: number
  /** The rights of a sub-account's role. An owner has all rights, whatever this set holds. */
  readonly permissions: ReadonlySet<Permission>
  /** The networks that the role designates; undefined means every network of the account. */
  readonly designated: ReadonlySet<string> | undefined
  /** The members to which the role is limited; undefined means every member of the account. */
  readonly members?: MemberScope | undefined
  /** The role as which an owner looks at the account, and until when: its rights count, and nothing may be changed. */
  readonly viewing?: { readonly role_name: string; readonly until: number } | undefined
  readonly address: string
}

/** A session of an operator, and until when it has proved the operator's identity, in Unix seconds; 0 if it has not. */
export interface OperatorSessionProof {
  readonly session_id: string
  readonly verified_until: number
}

/** A person of the operator's staff. */
export interface OperatorActor {
  readonly operator_id: number
  readonly username: string
  readonly role: OperatorRole
  readonly address: string
  /** The session of a call; the command line and the demonstration have none. */
  readonly session?: OperatorSessionProof
}

type RightColumn<P extends string> = P extends `${infer Area}.${infer Verb}` ? `${Area}_${Verb}` : never
/** The columns of a role that hold its rights, one for each. */
export type RightColumns = Record<RightColumn<Permission>, Flag>
export const rightColumn = (permission: Permission) => permission.replace('.', '_') as keyof RightColumns

export const mayDo = (actor: Actor, permission: Permission): boolean => actor.ram === 0 || actor.permissions.has(permission)

/** @throws rightMissing, which names the right, if the caller does not hold it */
export function requireRight(actor: Actor, permission: Permission): void {
  if (!mayDo(actor, permission)) throw new Refusal('rightMissing', { right: permissionName(permission) })
}

/** Returns whether a network is among the designated ones. Any other is treated as if it did not exist. */
export const mayTouchNetwork = (actor: Actor, network_number: string): boolean =>
  actor.designated === undefined || actor.designated.has(network_number)
