import { z } from 'zod'
import { PageQuery } from '../endpoint.ts'
import { type NetworkField, networkFields } from '../fields/network.ts'
import { NetworkNumber, RouterName, UnixTime } from '../fields/schemas.ts'
import { get, list, post } from './api.ts'
import { branches } from './branches.ts'
import { network, OneNetwork } from './network.ts'
import { MAX_CHANGES, networkSettings } from './network-setting.ts'

/** The calls that can be collected in a draft and applied as one revision, by the part of their path after `network/`. */
export const draftable = {
  name: network.rename,
  edit: network.edit,
  add_member: network.add_member,
  add_branches: branches.add,
  remove_member: network.remove_member,
  edit_prefix: networkSettings.edit_prefix,
  dns: networkSettings.dns,
  edit_routing: networkSettings.edit_routing,
  default_route: networkSettings.default_route,
  fixed_port: networkSettings.fixed_port,
  edit_center_gateway: networkSettings.edit_center_gateway,
  enable_center_link: networkSettings.enable_center_link,
  center_link: networkSettings.center_link,
  edit_center_link_gateway: networkSettings.edit_center_link_gateway,
  edit_point_link: networkSettings.edit_point_link,
  edit_ip_address_pool: networkSettings.edit_ip_address_pool,
  ciphers: networkSettings.ciphers,
  software_mode: networkSettings.software_mode,
  fr: networkSettings.fr,
  member_ov: networkSettings.member_ov,
  quagga: networkSettings.quagga,
  quagga_enable: networkSettings.quagga_enable,
  quagga_disable: networkSettings.quagga_disable,
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
  /** The number of members, and the names of the first of them. */
  count: z.number().int(),
  router_names: z.array(z.string()),
})
export type NetworkImpact = z.output<typeof NetworkImpact>

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
})
export type NetworkRevision = z.output<typeof NetworkRevision>

/** The most changes of an account in one answer. */
export const RECENT_CHANGES = 5

/** A revision of any network of the account. */
export const RecentChange = NetworkRevision.omit({ diff: true }).extend({
  network_number: z.string(),
  network_name: z.string(),
  /** The members of its network now, and how many of them run it; null for a revision that is not the newest of its network. */
  members: z.number().int(),
  applied: z.number().int().nullable(),
})
export type RecentChange = z.output<typeof RecentChange>

/** A file of a member's configuration as its agent renders it, with masked secrets. */
export const PreviewFile = z.object({ path: z.string(), content: z.string() })
export type PreviewFile = z.output<typeof PreviewFile>

export const networkRevisions = {
  list: list('network/revisions', {
    access: 'any',
    summary: '版本历史',
    // A member: only the revisions that changed it.
    input: PageQuery.pick({ page: true, limit: true }).extend({ network_number: NetworkNumber, router_name: RouterName.optional() }),
    row: NetworkRevision,
  }),
  recent: get('account/changes', {
    access: 'any',
    summary: '最近变更',
    output: z.array(RecentChange).max(RECENT_CHANGES),
  }),
  preview: get('network/preview', {
    access: 'any',
    summary: '配置预览',
    input: OneNetwork.extend({ router_name: RouterName }),
    output: z.object({ files: z.array(PreviewFile) }),
  }),
  rollback: post('network/rollback', {
    access: 'network.edit',
    summary: '恢复到历史版本',
    input: OneNetwork.extend({ revision: z.number().int().min(1), dry_run: z.boolean().default(false) }),
    output: z.object({ revision: z.number().int(), impact: z.array(NetworkImpact), diff: z.array(FieldChange) }),
    audit: 'network',
  }),
  changes: post('network/changes', {
    access: 'network.edit',
    summary: '批量修改组网配置',
    input: OneNetwork.extend({
      revision: z.number().int().optional(),
      changes: z.array(NetworkChange).min(1).max(MAX_CHANGES),
      dry_run: z.boolean().default(false),
    }),
    output: z.object({ revision: z.number().int(), impact: z.array(NetworkImpact), diff: z.array(FieldChange) }),
    audit: 'network',
  }),
}
