import { z } from 'zod'
import { plain, readEmail, readLine, readLines, withoutBlanks } from '../reading.ts'

/** The kinds of objects that a call can name. The server looks each object up in the caller's account before the handler runs. */
export type IdentifierKind =
  | 'network'
  | 'member'
  | 'center'
  | 'message'
  | 'session'
  | 'role'
  | 'sub_account'
  | 'access_key'
  | 'saas'
  | 'ticket'
  | 'ticket_file'
  | 'contact'
  | 'maintenance'
  | 'incident'
  | 'work_order'
  | 'pop_resource'

interface IdentifierMeta {
  identifier?: IdentifierKind
}

/**
 * Returns the schema of an identifier: the name or number of an existing object in the caller's account. The server finds the identifiers
 * of an input by the schema's metadata and looks each up, so an endpoint cannot take an identifier unchecked.
 */
const identifier = (kind: IdentifierKind, pattern: RegExp, max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(pattern, `format.${kind}`)
    .refine(isSafeKey, `format.${kind}`)
    .meta({ identifier: kind } satisfies IdentifierMeta)

/**
 * Returns whether a name is safe as a key of a plain object. `constructor` is not: every object inherits that property, so a lookup by
 * name would find it although no member has that name.
 */
export const isSafeKey = (name: string): boolean => !(name in Object.prototype)

export const NETWORK_NUMBER = /^\d{10}$/
/**
 * A hardware member's serial number, or a software member's `username@sign`. A serial number begins with a letter or digit; a username may
 * also begin with `_` or `.`.
 */
export const ROUTER_NAME = /^([A-Za-z0-9]|[_.](?=[A-Za-z0-9_.]*@))[A-Za-z0-9_.@-]{1,63}$/

export const NetworkNumber = identifier('network', NETWORK_NUMBER, 10)
export const RouterName = identifier('member', ROUTER_NAME, 64)
/** A member to which a network's setting refers, such as the center of a branch: the caller may know it without seeing more of it. */
export const CenterName = identifier('center', ROUTER_NAME, 64)
/** A SaaS device of the account, which is not a member. */
export const SaasName = identifier('saas', ROUTER_NAME, 64)
/** A message that the caller's login can see. */
export const MessageId = identifier('message', /^\d{1,18}$/, 18)
/** A live session of the caller's own login. */
export const SessionId = identifier('session', /^[0-9a-f-]{36}$/, 36)
/** A UUID as the server and agents write it. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The number of a database row, as a string of digits. */
const ROW_NUMBER = /^\d{1,18}$/
/** A role of the account. */
export const RoleId = identifier('role', ROW_NUMBER, 18)
/** A sub-account of the account. */
export const SubAccountId = identifier('sub_account', ROW_NUMBER, 18)
/** An access key of the account. */
export const AccessKeyId = identifier('access_key', ROW_NUMBER, 18)
export const TICKET_NUMBER = /^\d{14}$/
/** A support ticket that the caller may see. */
export const TicketNumber = identifier('ticket', TICKET_NUMBER, 14)
/** A picture that the caller's login uploaded for a ticket. */
export const TicketFileId = identifier('ticket_file', UUID, 36)
/** A contact of the account, who receives its alerts. */
export const ContactId = identifier('contact', UUID, 36)
/** A maintenance window of the account. */
export const MaintenanceId = identifier('maintenance', ROW_NUMBER, 18)
/** An incident of the account that the caller may see. */
export const IncidentId = identifier('incident', ROW_NUMBER, 18)
/** A work order about a network that the caller may see. */
export const WorkOrderNumber = identifier('work_order', /^\d{14}$/, 14)
/** A POP resource of the account; for a caller who sees only designated networks, one that such a network uses. */
export const PopResourceId = identifier('pop_resource', ROW_NUMBER, 18)
/** The number of a database row that belongs to no account, so it is not looked up like an identifier. */
export const RowId = z.string().regex(ROW_NUMBER, 'format.id')

/** Returns which kind of identifier a schema describes; undefined if the schema describes no identifier. */
export const identifierOf = (schema: z.ZodType): IdentifierKind | undefined => (schema.meta() as IdentifierMeta | undefined)?.identifier

/**
 * Marks an optional field without which a call does more: it really acts, concerns all, clears a list, or does not compare revisions. The
 * field is left out to mean that. An empty text or null is refused, because a program that lost the value would send it.
 */
export const neverEmpty = <S extends z.ZodType>(schema: S) => schema.meta({ never_empty: true })
/** Returns whether a field is marked by `neverEmpty`. */
export const isNeverEmpty = (schema: z.ZodType): boolean => schema.meta()?.never_empty === true
/** The schema of an identifier without which a call concerns all: all sessions, for example. */
export const allUnlessNamed = <S extends z.ZodType>(schema: S) => neverEmpty(schema.optional())

/** A flag on the wire (specification: flag values are 1/0). */
export const Flag = z.union([z.literal(0), z.literal(1)])
export type Flag = z.output<typeof Flag>

/** The last second of the year 9999: a later year has five digits, which dates such as `Day` cannot hold. */
const LAST_UNIX_TIME = 253_402_300_799
/** Whole Unix seconds. */
export const UnixTime = z.number().int().min(0).max(LAST_UNIX_TIME)

/** Returns the number of characters, not of UTF-16 units. */
const lengthOf = (text: string) => [...text].length
/** Returns a text without characters that show nothing, such as zero-width spaces. */
const visible = (text: string) => text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trim()

/**
 * Returns the schema of one line of text with `min` to `max` characters. It refuses line breaks, other control characters and characters
 * that change the writing direction.
 * @param label the key in `fieldLabels` of the name that error messages call the field by; without it, the field's key in the input
 */
export const lineOfText = (min: number, max: number, label?: string) => {
  const suffix = label === undefined ? '' : `@${label}`
  return z
    .string()
    .overwrite(readLine)
    .refine((text) => lengthOf(visible(text)) >= min, {
      error: `${min === 1 ? 'required' : `characters.${min}.${max}`}${suffix}`,
      abort: true,
    })
    .refine((text) => lengthOf(text) <= max, { error: `${min > 1 ? `characters.${min}.${max}` : `atMost.${max}`}${suffix}` })
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text), { error: `control${suffix}` })
}

