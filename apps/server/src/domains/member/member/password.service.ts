import type { contract, InputOf } from '@weft/contract'
import { tell } from '../../../adapters/bus/bus.queries.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { hashPassword } from '../../../kernel/secrets.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { requireUnmanaged } from './managed.service.ts'
import { reconfigureMembers } from '../../network/change/reconfigure.service.ts'
import { passwordSet } from './member.audit.ts'
import { requireSoftware } from './phone.service.ts'
import { deleteMemberCredentials } from '../device/credential.service.ts'
import { writePassword } from './member.queries.ts'

/** Gives a software member another password, and logs it out. @throws directoryManaged, memberNotFound, memberIsHardware */
export async function setPassword(
  db: AccountDb,
  actor: Actor,
  { router_name, password }: InputOf<typeof contract.router.password>,
): Promise<void> {
  await requireUnmanaged(db)
  await requireSoftware(db, router_name)
  // Costly on purpose, so before the locks.
  const password_hash = await hashPassword(password)
  await reconfigureMembers(db, [router_name])
  // It may have been deleted while its password was hashed.
  if (!(await writePassword(db, router_name, password_hash))) throw new Refusal('memberNotFound')
  await deleteMemberCredentials(db, router_name)
  await tell(db, { type: 'cut', account_id: db.account_id, router_name })
  await audit(db, actor, passwordSet(router_name))
}
