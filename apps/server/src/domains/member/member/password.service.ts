import type { contract, InputOf } from '@weft/contract'
import { publish } from '../../../adapters/bus/publish.ts'
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

/** Sets another password for a software member and logs it out. @throws directoryManaged, memberNotFound, memberIsHardware */
export async function setPassword(
  db: AccountDb,
  actor: Actor,
  { router_name, password }: InputOf<typeof contract.router.password>,
): Promise<void> {
  await requireUnmanaged(db)
  await requireSoftware(db, router_name)
  // Hashing is slow on purpose, so it is done before the locks.
  const password_hash = await hashPassword(password)
  await reconfigureMembers(db, [router_name])
  // The member may have been deleted while the password was hashed.
  if (!(await writePassword(db, router_name, password_hash))) throw new Refusal('memberNotFound')
  await deleteMemberCredentials(db, router_name)
  await publish(db, { type: 'cut', account_id: db.account_id, router_name })
  await audit(db, actor, passwordSet(router_name))
}
