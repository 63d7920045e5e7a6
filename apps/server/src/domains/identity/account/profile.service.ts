import type { contract, InputOf, OutputOf } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { profileEdited } from './account.audit.ts'
import { moveName } from './login-name.service.ts'
import { writeProfile } from '../session/login.service.ts'
import { findProfile, lockProfile } from './profile.queries.ts'

type Calls = typeof contract.account
const FIELDS = ['username', 'nickname', 'birthday', 'industry', 'occupation'] as const

export const ownProfile = (db: AccountDb, { login_id }: Actor): Promise<OutputOf<Calls['data']>> => findProfile(db, login_id)

/**
 * Edits an owner's profile; a new username is valid for signing in from now on, and the former one is free.
 * @param expected the `update_time` that the caller read; undefined where it sent none
 * @throws changedElsewhere, nameTaken
 */
export async function editProfile(
  db: AccountDb,
  actor: Actor,
  profile: InputOf<Calls['edit_data']>,
  expected: number | undefined,
): Promise<void> {
  const before = await lockProfile(db, actor.login_id)
  if (expected !== undefined && expected !== before.update_time) throw new Refusal('changedElsewhere')
  const changed = FIELDS.filter((field) => profile[field] !== before[field])
  if (changed.length === 0) return
  await moveName(db, actor.login_id, before.username, profile.username, new Refusal('nameTaken'))
  await writeProfile(db, actor.login_id, profile)
  await audit(db, actor, profileEdited(changed, before.username, profile.username))
}
