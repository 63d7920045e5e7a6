import type { MemberType, RouterType } from '@weft/contract'
import type { Claim } from './claim.ts'
import type { Problem } from './problem.ts'

/** The cells of a row of branches to add. */
export const branchFields = ['note', 'router_name', 'prefix', 'center'] as const
export type BranchField = (typeof branchFields)[number]
/** A row as it was typed. */
export interface BranchRow {
  note: string
  router_name: string
  prefix: readonly string[]
  center: readonly string[]
}

/** A device of the account, as it is now. */
export interface BranchDevice {
  router_name: string
  router_type: RouterType
  status: 0 | 1
  note: string
}
/** All that decides about rows of branches, besides the rows. */
export interface BranchScene {
  /** The account's devices that the rows name, by their names in lower case. */
  devices: ReadonlyMap<string, BranchDevice>
  /** For names of no device, the free device that was probably meant. */
  near: ReadonlyMap<string, string>
  /** The members of the network. */
  members: readonly { router_name: string; note: string; member_type: MemberType }[]
  /** Everything that uses addresses, and the LANs that the devices of the rows report. */
  claims: readonly Claim[]
  /** True if the caller may change the names of members. */
  mayName: boolean
}

/**
 * What a problem means for its row: `error` it cannot be added, `skip` there is nothing to add, `warning` it can be added, `hint` nothing
 * is wrong, but something is proposed.
 */
export const problemLevels = ['error', 'skip', 'warning', 'hint'] as const
export type ProblemLevel = (typeof problemLevels)[number]
/** What would solve a problem: another text for the cell, or leaving the row out. `how` chooses the words of its button. */
export type BranchFix = { how: 'change' | 'free' | 'reported' | 'all' | 'clear' | 'keep'; value: string } | { how: 'skip' }
/** A problem of one cell of a row. */
export interface BranchFound {
  field: BranchField
  level: ProblemLevel
  problem: Problem
  fix?: BranchFix
}
export interface BranchProblem extends BranchFound {
  /** Counted from 0. */
  row: number
}
