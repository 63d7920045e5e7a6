import { z } from 'zod'
import { says } from '../done.ts'
import { Flag, neverEmpty } from '../fields/schemas.ts'
import { sheetBody, XLSX } from '../member.ts'
import { file, post } from './api.ts'
import { OneNetwork } from './network.ts'

/** The most branches that one call adds. */
export const MAX_BRANCHES = 200
/** The most prefixes of all branches that one call adds; of one branch `MAX_PREFIXES`. */
export const MAX_BRANCH_PREFIXES = 2_000

/** The most characters of all prefixes of a row: room for twice as many as a member may have. */
export const MAX_PREFIX_TEXT = 20_000

/** The cells of a row of branches to add, in the order of the sheet. */
export const branchFields = ['note', 'router_name', 'prefix', 'center'] as const
export type BranchField = (typeof branchFields)[number]
/** The headings of the sheet, and the words by which a pasted first row is recognised as one. */
export const branchColumns = { note: '站点名称', router_name: '序列号', prefix: '内网网段', center: '接入中心' } as const satisfies Record<
  BranchField,
  string
>

/**
 * What a problem means for its row: `error` it cannot be added, `skip` there is nothing to add, `warning` it can be added, `hint` nothing
 * is wrong, but something is proposed.
 */
export const branchProblemLevels = ['error', 'skip', 'warning', 'hint'] as const
export type BranchProblemLevel = (typeof branchProblemLevels)[number]

/**
 * A row as it was typed. Its names are not resolved at the door, because an unknown one is a problem of its row. A prefix or a list of them
 * may be written in any way that `readPrefixes` reads, and a cell with more than a member may have is a problem of its row too; no center
 * means all.
 */
export const BranchRow = z.strictObject({
  note: z.string().max(256).default(''),
  router_name: z.string().max(256),
  prefix: z
    .array(z.string().max(MAX_PREFIX_TEXT))
    .max(50)
    .refine((texts) => texts.reduce((sum, { length }) => sum + length, 0) <= MAX_PREFIX_TEXT, `atMost.${MAX_PREFIX_TEXT}`)
    .default([]),
  center: neverEmpty(z.array(z.string().max(256)).max(50).default([])),
})
export type BranchRow = z.output<typeof BranchRow>

export const BranchIssue = z.object({
  /** Counted from 0. */
  row: z.number().int(),
  field: z.enum(branchFields),
  level: z.enum(branchProblemLevels),
  /** The name of the refusal. */
  code: z.string(),
  text: z.string(),
  /** The words of the button that solves it, and the cell's new text; null leaves the row out. */
  fix: z.object({ label: z.string(), value: z.string().nullable() }).nullable(),
})
export type BranchIssue = z.output<typeof BranchIssue>

export const BranchesAnswer = z.object({
  /** The network's revision, after a check the present one. */
  revision: z.number().int(),
  /** The rows that are added, or that could be, by their numbers. */
  rows: z.array(z.number().int()),
  problems: z.array(BranchIssue),
  /** The number of memberships of the account and the most it may have, before the rows are added; and how many good rows are too many. */
  used: z.number().int(),
  count: z.number().int(),
  over: z.number().int(),
  /** The links and prefixes that come with the rows; links are null where members dial each other. */
  links: z.number().int().nullable(),
  prefixes: z.number().int(),
  /** The number of these devices that are not online, and of members that lose their connection for a moment. */
  offline: z.number().int(),
  interrupted: z.number().int(),
})
export type BranchesAnswer = z.output<typeof BranchesAnswer>

/** The text of the four cells of a row. */
export const BranchCells = z.object({ note: z.string(), router_name: z.string(), prefix: z.string(), center: z.string() })
export type BranchCells = z.output<typeof BranchCells>

/** Branches that are added to a network by the sheet. */
export const branches = {
  add: post('network/add_branches', {
    access: 'network.edit',
    summary: '批量添加分支',
    done: says.unlessTrial(says.added),
    /** `check` 1 only answers what would happen. A row with a problem is refused with all others. */
    input: OneNetwork.extend({
      revision: neverEmpty(z.number().int().optional()),
      check: neverEmpty(Flag.default(0)),
      rows: z.array(BranchRow).min(1).max(MAX_BRANCHES),
    }),
    output: BranchesAnswer,
    timeout: 30,
    audit: 'network',
  }),
  read: post('network/branch_sheet', {
    spends: [{ budget: 'workbook_time', at: 'service' }],
    access: 'network.edit',
    summary: '读取分支表格',
    body: sheetBody,
    rate: 'heavy',
    output: z.object({ rows: z.array(BranchCells) }),
    timeout: 60,
  }),
  template: file('network/branch_template', { access: 'any', summary: '批量添加分支模板', media_type: XLSX }),
}
