import type { BranchField, BranchProblemLevel, Language, MemberType, RouterType } from '@weft/contract'
import type { Claim } from './claim.ts'
import type { Problem } from './problem.ts'

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

/** What would solve a problem: another text for the cell, or leaving the row out. `how` chooses the words of its button. */
export type BranchFix = { how: 'change' | 'free' | 'reported' | 'all' | 'clear' | 'keep'; value: string } | { how: 'skip' }
/** A problem of one cell of a row. */
export interface BranchFound {
  field: BranchField
  level: BranchProblemLevel
  problem: Problem
  fix?: BranchFix
}
export interface BranchProblem extends BranchFound {
  /** Counted from 0. */
  row: number
}

const fixWords: Record<Language, Record<BranchFix['how'], (value: string) => string>> = {
  'zh-CN': {
    change: (value) => `改为 ${value}`,
    free: (value) => `改为空闲的 ${value}`,
    reported: (value) => `采用设备上报的 ${value}`,
    all: () => '改为 全部中心',
    clear: () => '清空',
    keep: (value) => (value === '' ? '清空' : `保留「${value}」`),
    skip: () => '跳过这一行',
  },
  en: {
    change: (value) => `Change to ${value}`,
    free: (value) => `Use ${value}, which is free`,
    reported: (value) => `Use ${value}, which the device reports`,
    all: () => 'Use all hubs',
    clear: () => 'Clear',
    keep: (value) => (value === '' ? 'Clear' : `Keep “${value}”`),
    skip: () => 'Skip this row',
  },
}
/** Returns the words of the button that applies a fix. */
export const fixText = (fix: BranchFix, language: Language): string => fixWords[language][fix.how]('value' in fix ? fix.value : '')
