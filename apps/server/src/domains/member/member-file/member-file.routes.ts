import type { contract } from '@weft/contract'
import { beforehand, type Handlers } from '../../../http/implement.ts'
import type { AuthorityService } from '../../foundation/authority/authority.service.ts'
import type { SealedPasswordService } from '../member/sealed-password.service.ts'
import { spenderOf } from '../../foundation/budget/budget.service.ts'
import type { ProfileLinkService } from '../vpn-profile/profile-link.service.ts'
import { profileOf } from '../vpn-profile/profile.service.ts'
import { addFromSheet, deleteFromSheet } from './batch.service.ts'
import { type ExportDependencies, exportMembers, exportSelected } from './export.service.ts'
import { readSheet, type SheetDependencies } from '../../foundation/budget/sheet.service.ts'
import { addForm, deleteForm, deleteTemplate, template } from './template.service.ts'

export const memberFileRoutes = (
  infrastructure: ExportDependencies &
    SheetDependencies & { sealedPasswords: SealedPasswordService; authorities: AuthorityService; profileLinks: ProfileLinkService },
): Handlers<typeof contract.memberFiles> => ({
  // A file is read before the transaction: reading may take seconds and must not hold a connection.
  batch: beforehand(
    ({ actor, upload, caller }) => readSheet(infrastructure, spenderOf(actor, caller), upload!.bytes, addForm),
    addFromSheet(infrastructure.sealedPasswords),
  ),
  batch_delete: beforehand(
    ({ actor, upload, caller }) => readSheet(infrastructure, spenderOf(actor, caller), upload!.bytes, deleteForm),
    deleteFromSheet,
  ),
  template,
  deleteTemplate,
  export: (call) => exportMembers(infrastructure, call),
  export_selected: (call) => exportSelected(infrastructure, call),
  profile: ({ db, actor, input }) => profileOf(infrastructure.authorities, db, actor, input),
  profile_link: ({ db, actor, input }) => infrastructure.profileLinks.make(db, actor, input),
  profile_link_state: ({ db, input }) => infrastructure.profileLinks.state(db, input),
  profile_link_use: ({ caller, input }) => infrastructure.profileLinks.use(caller, input),
})
