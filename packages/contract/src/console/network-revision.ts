import { z } from 'zod'
import { says } from '../done.ts'
import { PageQuery } from '../endpoint.ts'
import { type Words, words } from '../fields/field.ts'
import { type NetworkField, networkFields } from '../fields/network.ts'
import { Flag, linesOfText, NetworkNumber, neverEmpty, RouterName, UnixTime } from '../fields/schemas.ts'
import { get, list, post } from './api.ts'
import { branches } from './branches.ts'
import { network, type NetworkMember, OneNetwork, RouterType } from './network.ts'
import { MAX_CHANGES, settingChanges } from './network-setting.ts'

/** The calls that can be collected in a draft and applied as one revision, by the part of their path after `network/`. */
export const draftable = {
  name: network.rename,
  edit: network.edit,
  add_member: network.add_member,
  add_branches: branches.add,
  remove_member: network.remove_member,
  ...settingChanges,
} as const
export type Draftable = keyof typeof draftable
const draftableNames = Object.keys(draftable) as [Draftable, ...Draftable[]]

/** One change of a draft: a call and its input without the network's number. The server checks the input by the call's own schema. */
export const NetworkChange = z.strictObject({ call: z.enum(draftableNames), input: z.record(z.string(), z.unknown()) })
export type NetworkChange = z.output<typeof NetworkChange>

const networkFieldKeys = Object.keys(networkFields) as [NetworkField, ...NetworkField[]]

/** One field that a revision changed. `text` is the sentence about it, in the reader's language. */
export const FieldChange = z.object({ field: z.enum(networkFieldKeys), from: z.unknown(), to: z.unknown(), text: z.string() })
export type FieldChange = z.output<typeof FieldChange>

/** The effect of a change on a member: `live` none, `bounce` it reconnects, `restart` its tunnels restart, `leave` it leaves for good. */
export const impactKinds = ['live', 'bounce', 'restart', 'leave'] as const
export const NetworkImpact = z.object({
  kind: z.enum(impactKinds),
  /** Approximate seconds without connection. */
  seconds: z.number().int(),
  /** The number of members, and the serial numbers or logins of the first of them. */
  count: z.number().int(),
  router_names: z.array(z.string()),
  /** Display names; omitted in stored effects. */
  names: z.array(z.string()).optional(),
})
export type NetworkImpact = z.output<typeof NetworkImpact>

/** One of the changes that make a revision together: what it does, and to whom. */
export const ChangeStep = z.object({ text: z.string(), impact: z.array(NetworkImpact) })
export type ChangeStep = z.output<typeof ChangeStep>
/** The most changes of a draft whose effects are told one by one; of more, only those of all together. */
export const MAX_STEPS = 12

/** `pending`, `applied` and `failed` are of the newest revision; `superseded`: another followed; `reverted`: undone automatically. */
export const RevisionOutcome = z.enum(['pending', 'applied', 'failed', 'superseded', 'reverted'])
export const NetworkRevision = z.object({
  revision: z.number().int(),
  create_time: UnixTime,
  /** The author: a login's name, or the operator or the system in the reader's language. */
  by: z.string(),
  summary: z.string(),
  state: RevisionOutcome,
  diff: z.array(FieldChange),
  /** Display names of the members in `diff`, by serial number or login. */
  names: z.record(z.string(), z.string()),
})
export type NetworkRevision = z.output<typeof NetworkRevision>

/** The number of the newest changes that the overview shows. */
export const RECENT_CHANGES = 5
/** The most authors that `account/change_authors` returns. */
export const MAX_AUTHORS = 500

/** Who made changes: `login:` and its name, `operator:` or `system:`; and how the author is called in the reader's language. */
export const ChangeAuthor = z.object({ author: z.string(), by: z.string() })
export type ChangeAuthor = z.output<typeof ChangeAuthor>

