import { z } from 'zod'
import { says } from '../done.ts'
import { PageQuery } from '../endpoint.ts'
import { foldTag, labelInputs, MAX_TAGS, memberLabels, PlaceName, Tag } from '../fields/member-labels.ts'
import { Flag, lineOfText, NetworkNumber, neverEmpty, Note, Password, RouterName, UnixTime } from '../fields/schemas.ts'
import { MAX_SELECTED_MEMBERS, MemberUsername } from '../member.ts'
import { AreaCode, DEFAULT_AREA_CODE, dialled, isPhone, readPhone } from '../phone.ts'
import { plain, readCode } from '../reading.ts'
import { get, list, post } from './api.ts'
import { RevisionState, RouterType } from './network.ts'
import { NetworkImpact } from './network-revision.ts'
import { Availability, MemberCondition } from './state.ts'

/** A member that can still join a network. Only networks that the caller may see are counted. */
export const MemberOption = z.object({
  router_name: z.string(),
  note: z.string(),
  online: Flag,
  network_count: z.number().int(),
  /** One of its networks, for a link; null if it is in none. */
  network_number: z.string().nullable(),
  /** Its networks that the caller may see. */
  networks: z.array(z.object({ network_number: z.string(), network_name: z.string() })),
  /** The LANs that it reports, and the address from which it connects; always empty for a software member. */
  lan: z.array(z.string()),
  address: z.string().nullable(),
})
export type MemberOption = z.output<typeof MemberOption>

/** `network_number` leaves out the members of that network. */
const OptionQuery = PageQuery.extend({ network_number: NetworkNumber.optional() })

export const MemberSummary = z.object({
  router_name: z.string(),
  ...memberLabels,
  router_type: RouterType,
  online: Flag,
  online_status: Flag,
  status: Flag,
  version: z.string().nullable(),
  os: z.string().nullable(),
  /** Masked. */
  phone: z.string().nullable(),
  area_code: z.string().nullable(),
  /** The part after `@` in a software member's name; '' for a hardware member. */
  sign: z.string(),
  router_model: z.string().nullable(),
  /** The address of its own by which it reaches the internet. */
  router_ipv4: z.string().nullable(),
  /** When it last reported; null if never. */
  report_time: UnixTime.nullable(),
  ...MemberCondition.shape,
  ...Availability.shape,
  /** Its networks, as far as the caller may see them. */
  networks: z.array(z.object({ network_number: z.string(), network_name: z.string() })),
})
export type MemberSummary = z.output<typeof MemberSummary>

/** Filters of the list of members; the list and the selection over all pages use the same. */
export const MemberFilter = z.strictObject({
  /** Hardware or software; both if it is left out. */
  type: z.enum(['1', '2']).optional(),
  /** Only members that need attention. */
  attention: z.literal('1').optional(),
  online: z.enum(['0', '1']).optional(),
  online_status: z.enum(['0', '1']).optional(),
  status: z.enum(['0', '1']).optional(),
  province: PlaceName.optional(),
  /** In any case. */
  tag: Tag.optional(),
})

export const MemberInterface = z.object({
  interface: z.string(),
  interface_uuid: z.string(),
  protocol: z.enum(['static', 'dhcp', 'pppoe']),
  ip: z.string().nullable(),
  ipv4: z.string().nullable(),
  ipv4_subnet_mask: z.string().nullable(),
  mtu: z.number().int().nullable(),
})
export type MemberInterface = z.output<typeof MemberInterface>

export const MemberInfo = z.object({
  router_name: z.string(),
  ...memberLabels,
  /** Where its public address seems to be, while no province is chosen; null if that is not known. */
  region_guess: z.object({ province: z.string(), city: z.string() }).nullable(),
  router_type: RouterType,
  status: Flag,
  phone: z.string().nullable(),
  area_code: z.string().nullable(),
  router_model: z.string().nullable(),
  router_ipv4: z.string().nullable(),
  router_mac: z.string().nullable(),
  version: z.string().nullable(),
  os: z.string().nullable(),
  online: Flag,
  online_status: Flag,
  /** When it last reported; null if never. */
  report_time: UnixTime.nullable(),
  revision_state: RevisionState,
  network: z.array(z.object({ network_number: z.string(), network_name: z.string(), network_member_count: z.number().int() })),
  interfaces: z.array(MemberInterface),
  ...MemberCondition.shape,
  ...Availability.shape,
})
export type MemberInfo = z.output<typeof MemberInfo>

