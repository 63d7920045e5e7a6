import type { contract } from '@weft/contract'
import { beforehand, type Handlers } from '../../../http/implement.ts'
import type { AuthorityService } from '../../foundation/authority/authority.service.ts'
import type { SealedPasswordService } from '../member/sealed-password.service.ts'
import { spenderOf } from '../../foundation/budget/budget.service.ts'
import { profileOf } from '../../identity/profile/profile.service.ts'
import { addFromSheet, deleteFromSheet } from './batch.service.ts'
import { type ExportGround, exportSoftware } from './export.service.ts'
import { readSheet, type SheetParts } from './sheet.service.ts'
import { addForm, deleteForm, deleteTemplate, template } from './template.service.ts'

export const memberFileRoutes = (
  ground: ExportGround & SheetParts & { sealedPasswords: SealedPasswordService; authorities: AuthorityService },
): Handlers<typeof contract.memberFiles> => ({
  // A file is read before the transaction: that may take seconds, and holds no connection.
  batch: beforehand(
    ({ actor, upload, caller }) => readSheet(ground, spenderOf(actor, caller), upload!.bytes, addForm),
    addFromSheet(ground.sealedPasswords),
  ),
  batch_delete: beforehand(
    ({ actor, upload, caller }) => readSheet(ground, spenderOf(actor, caller), upload!.bytes, deleteForm),
    deleteFromSheet,
  ),
  template,
  deleteTemplate,
  export: (call) => exportSoftware(ground, call),
  profile: ({ db, actor, input }) => profileOf(ground.authorities, db, actor, input),
})