/** A revision of any network of the account. */
export const RecentChange = NetworkRevision.omit({ diff: true, names: true }).extend({
  network_number: z.string(),
  network_name: z.string(),
  /** The members of its network now, and how many of them run it; null for a revision that is not the newest of its network. */
  members: z.number().int(),
  applied: z.number().int().nullable(),
})
export type RecentChange = z.output<typeof RecentChange>

/**
 * How far a member is with the newest revision: `pending` is connected and has not answered yet; `offline` and `never` get it once they
 * connect, `never` for the first time.
 */
export const applyPhases = ['applied', 'pending', 'failed', 'offline', 'never'] as const
export const ApplyPhase = z.enum(applyPhases)
export type ApplyPhase = z.output<typeof ApplyPhase>
export const phaseNames = {
  applied: words('已生效', 'Applied'),
  pending: words('下发中', 'Applying'),
  failed: words('下发失败', 'Not applied'),
  offline: words('上线后下发', 'Applied once online'),
  never: words('首次上线后下发', 'Applied once it first connects'),
} as const satisfies Record<ApplyPhase, Words>
/** Returns how far a member is with its newest configuration: one that is away is not waited for, whoever shows it. */
export function phaseOf({
  revision_state,
  online_status,
  state,
}: Pick<NetworkMember, 'revision_state' | 'online_status' | 'state'>): ApplyPhase {
  if (revision_state !== 'pending') return revision_state
  return online_status === 1 ? 'pending' : state === 'never' ? 'never' : 'offline'
}
/** What may help a member that did not apply a revision: other prefixes, or the same configuration once more. */
export const ApplyFix = z.enum(['prefix', 'resend'])
/** Seconds for which a change may be undone at once. */
export const UNDO_SECONDS = 60
/** The most members whose phases are told one by one; of more, only the counts. */
export const MAX_PHASES = 84
/** The most failed and the most absent members that are named. */
export const MAX_APPLY_NAMES = 20
/** The most changes that the progress of a revision names. */
export const MAX_APPLY_CHANGES = 8

const NamedMember = z.object({ router_name: z.string(), note: z.string() })
/** How far the members are that the newest revision of a network touched. */
export const NetworkProgress = z.object({
  network_name: z.string(),
  revision: z.number().int(),
  began: UnixTime,
  /** The server's time, for those whose clock is wrong. */
  time: UnixTime,
  /** The author: a login's name, or the operator or the system in the reader's language. */
  by: z.string(),
  /** 1 if the caller made the revision. */
  own: Flag,
  /** 1 if the revision is a draft that was applied. */
  draft: Flag,
  /** The number of changes, and the first of them as sentences. */
  change_count: z.number().int(),
  changes: z.array(z.string()),
  /** The revision whose settings it restored; null if it is a change like any other. */
  restores: z.number().int().nullable(),
  impact: z.array(NetworkImpact),
  /** The changes of a draft one by one; empty for a single change, and for more than `MAX_STEPS`. */
  steps: z.array(ChangeStep),
  counts: z.object({
    members: z.number().int(),
    /** Those of the members that are centers of the network. */
    centers: z.number().int(),
    applied: z.number().int(),
    pending: z.number().int(),
    failed: z.number().int(),
    offline: z.number().int(),
    never: z.number().int(),
  }),
  /** Milliseconds from the change until now, or until the last member that was connected then answered; null if none has answered. */
  elapsed_ms: z.number().int().nullable(),
  /** Centers first, then by name; empty if there are more than `MAX_PHASES`. */
  members: z.array(NamedMember.extend({ phase: ApplyPhase })),
  /** `error` is null if it may be about networks that the caller may not see. */
  failed: z.array(NamedMember.extend({ error: z.string().nullable(), fix: ApplyFix })),
  /** Members that are offline; those that never connected are only counted. */
  offline: z.array(NamedMember.extend({ router_type: RouterType })),
  /** Until when the revision may be undone at once; null if it is none that a login made. */
  undo_until: UnixTime.nullable(),
})
export type NetworkProgress = z.output<typeof NetworkProgress>

