import { z } from 'zod'
import { type DirectoryStep, directoryReasons, directoryStepNames } from '../directory.ts'

/** Users of one message. */
export const MAX_LDAP_USERS = 500
/** Directories that one device asks at a time. */
export const MAX_LDAP_REQUESTS = 16

const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((words) => words.isWellFormed() && !/\p{Cc}/u.test(words))
const Id = z.uuid()
const Step = z.enum(Object.keys(directoryStepNames) as [DirectoryStep, ...DirectoryStep[]])

/** The one directory that a request is about. The device asks no other, whatever that one answers. */
const Target = z.object({
  host: text(128),
  port: z.number().int().min(1).max(65_535),
  security: z.enum(['none', 'ssl', 'starttls']),
  /** PEM of the authority that its certificate must come from; null trusts the public ones. */
  ca: z.string().max(3_000_000).nullable(),
  base_dn: text(255),
  /** '' asks as nobody. */
  bind_dn: text(128),
  password: z.string().max(128),
  type: z.union([z.literal(1), z.literal(2)]),
})

/** What a device may be asked to ask: three questions, whose filters and attributes the device makes itself. */
export const LdapRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('check'), target: Target }),
  z.object({ kind: z.literal('read'), target: Target }),
  /** Whether a password is that of the user with this uuid. */
  z.object({ kind: z.literal('authenticate'), target: Target, uuid: text(64), password: z.string().max(1024) }),
])
export type LdapRequest = z.output<typeof LdapRequest>

/** 64 characters, of which some take two units. */
const Words = text(128)
const User = z.object({ uuid: text(64), username: Words, description: Words, disabled: z.boolean() })
export type LdapUser = z.output<typeof User>
export const LdapUsers = z.array(User).max(MAX_LDAP_USERS)

/** How a request ended; `failure` null where all went well. What is not asked for is left empty. */
export const LdapAnswer = z.object({
  failure: z
    .object({
      step: Step,
      /** A reason of a later version reads as the most general one. */
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
  /** Ask a directory. Passwords are neither kept nor logged. `now`: the controller's clock, in Unix seconds. */
  z.object({ type: z.literal('ldap'), id: Id, now: z.number().int(), request: LdapRequest }),
  /** The last page was taken: the next may come. */
  z.object({ type: z.literal('ldap.next'), id: Id }),
  /** Nobody waits any more. */
  z.object({ type: z.literal('ldap.stop'), id: Id }),
] as const

export const ldapAgentMessages = [
  /** A page of users; the next follows `ldap.next`. */
  z.object({ type: z.literal('ldap.users'), id: Id, users: LdapUsers }),
  z.object({ type: z.literal('ldap.done'), id: Id, answer: LdapAnswer }),
] as const
