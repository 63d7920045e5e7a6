import { z } from 'zod'
import { says } from '../done.ts'
import { PageQuery } from '../endpoint.ts'
import { Tag } from '../fields/member-labels.ts'
import { Flag, lineOfText, NetworkNumber, neverEmpty, Password, RoleId, RoleNote, SubAccountId, UnixTime } from '../fields/schemas.ts'
import { plain } from '../reading.ts'
import { allRights, besideAnswered, besideShapes, flagOf, needsView, permissions, type RightArea, viewOf } from '../rights.ts'
import { get, list, post } from './api.ts'

export const ROLE_NAME_MAX = 24
export const SUB_ACCOUNT_NAME_MAX = 18
/** The most roles of one account. */
export const ROLES_MAX = 100
/** The most networks that one role may designate. */
const DESIGNATED_MAX = 1000
/** Seconds for which an owner looks at the account as a role. */
export const VIEW_SECONDS = 1800
/** The most tags to whose members one role may be limited. */
export const ROLE_TAGS_MAX = 20

const RoleName = lineOfText(1, ROLE_NAME_MAX)
const Nickname = lineOfText(1, SUB_ACCOUNT_NAME_MAX)
/** The sub-account signs in as `username@account_number`, so the name has no @ itself. */
const SubAccountName = z
  .string()
  .overwrite(plain)
  .min(1, 'required')
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,17}$/, 'subAccountName')

/**
 * The rights that a role grants (specification, document 2 §3). What is left out stays as the role had it, and in a new role is as it
 * was before it could be chosen (`usualRights`).
 */
const Rights = { view: Flag.optional(), create: Flag, edit: Flag, delete: Flag }
const beside = besideShapes
export const RoleAuth = z
  .strictObject({
    easylink: z.strictObject({
      router: z.strictObject({
        ...Rights,
        /** 1 to see the members of the designated networks alone. */
        by_network: neverEmpty(Flag.optional()),
        /** To see only members with one of these tags; none means that tags limit nothing. */
        tags: neverEmpty(z.array(Tag).max(ROLE_TAGS_MAX).optional()),
      }),
      network: z
        .strictObject({
          ...Rights,
          /** 1 if the role is confined to the named networks. If left out, the role is confined when any are named. */
          confined: neverEmpty(Flag.optional()),
          networks: neverEmpty(
            z
              .preprocess(
                (names) => (Array.isArray(names) ? names.filter((name) => name !== '') : names),
                z.array(NetworkNumber).max(DESIGNATED_MAX),
              )
              .default([]),
          ),
        })
        .refine(({ confined, networks }) => confined !== 1 || networks.length > 0, { error: 'chooseNetwork', path: ['networks'] }),
    }),
    monitor: z.strictObject(Rights),
    ticket: z.strictObject(beside.ticket).optional(),
    log: z.strictObject(beside.log).optional(),
    service: z.strictObject(beside.service).optional(),
    saas: z.strictObject(beside.saas).optional(),
    directory: z.strictObject(beside.directory).optional(),
    download: z.strictObject(beside.download).optional(),
    operation_log: z.strictObject(beside.operation_log).optional(),
  })
  .superRefine((auth, { addIssue }) => {
    for (const permission of permissions)
      if (needsView(permission) && flagOf(auth, permission) === 1 && flagOf(auth, viewOf(permission)) === 0) {
        const [area] = permission.split('.') as [RightArea]
        const place = area === 'member' ? ['easylink', 'router'] : area === 'network' ? ['easylink', 'network'] : [area]
        addIssue({ code: 'custom', message: `viewNeeded.${area}`, path: [...place, 'view'] })
        return
      }
  })
export type RoleAuth = z.output<typeof RoleAuth>

export const Role = z.object({
  id: z.string(),
  name: z.string(),
  note: z.string(),
  create_time: UnixTime,
  update_time: UnixTime,
  /** Sub-accounts and access keys that have the role. */
  users: z.number().int(),
  auth: z.object({
    easylink: z.object({
      router: z.object({ ...allRights, by_network: Flag, tags: z.array(z.string()) }),
      network: z.object({
        ...allRights,
        confined: Flag,
        networks: z.array(z.object({ network_number: z.string(), network_name: z.string() })),
      }),
    }),
    ...besideAnswered,
  }),
})
export type Role = z.output<typeof Role>

