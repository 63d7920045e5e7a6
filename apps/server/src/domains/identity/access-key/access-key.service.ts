/**
 * Room identity/access-key: the keys with which scripts call the API.
 * Tables: none.
 * Called by: its routes alone.
 * Always: a key is a login with one session; it acts with the rights of its role and never beyond its end.
 */
import { ACCESS_KEY_DAYS_MAX, type AccessKey, type contract, DAY_SECONDS, type InputOf, type OutputOf, refusals } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { type Clock, fromUnix, unix } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { deleteLogin, insertKeyLogin } from '../session/login.service.ts'
import type { SessionService } from '../session/session.service.ts'
import { countLogins, holdRole, knownLogins, lockLogin } from '../sub-account/sub-account.service.ts'
import { accessKeyCreated, accessKeyDeleted } from './access-key.audit.ts'
import { type AccessKeyRow, findKey, pageKeys } from './access-key.queries.ts'

type Call = typeof contract.accessKeys
type In<K extends keyof Call> = InputOf<Call[K]>

/** The most keys of one account. */
const ACCESS_KEYS_MAX = 50

const answered = ({ login_id, role_id, last_time, address, ...row }: AccessKeyRow): AccessKey => ({
  id: String(login_id),
  role_id: String(role_id),
  // The address is written at the first use.
  last_time: address === '' ? null : last_time,
  last_address: address === '' ? null : address,
  ...row,
})

export type AccessKeyService = ReturnType<typeof createAccessKeyService>

/** Creates the service of keys that scripts call the API with: each is a login of its own, whose one session lives as long as the key. */
export function createAccessKeyService({ clock, sessions }: { clock: Clock; sessions: Pick<SessionService, 'issueKey' | 'revoke'> }) {
  return {
    async lists(db: AccountDb, input: In<'lists'>): Promise<OutputOf<Call['lists']>> {
      const { rows, count } = await pageKeys(db, input)
      return { rows: rows.map(answered), count }
    },

    /** @throws accessKeyExpiry, accessKeyLimit, roleNotFound */
    async create(db: AccountDb, actor: Actor, { name, role_id, expire_time }: In<'create'>): Promise<OutputOf<Call['create']>> {
      const now = clock.now()
      const latest = unix(now) + ACCESS_KEY_DAYS_MAX * DAY_SECONDS
      if (expire_time <= unix(now) || expire_time > latest) throw new Refusal('accessKeyExpiry', { days: ACCESS_KEY_DAYS_MAX })
      // The keys of one account are created one after another.
      await holdLimits(db)
      if ((await countLogins(db, 2)) >= ACCESS_KEYS_MAX) throw new Refusal('accessKeyLimit', { count: ACCESS_KEYS_MAX })
      const role = await holdRole(db, Number(role_id))
      if (!role) throw new Refusal('roleNotFound')
      const login_id = await insertKeyLogin(db, name, role.role_id, now)
      const access_key = await sessions.issueKey(db, login_id, fromUnix(expire_time))
      await audit(db, actor, accessKeyCreated({ name, role: role.name, expire_time }))
      return { id: String(login_id), access_key }
    },

    /** Deletes a key; its calls are refused from then on. @throws accessKeyNotFound */
    async remove(db: AccountDb, actor: Actor, { id }: In<'delete'>): Promise<void> {
      const login_id = Number(id)
      await lockLogin(db, login_id)
      const key = await findKey(db, login_id)
      if (!key) throw new Refusal('accessKeyNotFound')
      await sessions.revoke(db, db.account_id, { login_id }, refusals.sessionRevoked.code, 'deleted')
      await deleteLogin(db, login_id)
      await audit(db, actor, accessKeyDeleted({ name: key.name, role: key.role_name, expire_time: key.expire_time }))
    },
  }
}

export const resolveAccessKeys = async (db: AccountDb, ids: string[]): Promise<ReadonlySet<string>> =>
  new Set(await knownLogins(db, 2, ids))
