import { z } from 'zod'
import { diagnosisCauses } from '../diagnosis.ts'
import { attentionStates } from '../fields/state.ts'
import { UnixTime } from '../fields/schemas.ts'
import { get } from './api.ts'
import { RouterType } from './network.ts'

/** The most problems in one answer; the counts say how many there are. */
export const MAX_PROBLEMS = 100
/** The most subjects that a problem names; `count` says how many there are. */
export const MAX_SUBJECTS = 5

/**
 * What is wrong in an account, the gravest first. A cause that explains others takes them in: a branch whose centers are all lost is
 * counted with the lost center, and members whose configuration was refused for one reason are one problem.
 */
export const problemCauses = [
  'service_lapsed',
  'pop_lapsed',
  'center_down',
  'connection_lost',
  'tunnel_down',
  'config_failed',
  'address_changed',
  'links_down',
] as const
export type ProblemCause = (typeof problemCauses)[number]

/** What the console offers for a problem. */
export const problemActions = ['steps', 'resend', 'edit_prefix', 'redial', 'renew', 'open_member', 'open_network'] as const
export type ProblemAction = (typeof problemActions)[number]

export const ProblemSubject = z.object({ router_name: z.string(), note: z.string(), router_type: RouterType })
export type ProblemSubject = z.output<typeof ProblemSubject>

export const Problem = z.object({
  /** The same for as long as the problem lasts. */
  id: z.string(),
  state: z.enum(attentionStates),
  cause: z.enum(problemCauses),
  /** The members that the problem is about: of a lost center that center, not the branches behind it. Empty if it is about the account. */
  subjects: z.array(ProblemSubject).max(MAX_SUBJECTS),
  /** The number of members that the problem is about, and of those that it takes with it. */
  count: z.number().int(),
  affected: z.number().int(),
  /** The networks that it touches, as far as the caller may see them. */
  network_number: z.array(z.string()),
  /** Since when; null if that is not known. */
  since: UnixTime.nullable(),
  /** What is wrong, and what follows from it, in the reader's language. */
  title: z.string(),
  effect: z.string(),
  action: z.enum(problemActions),
})
export type Problem = z.output<typeof Problem>

/** What will need something and is not broken. */
export const reminderKinds = ['service_ending', 'pop_ending', 'never_connected', 'places_left'] as const
export const Reminder = z.object({
  kind: z.enum(reminderKinds),
  text: z.string(),
  /** The member or the POP resource that it is about; null if it is about the account. */
  router_name: z.string().nullable(),
  network_number: z.string().nullable(),
})
export type Reminder = z.output<typeof Reminder>

/** How many there are, and how many of them are well. */
const Share = z.object({ total: z.number().int(), up: z.number().int() })

/** The last time that a site was not well. */
export const LastProblem = z.object({
  router_name: z.string(),
  note: z.string(),
  state: z.enum(attentionStates),
  cause: z.enum(diagnosisCauses),
  start_time: UnixTime,
  seconds: z.number().int(),
})
export type LastProblem = z.output<typeof LastProblem>

/** Everything that is wrong in an account, as far as the caller may see it. */
export const Verdict = z.object({
  time: UnixTime,
  /** The first problems, the gravest first, then the longest. */
  problems: z.array(Problem).max(MAX_PROBLEMS),
  /** The number of causes, which is that of problems, and the number of members that need attention because of them. */
  causes: z.number().int(),
  things: z.number().int(),
  /** Hardware members that were connected once; software members are signed in or not, and never a fault. */
  sites: Share,
  networks: Share,
  /** Enabled links of members that were connected once. */
  links: Share,
  software: Share,
  /** Since when nothing was wrong; null while something is, or if that is not known. */
  well_since: UnixTime.nullable(),
  /**
   * The percentage of the last seven days in which its sites were not down, today included, and the last problem that is over. Null while
   * something is wrong, and if nothing is known.
   */
  availability: z.number().nullable(),
  last_problem: LastProblem.nullable(),
  reminders: z.array(Reminder),
  /** Members that broke within the last seconds, which are no problem yet: how many, the first of them, and when the last of them did. */
  fresh: z
    .object({ count: z.number().int(), members: z.array(ProblemSubject).max(MAX_SUBJECTS), since: UnixTime.nullable() })
    .default({ count: 0, members: [], since: null }),
})
export type Verdict = z.output<typeof Verdict>

export const verdict = {
  read: get('account/verdict', { access: 'any', summary: '需要处理的问题', output: Verdict }),
}
