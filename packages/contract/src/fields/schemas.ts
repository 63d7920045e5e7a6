import { z } from 'zod'

/** A kind of thing in an account that a call may name. The server resolves each inside the caller's account before the handler runs. */
export type IdentifierKind =
  | 'network'
  | 'member'
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
 * The name of an existing thing inside the caller's account. The server finds these fields in the input's schema, so an
 * endpoint cannot take an identifier without having it resolved.
 */
const identifier = (kind: IdentifierKind, pattern: RegExp, max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(pattern, `format.${kind}`)
    .refine(isOwnName, `format.${kind}`)
    .meta({ identifier: kind } satisfies IdentifierMeta)

/** Returns whether objects inherit no property of this name: a member `constructor` would seem to be in every record of members. */
export const isOwnName = (name: string): boolean => !(name in Object.prototype)

export const NETWORK_NUMBER = /^\d{10}$/
/** A hardware member's serial number, or a software member's `username@sign`, whose username may begin with any of its characters. */
export const ROUTER_NAME = /^([A-Za-z0-9]|[_.](?=[A-Za-z0-9_.]*@))[A-Za-z0-9_.@-]{1,63}$/

export const NetworkNumber = identifier('network', NETWORK_NUMBER, 10)
export const RouterName = identifier('member', ROUTER_NAME, 64)
/** A SaaS device of the account, which is not a member. */
export const SaasName = identifier('saas', ROUTER_NAME, 64)
/** A message that the caller's login can see. */
export const MessageId = identifier('message', /^\d{1,18}$/, 18)
/** A live session of the caller's own login. */
export const SessionId = identifier('session', /^[0-9a-f-]{36}$/, 36)
const ROW = /^\d{1,18}$/
/** A role, a sub-account and an access key of the account. */
export const RoleId = identifier('role', ROW, 18)
export const SubAccountId = identifier('sub_account', ROW, 18)
export const AccessKeyId = identifier('access_key', ROW, 18)
export const TICKET_NUMBER = /^\d{14}$/
/** A support ticket that the caller may see. */
export const TicketNumber = identifier('ticket', TICKET_NUMBER, 14)
/** A picture that the caller's login uploaded for a ticket. */
export const TicketFileId = identifier('ticket_file', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 36)
/** A monitoring contact and a maintenance window of the account. */
export const ContactId = identifier('contact', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 36)
export const MaintenanceId = identifier('maintenance', ROW, 18)
/** An incident of the account that the caller may see. */
export const IncidentId = identifier('incident', ROW, 18)
/** A work order about a network that the caller may see. */
export const WorkOrderNumber = identifier('work_order', /^\d{14}$/, 14)
/** A POP resource of the account; for a caller who sees only designated networks, one that such a network uses. */
export const PopResourceId = identifier('pop_resource', ROW, 18)
/** The number of a row that belongs to no account. */
export const RowId = z.string().regex(ROW, 'format.id')

/** Returns the kind of identifier that a schema describes, or undefined. */
export const identifierOf = (schema: z.ZodType): IdentifierKind | undefined => (schema.meta() as IdentifierMeta | undefined)?.identifier

/** A flag on the wire (specification: flag values are 1/0). */
export const Flag = z.union([z.literal(0), z.literal(1)])
export type Flag = z.output<typeof Flag>

/** The last second of the year 9999, the limit of calendars and the database. */
const LATEST = 253_402_300_799
/** Whole Unix seconds. */
export const UnixTime = z.number().int().min(0).max(LATEST)

const counted = (text: string) => [...text].length
/** Returns the visible part of a text: zero-width spaces count as characters but show nothing. */
const visible = (text: string) => text.replace(/\p{Cf}/gu, '').trim()

/**
 * Text without control characters, line breaks or characters that change the writing direction. Counts characters, not UTF-16 units.
 * @param named the field's key in the names of fields, where its key on the wire means something else elsewhere
 */
export const lineOfText = (min: number, max: number, named?: string) => {
  const by = named === undefined ? '' : `@${named}`
  return z
    .string()
    .trim()
    .refine((text) => counted(visible(text)) >= min, { error: `${min === 1 ? 'required' : `characters.${min}.${max}`}${by}`, abort: true })
    .refine((text) => counted(text) <= max, { error: `${min > 1 ? `characters.${min}.${max}` : `atMost.${max}`}${by}` })
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text), { error: `control${by}` })
}

/** Text of several lines, counted in characters, without other control characters or ones that change the writing direction. */
export const linesOfText = (min: number, max: number) =>
  z
    .string()
    .trim()
    .overwrite((text) => text.replace(/\r\n?/g, '\n'))
    .refine((text) => counted(visible(text)) >= min, { error: min === 1 ? 'required' : `atLeast.${min}`, abort: true })
    .refine((text) => counted(text) <= max, { error: `atMost.${max}` })
    .refine((text) => !/[\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/u.test(text), { error: 'controlInLines' })

export const NETWORK_NAME_MAX = 24
export const POP_NETWORK_NAME_MAX = 32
/** 1–24 characters; the server allows 32 where a POP resource is attached (docs/design/domain.md §3). */
export const NetworkName = lineOfText(1, POP_NETWORK_NAME_MAX)
export const NOTE_MAX = 24
/** A member's name (specification 2: 备注). */
export const Note = lineOfText(0, NOTE_MAX)
/** A role's note, which is no name. */
export const RoleNote = lineOfText(0, NOTE_MAX, 'role_note')

/** 6–18 printable ASCII characters (specification 1 §5). */
export const Password = z
  .string()
  .min(6, 'between.6.18')
  .max(18, 'between.6.18')
  .regex(/^[\x21-\x7e]+$/, 'password.characters')
/** 6–18 letters and digits, not digits alone, because these could be someone's phone (docs/design/security.md §3). */
export const Username = z
  .string()
  .trim()
  .min(1, 'required')
  .regex(/^[A-Za-z0-9]{6,18}$/, { error: 'username', abort: true })
  .regex(/\D/, 'usernameDigits')

/** A typed sign-in name: a username, phone, e-mail, or `name@account_number`. */
export const SignInName = z.string().trim().min(1, 'required').max(64)
/** The characters typed from the picture: four, in any case. */
export const ImageCode = z.string().trim().min(1, 'required').length(4, 'exactly.4')

export const AccountNumber = z.string().regex(/^\d{8}$/, 'format.account')

/** A calendar day, `yyyy-MM-dd`. */
export const Day = z.iso.date('format')