const One = z.strictObject({ router_name: RouterName })
/** One member, or up to 5,000 of them. */
const OneOrMany = z.union([RouterName, z.array(RouterName).min(1).max(MAX_SELECTED_MEMBERS)])
const Tags = z.array(Tag).max(MAX_TAGS).default([])
/** 1: only shows what would change. */
const Check = neverEmpty(Flag.optional())
/** The result of a change of several members, made or only checked: the first of the changed members, with their former values. */
const Changed = z.object({
  changed: z.number().int(),
  unchanged: z.number().int(),
  // `note` is left out by servers of the version before.
  rows: z.array(z.object({ router_name: z.string(), note: z.string().optional(), before: z.string(), after: z.string() })),
})
export type MembersChanged = z.output<typeof Changed>

/** A place for the given members, which replaces theirs, and tags that they get and lose. */
const MemberLabel = z
  .strictObject({
    router_name: OneOrMany,
    ...labelInputs,
    add_tags: Tags,
    remove_tags: Tags,
    check: Check,
  })
  .superRefine(({ province, city, add_tags, remove_tags }, { addIssue }) => {
    const refuse = (field: string, message: string) => addIssue({ code: 'custom', message, path: [field] })
    if (province === undefined && city === undefined && add_tags.length + remove_tags.length === 0) refuse('province', 'required')
    if (city !== undefined && province === undefined) refuse('province', 'required')
    if (city && province === '') refuse('province', 'required')
    if (new Set(add_tags.map(foldTag)).size < add_tags.length) refuse('add_tags', 'twice')
  })

/** A phone with its dial code; both are empty for none. 1 binds a free number, 2 moves another member's number by the code sent to it. */
const PhoneFields = {
  area_code: AreaCode.or(z.literal('')).default(DEFAULT_AREA_CODE),
  phone: z.string().overwrite(dialled).max(18).default(''),
  type: z.union([z.literal(1), z.literal(2)]).default(1),
  code: z
    .string()
    .overwrite(readCode)
    .regex(/^(\d{6})?$/, 'exactly.6')
    .default(''),
}
function checkPhone(input: { area_code: string; phone: string; type: 1 | 2; code: string }, context: z.RefinementCtx): void {
  const { phone, type, code } = input
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', message, path: [field] })
  if (phone === '') {
    if (type === 2) refuse('phone', 'phoneRequired')
    return
  }
  if (!isPhone({ area_code: input.area_code || DEFAULT_AREA_CODE, phone })) refuse('phone', 'phone')
  if (type === 2 && code === '') refuse('code', 'required')
}

export const AddMember = z
  .strictObject({
    router_type: z.literal(2).default(2),
    username: MemberUsername,
    password: Password,
    ...PhoneFields,
    note: Note.default(''),
  })
  .overwrite(readPhone)
  .superRefine(checkPhone)

export const MemberPhone = z
  .strictObject({ router_name: RouterName, ...PhoneFields })
  .overwrite(readPhone)
  .superRefine(checkPhone)

/** A province or a tag, and how many members have it. */
const LabelUse = z.object({ name: z.string(), members: z.number().int() })

/** One row per name. A missing member gets a row that says so, so these names are not resolved at the door. */
export const DeletionRow = z.object({
  /** The member's note, or the name as written in the file. */
  name: z.string(),
  router_name: z.string(),
  /** The result as a sentence. */
  result: z.string(),
  deleted: Flag,
})
export type DeletionRow = z.output<typeof DeletionRow>

const CalledMember = z.object({ router_name: z.string(), note: z.string() })
/** A network that members leave when they are deleted: how many, the first of them, and what that does to the members that stay. */
const LeftNetwork = z.object({
  network_number: z.string(),
  network_name: z.string(),
  count: z.number().int(),
  members: z.array(CalledMember),
  impact: z.array(NetworkImpact),
})