export const SubAccount = z.object({
  id: z.string(),
  username: z.string(),
  role_id: z.string(),
  role_name: z.string(),
  nickname: z.string(),
  create_time: UnixTime,
  login_time: UnixTime.nullable(),
  /** 0 if it is disabled: it may not sign in. */
  status: Flag,
})
export type SubAccount = z.output<typeof SubAccount>

/** The owner's sub-accounts (specification, document 2 §2 "Sub-accounts and roles"). */
export const subAccounts = {
  domain: get('ram/domain', { access: 'owner', summary: '子账号登录域', output: z.object({ domain: z.string() }) }),
  quantity: get('ram/quantity', {
    access: 'owner',
    summary: '子账号数量与上限',
    output: z.object({ use: z.number().int(), max: z.number().int() }),
  }),
  lists: list('ram/lists', { access: 'owner', summary: '子账号列表', input: PageQuery, row: SubAccount }),
  info: get('ram/info', { access: 'owner', summary: '子账号详情', input: z.strictObject({ id: SubAccountId }), output: SubAccount }),
  create: post('ram/create', {
    access: 'owner',
    summary: '创建子账号',
    done: says.saved,
    input: z.strictObject({ role_id: RoleId, nickname: Nickname, username: SubAccountName, password: Password }),
    output: z.object({ id: z.string() }),
    audit: 'role',
    credentials: true,
    idempotent: true,
    fresh_proof: { by_sign_in: true },
  }),
  edit: post('ram/edit', {
    access: 'owner',
    summary: '编辑子账号；密码留空表示不修改',
    done: says.saved,
    input: z.strictObject({
      id: SubAccountId,
      role_id: RoleId,
      nickname: Nickname,
      password: z.union([z.literal(''), Password]).default(''),
    }),
    audit: 'role',
    credentials: true,
    fresh_proof: { where: 'password' },
  }),
  disable: post('ram/disable', {
    access: 'owner',
    summary: '停用子账号：结束其全部登录，不再允许登录',
    input: z.strictObject({ id: SubAccountId }),
    audit: 'role',
    credentials: true,
  }),
  enable: post('ram/enable', {
    access: 'owner',
    summary: '启用子账号',
    input: z.strictObject({ id: SubAccountId }),
    audit: 'role',
    credentials: true,
  }),
  delete: post('ram/delete', {
    access: 'owner',
    summary: '删除子账号',
    done: says.deleted,
    input: z.strictObject({ id: SubAccountId }),
    audit: 'role',
    credentials: true,
  }),
}

export const roles = {
  lists: list('ram_role/lists', { access: 'owner', summary: '角色列表', input: PageQuery, row: Role }),
  info: get('ram_role/info', { access: 'owner', summary: '角色详情', input: z.strictObject({ id: RoleId }), output: Role }),
  select: get('ram_role/select', {
    access: 'owner',
    summary: '可选角色',
    output: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  create: post('ram_role/create', {
    access: 'owner',
    summary: '创建角色',
    done: says.saved,
    input: z.strictObject({ name: RoleName, note: RoleNote.default(''), auth: RoleAuth }),
    output: z.object({ id: z.string() }),
    audit: 'role',
    idempotent: true,
  }),
  edit: post('ram_role/edit', {
    access: 'owner',
    summary: '编辑角色',
    done: says.saved,
    input: z.strictObject({ id: RoleId, name: RoleName, note: RoleNote.default(''), auth: RoleAuth }),
    audit: 'role',
  }),
  view_as: post('ram_role/view_as', {
    access: 'owner',
    summary: '以此角色查看：本次登录在 30 分钟内只能按该角色查看，不能修改',
    input: z.strictObject({ id: RoleId }),
    output: z.object({ until: UnixTime }),
    audit: 'role',
  }),
  view_as_end: post('ram_role/view_as_end', {
    access: 'any',
    summary: '结束以角色查看',
    audit: 'role',
    while_viewing: true,
  }),
  delete: post('ram_role/delete', {
    access: 'owner',
    summary: '删除角色',
    done: says.deleted,
    input: z.strictObject({ id: RoleId }),
    audit: 'role',
  }),
}
