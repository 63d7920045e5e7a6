import { type contract, DEFAULT_AREA_CODE, type InputOf, type Phone, phoneText } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { requireUnmanaged } from './managed.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import type { CodeService, RightCode } from '../../identity/verification/code.service.ts'
import { subjectOf } from '../../identity/verification/identity.service.ts'
import { requirePhone } from '../../identity/verification/recipient.service.ts'
import { phoneBound, phoneUnbound } from './member.audit.ts'
import { findMembers, lockMembers, type Member, phoneHolders, phoneKey, writePhone } from './member.queries.ts'

export type Codes = Pick<CodeService, 'check' | 'use'>
type Input = Pick<InputOf<typeof contract.router.phone>, 'area_code' | 'phone' | 'type' | 'code'>

/** A phone from a form, and the right code that came with it; undefined if no code was sent. */
export interface Wanted {
  phone: Phone
  right: RightCode | undefined
}

/**
 * Checks that a phone fits its country's numbering plan and, if a code is sent, that the code is right. Call it before any lock: a code is
 * checked on a connection of its own.
 * @throws invalidInput, codeWrong, codeSpent, codeNotDelivered
 */
export async function wantedPhone(codes: Codes, actor: Actor, input: Input, caller: Caller): Promise<Wanted | undefined> {
  if (input.phone === '') return undefined
  const phone = { area_code: input.area_code || DEFAULT_AREA_CODE, phone: input.phone }
  await requirePhone(phone, 'phone', caller)
  if (input.type === 1) return { phone, right: undefined }
  return { phone, right: await codes.check(subjectOf(actor, 'member', 'phone', phoneText(phone)), input.code, caller.language) }
}

/**
 * Frees a phone for the member that is to have it and returns the member that had it. Only the right code permits taking it from another.
 * Call it with the account's limits held.
 * @param also members to lock together with the holder, in the one order
 * @throws memberPhoneBound, codeWrong
 */
export async function freePhone(
  db: AccountDb,
  codes: Codes,
  { phone, right }: Wanted,
  also: readonly string[] = [],
): Promise<string | null> {
  const holder = (await phoneHolders(db, [phone])).get(phoneKey(phone)) ?? null
  if (holder !== null && !right) throw new Refusal('memberPhoneBound')
  if (right) await codes.use(db, right)
  await lockMembers(db, holder === null ? also : [...also, holder])
  if (holder !== null) await writePhone(db, holder, null)
  return holder
}

/** Returns a software member. @throws memberNotFound, memberIsHardware */
export async function requireSoftware(db: AccountDb, router_name: string): Promise<Member> {
  const [member] = await findMembers(db, [router_name])
  if (!member) throw new Refusal('memberNotFound')
  if (member.router_type === 1) throw new Refusal('memberIsHardware', { name: router_name })
  return member
}

/**
 * Binds, changes or unbinds the phone of a software member.
 * @throws directoryManaged, memberNotFound, memberIsHardware, memberPhoneSame, memberPhoneBound, invalidInput, codeWrong, codeSpent,
 * codeNotDelivered
 */
export async function setPhone(
  db: AccountDb,
  actor: Actor,
  codes: Codes,
  input: InputOf<typeof contract.router.phone>,
  caller: Caller,
): Promise<void> {
  const { router_name } = input
  await requireUnmanaged(db)
  await requireSoftware(db, router_name)
  const wanted = await wantedPhone(codes, actor, input, caller)
  await holdLimits(db)
  const member = await requireSoftware(db, router_name)
  if (!wanted) {
    if (member.phone === null) return
    await writePhone(db, router_name, null)
    return audit(db, actor, phoneUnbound(router_name, member))
  }
  if (phoneKey(member) === phoneKey(wanted.phone)) throw new Refusal('memberPhoneSame')
  const moved_from = await freePhone(db, codes, wanted, [router_name])
  await writePhone(db, router_name, wanted.phone)
  await audit(db, actor, phoneBound(router_name, member, { phone: wanted.phone, moved_from }))
}
