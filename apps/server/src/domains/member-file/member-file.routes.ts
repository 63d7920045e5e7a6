import type { contract } from '@weft/contract'
import type { SheetReader } from '../../adapters/spreadsheet/sheet-reader.ts'
import { beforehand, type Handlers } from '../../http/implement.ts'
import type { AuthorityService } from '../authority/authority.service.ts'
import type { SealedPasswordService } from '../member/sealed-password.service.ts'
import { profileOf } from '../profile/profile.service.ts'
import { addFromSheet, deleteFromSheet } from './batch.service.ts'
import { type ExportGround, exportSoftware } from './export.service.ts'
import { addForm, deleteForm, deleteTemplate, template } from './template.service.ts'

export const memberFileRoutes = (
  ground: ExportGround & { sheets: SheetReader; sealedPasswords: SealedPasswordService; authorities: AuthorityService },
): Handlers<typeof contract.memberFiles> => ({
  // A file is read before the transaction: that may take seconds, and holds no connection.
  batch: beforehand(
    ({ actor, upload }) => ground.sheets.read(actor.account_id, upload!.bytes, addForm),
    addFromSheet(ground.sealedPasswords),
  ),
  batch_delete: beforehand(({ actor, upload }) => ground.sheets.read(actor.account_id, upload!.bytes, deleteForm), deleteFromSheet),
  template,
  deleteTemplate,
  export: (call) => exportSoftware(ground, call),
  profile: ({ db, actor, input }) => profileOf(ground.authorities, db, actor, input),
})
