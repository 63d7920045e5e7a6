import type { OperatorRole, Permission } from '@weft/contract'

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
  /** The rights of a sub-account's role. An owner has all rights, whatever this set holds. */
  readonly permissions: ReadonlySet<Permission>
  /** The networks that the role designates; undefined means every network of the account. */
  readonly designated: ReadonlySet<string> | undefined
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

export const mayDo = (actor: Actor, permission: Permission): boolean => actor.ram === 0 || actor.permissions.has(permission)

/** Returns whether a network is among the designated ones. Any other is treated as if it did not exist. */
export const mayTouchNetwork = (actor: Actor, network_number: string): boolean =>
  actor.designated === undefined || actor.designated.has(network_number)