/**
 * Returns the schema of text of several lines with `min` to `max` characters. It permits line breaks and tabs, but no other control
 * characters, and no characters that change the writing direction.
 */
export const linesOfText = (min: number, max: number) =>
  z
    .string()
    .overwrite((text) => readLines(text).replace(/\r\n?/g, '\n'))
    .refine((text) => lengthOf(visible(text)) >= min, { error: min === 1 ? 'required' : `atLeast.${min}`, abort: true })
    .refine((text) => lengthOf(text) <= max, { error: `atMost.${max}` })
    .refine((text) => !/[\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/u.test(text), { error: 'controlInLines' })

export const NETWORK_NAME_MAX = 24
export const POP_NETWORK_NAME_MAX = 32
/**
 * A network's name. A network with a POP resource may have 32 characters, any other 24 (docs/design/domain.md §3). The schema cannot know
 * which one it is, so it permits 32, and the server checks the lower limit.
 */
export const NetworkName = lineOfText(1, POP_NETWORK_NAME_MAX)
export const NOTE_MAX = 24
/** A member's name (specification 2: 备注). */
export const Note = lineOfText(0, NOTE_MAX)
/** A role's note. A label of its own keeps error messages from calling it a name, as they call the note of a member. */
export const RoleNote = lineOfText(0, NOTE_MAX, 'role_note')

/** 6–18 printable ASCII characters (specification 1 §5). */
export const Password = z
  .string()
  .min(6, 'between.6.18')
  .max(18, 'between.6.18')
  .regex(/^[\x21-\x7e]+$/, 'password.characters')
/** 6–18 letters and digits. Digits alone are refused, because they could be someone's phone number (docs/design/security.md §3). */
export const Username = z
  .string()
  .overwrite(plain)
  .min(1, 'required')
  .regex(/^[A-Za-z0-9]{6,18}$/, { error: 'username', abort: true })
  .regex(/\D/, 'usernameDigits')

/** A typed sign-in name: a username, phone, e-mail, or `name@account_number`. */
export const SignInName = z.string().overwrite(readEmail).min(1, 'required').max(64)
/** The four characters of the picture as a visitor typed them, in upper or lower case. */
export const ImageCode = z.string().overwrite(withoutBlanks).min(1, 'required').length(4, 'exactly.4')

export const AccountNumber = z
  .string()
  .overwrite(plain)
  .regex(/^\d{8}$/, 'format.account')

/** A calendar day, `yyyy-MM-dd`. */
export const Day = z.iso.date('format')