export const router = {
  list: list('router/lists', {
    access: 'member.view',
    summary: '成员列表',
    input: PageQuery.extend(MemberFilter.shape),
    row: MemberSummary,
  }),
  names: get('router/names', {
    access: 'member.view',
    summary: '符合条件的成员名称，最多 5000 个',
    input: MemberFilter.extend({ search: lineOfText(0, 64).default('') }),
    output: z.array(z.string()),
  }),
  quantity: get('router/quantity', {
    access: 'member.view',
    summary: '成员数量',
    output: z.object({ hardware: z.number().int(), software: z.number().int(), max: z.number().int(), software_surplus: z.number().int() }),
  }),
  hardware: list('router/hardware', { access: 'member.view', summary: '可选硬件成员', input: OptionQuery, row: MemberOption }),
  software: list('router/software', { access: 'member.view', summary: '可选软件成员', input: OptionQuery, row: MemberOption }),
  member: get('router/member', {
    access: 'member.view',
    summary: '全部可选成员，每类最多 100 个',
    output: z.object({ router: z.array(MemberOption), app: z.array(MemberOption) }),
  }),
  info: get('router/info', { access: 'member.view', summary: '成员详情', input: One, output: MemberInfo }),
  note: post('router/note', {
    access: 'member.edit',
    summary: '修改名称',
    done: says.unlessTrial(says.saved),
    input: z.strictObject({ router_name: OneOrMany, note: Note, check: Check }),
    output: Changed,
    timeout: 60,
    audit: 'member',
  }),
  label: post('router/label', {
    access: 'member.edit',
    summary: '修改地区与标签',
    done: says.unlessTrial(says.saved),
    input: MemberLabel,
    output: Changed,
    timeout: 60,
    audit: 'member',
  }),
  labels: get('router/labels', {
    access: 'member.view',
    summary: '已使用的地区与标签，标签最多 200 个',
    output: z.object({ provinces: z.array(LabelUse), tags: z.array(LabelUse) }),
  }),
  update_status: post('router/update_status', {
    access: 'member.edit',
    summary: '启用或停用软件成员',
    input: z.strictObject({ router_name: OneOrMany, status: Flag, check: Check }),
    output: Changed,
    timeout: 60,
    audit: 'member',
  }),
  add: post('router/add', {
    access: 'member.create',
    summary: '添加软件成员',
    done: says.added,
    input: AddMember,
    output: z.object({ router_name: z.string() }),
    audit: 'member',
    idempotent: true,
  }),
  phone: post('router/phone', {
    access: 'member.edit',
    summary: '绑定、更换或解除手机号',
    done: says.saved,
    input: MemberPhone,
    audit: 'member',
  }),
  password: post('router/password', {
    access: 'member.edit',
    summary: '修改成员密码',
    done: says.saved,
    input: One.extend({ password: Password }),
    audit: 'member',
  }),
  delete: post('router/delete', { access: 'member.delete', summary: '删除成员', done: says.deleted, input: One, audit: 'member' }),
  delete_check: post('router/delete_check', {
    access: 'member.delete',
    summary: '查看删除成员的影响',
    input: z.strictObject({ router_name: OneOrMany }),
    // How many members would be deleted, the first of them, and the networks that they leave.
    output: z.object({ count: z.number().int(), members: z.array(CalledMember), networks: z.array(LeftNetwork) }),
    costly: true,
    processor_ms: 800,
    timeout: 60,
  }),
  batch_delete: post('router/batch_delete', {
    access: 'member.delete',
    summary: '批量删除软件成员',
    done: says.rowsDeleted,
    input: z.strictObject({ router_name: z.array(z.string().overwrite(plain).min(1).max(64)).min(1).max(MAX_SELECTED_MEMBERS) }),
    output: z.array(DeletionRow),
    timeout: 60,
    audit: 'member',
  }),
  remove_disable: post('router/remove_disable', {
    access: 'member.delete',
    summary: '删除已停用的软件成员',
    done: says.unlessTrial(says.membersDeleted),
    // True only tells whom it would delete.
    input: z.strictObject({ check: neverEmpty(z.boolean().default(false)) }),
    output: z.object({
      removed: z.number().int(),
      /** The first of them. */
      members: z.array(CalledMember),
    }),
    timeout: 60,
    audit: 'member',
  }),
}