/** The changes to a network that its editors collect before they apply them as one revision. */
export const NetworkDraft = z.object({
  /** Raised with every save. 0 while there is no draft. */
  version: z.number().int(),
  changes: z.array(NetworkChange),
  /** The revision of the network upon which the draft was last saved. */
  base_revision: z.number().int(),
  /** The login that saved it last. */
  author: z.string(),
  comment: z.string(),
  update_time: UnixTime.nullable(),
  /** The members that the changes name, also those that left the network; only those that the caller may see. */
  members: z.array(NamedMember),
})
export type NetworkDraft = z.output<typeof NetworkDraft>
export const MAX_DRAFT_COMMENT = 200

/** A file of a member's configuration as its agent renders it, with masked secrets. */
export const PreviewFile = z.object({ path: z.string(), content: z.string() })
export type PreviewFile = z.output<typeof PreviewFile>

export const networkRevisions = {
  list: list('network/revisions', {
    access: 'network.view',
    summary: '版本历史',
    // A member: only the revisions that changed it.
    input: PageQuery.pick({ page: true, limit: true }).extend({ network_number: NetworkNumber, router_name: RouterName.optional() }),
    row: NetworkRevision,
  }),
  recent: list('account/changes', {
    access: 'network.view',
    summary: '全部组网的变更',
    input: PageQuery.pick({ page: true, limit: true }).extend({
      network_number: NetworkNumber.optional(),
      // As `account/change_authors` returns it.
      author: z.string().max(128).optional(),
    }),
    row: RecentChange,
  }),
  authors: get('account/change_authors', {
    access: 'network.view',
    summary: '变更的修改人',
    output: z.array(ChangeAuthor).max(MAX_AUTHORS),
  }),
  preview: get('network/preview', {
    access: 'network.view',
    summary: '配置预览',
    input: OneNetwork.extend({ router_name: RouterName }),
    output: z.object({ files: z.array(PreviewFile) }),
  }),
  rollback: post('network/rollback', {
    access: 'network.edit',
    summary: '恢复到历史版本',
    input: OneNetwork.extend({ revision: z.number().int().min(1), dry_run: neverEmpty(z.boolean().default(false)) }),
    output: z.object({ revision: z.number().int(), impact: z.array(NetworkImpact), diff: z.array(FieldChange) }),
    audit: 'network',
  }),
  progress: get('network/progress', { access: 'network.view', summary: '下发进度', input: OneNetwork, output: NetworkProgress }),
  draft: get('network/draft', { access: 'network.view', summary: '组网草稿', input: OneNetwork, output: NetworkDraft }),
  draft_save: post('network/draft_save', {
    access: 'network.edit',
    summary: '保存组网草稿',
    done: says.saved,
    input: OneNetwork.extend({
      // The version that the caller read; another one is refused.
      version: z.number().int().min(0),
      changes: z.array(NetworkChange).min(1).max(MAX_CHANGES),
      comment: linesOfText(0, MAX_DRAFT_COMMENT).default(''),
    }),
    output: z.object({ version: z.number().int() }),
  }),
  draft_discard: post('network/draft_discard', {
    access: 'network.edit',
    summary: '放弃组网草稿',
    input: OneNetwork.extend({ version: z.number().int().min(1) }),
  }),
  changes: post('network/changes', {
    access: 'network.edit',
    summary: '批量修改组网配置',
    done: says.unlessTrial(says.saved),
    input: OneNetwork.extend({
      revision: neverEmpty(z.number().int().optional()),
      changes: z.array(NetworkChange).min(1).max(MAX_CHANGES),
      dry_run: neverEmpty(z.boolean().default(false)),
      // The version of the network's draft, which must hold just these changes; it ends with them.
      draft: neverEmpty(z.number().int().min(1).optional()),
    }),
    // One step for each change, in their order; none for a single change.
    output: z.object({
      revision: z.number().int(),
      impact: z.array(NetworkImpact),
      diff: z.array(FieldChange),
      steps: z.array(ChangeStep),
    }),
    costly: true,
    processor_ms: 800,
    audit: 'network',
  }),
}
