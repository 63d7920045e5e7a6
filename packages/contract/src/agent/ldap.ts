import { z } from 'zod'
import { type DirectoryStep, directoryReasons, directoryStepNames } from '../directory.ts'

/** The most users in one message. */
export const MAX_LDAP_USERS = 500
/** The most directory requests that one device handles at a time. */
export const MAX_LDAP_REQUESTS = 16

const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((words) => words.isWellFormed() && !/\p{Cc}/u.test(words))
const Id = z.uuid()
const Step = z.enum(Object.keys(directoryStepNames) as [DirectoryStep, ...DirectoryStep[]])

/** The directory that a request is about. The device asks no other server, whatever this one answers. */
const Target = z.object({
  host: text(128),
  port: z.number().int().min(1).max(65_535),
  security: z.enum(['none', 'ssl', 'starttls']),
  /** PEM of the authority that must have issued the directory's certificate; null trusts the public authorities. */
  ca: z.string().max(3_000_000).nullable(),
  base_dn: text(255),
  /** '' binds anonymously. */
  bind_dn: text(128),
  password: z.string().max(128),
  type: z.union([z.literal(1), z.literal(2)]),
})

/** The three questions that a device may be asked to put to a directory. The device itself makes their filters and attributes. */
export const LdapRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('check'), target: Target }),
  z.object({ kind: z.literal('read'), target: Target }),
  /** Asks whether the password is that of the user with this uuid. */
  z.object({ kind: z.literal('authenticate'), target: Target, uuid: text(64), password: z.string().max(1024) }),
])
export type LdapRequest = z.output<typeof LdapRequest>

/** At most 64 characters, some of which take two UTF-16 units. */
const Words = text(128)
const User = z.object({ uuid: text(64), username: Words, description: Words, disabled: z.boolean() })
export type LdapUser = z.output<typeof User>
export const LdapUsers = z.array(User).max(MAX_LDAP_USERS)

/** The result of a request; `failure` is null if everything succeeded. Fields that the request did not ask for are empty. */
export const LdapAnswer = z.object({
  failure: z
    .object({
      step: Step,
      /** A reason that only a later version knows is read as the most general one. */
      reason: z.enum(directoryReasons).catch('closed'),
      facts: z.record(text(32), text(300)),
    })
    .nullable(),
  done: z.array(Step).max(10).default([]),
  sample: z.array(User).max(10).default([]),
  verdict: z.enum(['ok', 'wrong', 'disabled', 'gone']).nullable().default(null),
})
export type LdapAnswer = z.output<typeof LdapAnswer>

export const ldapControllerMessages = [
  /** Asks a directory. Passwords are neither kept nor logged. `now`: the controller's clock, in Unix seconds. */
  z.object({ type: z.literal('ldap'), id: Id, now: z.number().int(), request: LdapRequest }),
  /** The last page was taken; the device may send the next. */
  z.object({ type: z.literal('ldap.next'), id: Id }),
  /** The controller no longer waits for the answer. */
  z.object({ type: z.literal('ldap.stop'), id: Id }),
] as const

export const ldapAgentMessages = [
  /** A page of users; the device sends the next after `ldap.next`. */
  z.object({ type: z.literal('ldap.users'), id: Id, users: LdapUsers }),
  z.object({ type: z.literal('ldap.done'), id: Id, answer: LdapAnswer }),
] as const
