import type { contract } from '@weft/contract'
import { beforehand, type Handlers } from '../../../http/implement.ts'
import { spenderOf } from '../../foundation/budget/budget.service.ts'
import { readSheet, type SheetDependencies } from '../../foundation/budget/sheet.service.ts'
import { branchForm, cellsOf, template } from './branch-sheet.service.ts'
import { addBranches } from './branches.service.ts'

export const branchRoutes = (sheets: SheetDependencies): Handlers<typeof contract.branches> => ({
  add: ({ db, actor, input, expected, caller }) => addBranches(db, actor, input, expected, caller.language),
  read: beforehand(
    ({ actor, upload, caller }) => readSheet(sheets, spenderOf(actor, caller), upload!.bytes, branchForm),
    async ({ made }) => cellsOf(made),
  ),
  template,
})
