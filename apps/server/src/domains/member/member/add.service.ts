import type { contract, InputOf, Phone } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { hashPassword } from '../../../kernel/secrets.ts'
import { auditBy, type Doer } from '../../foundation/audit/audit.service.ts'
import { requireUnmanaged } from './managed.service.ts'
import { type Held, holdLimits } from '../../foundation/limits/limits.service.ts'
import { softwareAdded } from './member.audit.ts'
import { countMembers } from './list.queries.ts'
import { type Codes, freePhone, type Wanted, wantedPhone } from './phone.service.ts'
import { insertMembers, phoneHolders, phoneKey } from './member.queries.ts'

/** @throws softwareMemberLimit if `more` software members would exceed the limit */
export async function requireRoom(db: AccountDb, { software_max: max }: Held, more: number): Promise<void> {
  const { software } = await countMembers(db)
  if (software + more > max) throw new Refusal('softwareMemberLimit', { max, surplus: Math.max(0, max - software) })
}

/** Returns how many more software members the account may have. Call it with the account's limits held. */
export async function roomFor(db: AccountDb, { software_max }: Held): Promise<number> {
  const { software } = await countMembers(db)
  return Math.max(0, software_max - software)
}

interface Row {
  username: string
  note: string
  password_hash: string
  phone: Phone | undefined
}

/** Inserts a software member. Call it with the account's limits held. @throws memberNameTaken */
async function insertOne(db: AccountDb, { sign }: Held, { username, phone, ...row }: Row): Promise<string> {
  const router_name = `${username}@${sign}`
  if ((await insertMembers(db, [{ router_name, router_type: 2, ...row, ...phone }])).size === 0)
    throw new Refusal('memberNameTaken', { name: router_name })
  return router_name
}

/**
 * Adds a software member, with a phone if one is given; a phone of another member moves to it with the right code.
 * @throws directoryManaged, softwareMemberLimit, memberNameTaken, memberPhoneBound, invalidInput, codeWrong, codeSpent, codeNotDelivered
 */
export async function add(
  db: AccountDb,
  actor: Actor,
  codes: Codes,
  { username, password, note, ...sent }: InputOf<typeof contract.router.add>,
  caller: Caller,
): Promise<{ router_name: string }> {
  await requireUnmanaged(db)
  const wanted: Wanted | undefined = await wantedPhone(codes, actor, sent, caller)
  // Hashing is slow on purpose, so it is done before the locks.
  const password_hash = await hashPassword(password)
  const held = await holdLimits(db)
  await requireRoom(db, held, 1)
  const moved_from = wanted ? await freePhone(db, codes, wanted) : null
  const router_name = await insertOne(db, held, { username, note, password_hash, phone: wanted?.phone })
  await auditBy(db, actor, softwareAdded(router_name, note, wanted && { phone: wanted.phone, moved_from }))
  return { router_name }
}

export interface SoftwareMember {
  /** The part before `@`; the account's sign follows it. */
  username: string
  password: string
  note: string
  area_code?: string
  phone?: string
}

/**
 * Adds a software member for the system or an operator, who cannot move a phone.
 * @throws softwareMemberLimit, memberPhoneBound, memberNameTaken
 */
export async function addSoftwareMember(db: AccountDb, by: Doer, member: SoftwareMember): Promise<string> {
  const { username, password, note, area_code = '86', phone: number } = member
  const phone = number === undefined ? undefined : { area_code, phone: number }
  const password_hash = await hashPassword(password)
  const held = await holdLimits(db)
  await requireRoom(db, held, 1)
  if (phone && (await phoneHolders(db, [phone])).has(phoneKey(phone))) throw new Refusal('memberPhoneBound')
  const router_name = await insertOne(db, held, { username, note, password_hash, phone })
  await auditBy(db, by, softwareAdded(router_name, note, phone && { phone, moved_from: null }))
  return router_name
}
