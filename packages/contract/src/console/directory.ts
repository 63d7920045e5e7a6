import { z } from 'zod'
import {
  CERTIFICATE_ENDINGS,
  CERTIFICATE_MAX_BYTES,
  DIRECTORY_PASSWORD_KEPT,
  type DirectoryMode,
  directoryModeNames,
  directoryStepNames,
  type DirectoryStep,
  Domain,
} from '../directory.ts'
import { says } from '../done.ts'
import { endpointsOf, PageQuery } from '../endpoint.ts'
import { Flag, lineOfText, NetworkNumber, neverEmpty, RouterName, UnixTime } from '../fields/schemas.ts'
import { plain, readHost } from '../reading.ts'

/** A directory may be slow (specification 2 §9). */
const DIRECTORY_TIMEOUT = 60
const { file, get, post } = endpointsOf('console', { timeout: DIRECTORY_TIMEOUT })

const SyncMode = z.union([z.literal(1), z.literal(2)])
const DirectoryType = z.union([z.literal(1), z.literal(2)])
const Mode = z.enum(Object.keys(directoryModeNames) as [DirectoryMode, ...DirectoryMode[]], 'directoryMode')
const Step = z.enum(Object.keys(directoryStepNames) as [DirectoryStep, ...DirectoryStep[]])

/** A host name or an address, without other characters, because it is put into URLs, headers and certificates. */
const Host = z
  .string()
  .overwrite(readHost)
  .min(1, 'required')
  .max(128, 'atMost.128')
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$|^[0-9a-fA-F:]+$/, 'format')
const Port = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  z
    .string()
    .overwrite(plain)
    .min(1, 'required')
    .regex(/^\d{1,5}$/, 'digits')
    .transform(Number)
    .pipe(z.number().min(1).max(65_535)),
)
const CaId = z.uuid('format')
const orNothing = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable()).default(null)

/** The connection to a directory: the whole form, for the check and for saving. */
export const DirectoryConfig = z
  .strictObject({
    mode: Mode.default('public'),
    /** The hardware member that reaches it in the private mode; ignored in the public mode. */
    router_name: orNothing(RouterName),
    domain: Domain,
    host: Host,
    port: Port,
    base_dn: lineOfText(1, 255),
    use_ssl: Flag.default(0),
    use_tls: Flag.default(0),
    ca_id: orNothing(CaId),
    username: lineOfText(0, 128).default(''),
    password: z.string().max(32, 'atMost.32').default(''),
    type: DirectoryType.default(1),
    network_number: orNothing(NetworkNumber),
    sync_mode: SyncMode.default(1),
  })
  .superRefine(({ mode, router_name, use_ssl, use_tls, ca_id, username, password }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', message, path: [field] })
    if (mode === 'private' && router_name === null) refuse('router_name', 'directoryRouter')
    if (use_ssl === 1 && use_tls === 1) refuse('use_tls', 'choice')
    if (use_ssl === 1 && ca_id === null) refuse('ca_id', 'caRequired')
    if (username !== '' && password === '') refuse('password', 'required')
    if (username === '' && password !== '') refuse('username', 'required')
  })
export type DirectoryConfig = z.output<typeof DirectoryConfig>

const SavedConfig = z.object({
  mode: Mode,
  /** Only in the private mode; the member may have been deleted since. */
  router_name: z.string().nullable(),
  /** Its name; null in the public mode and of a deleted member. */
  router_note: z.string().nullable(),
  domain: z.string(),
  host: z.string(),
  port: z.number().int(),
  base_dn: z.string(),
  use_ssl: Flag,
  use_tls: Flag,
  ca_id: z.string().nullable(),
  file_name: z.string().nullable(),
  username: z.string(),
  /** `DIRECTORY_PASSWORD_KEPT`, or '' if there is no password. */
  password: z.enum(['', DIRECTORY_PASSWORD_KEPT]),
  type: DirectoryType,
  network_number: z.string().nullable(),
  network_name: z.string().nullable(),
  sync_mode: SyncMode,
  update_time: UnixTime,
  create_time: UnixTime,
  /** 1 while it is synchronised; 0 after that was stopped. */
  status: Flag,
})
export type SavedDirectory = z.output<typeof SavedConfig>

/** `msg` is why a step failed, or what is to be known of one that succeeded; '' if there is nothing to say. */
const CheckedStep = z.object({ step: Step, ok: Flag, msg: z.string() })
export const DirectoryCheck = z.object({
  ok: Flag,
  steps: z.array(CheckedStep),
  /** The first few users. */
  sample: z.array(z.object({ username: z.string(), description: z.string() })),
})
export type DirectoryCheck = z.output<typeof DirectoryCheck>

export const DirectoryUser = z.object({
  uuid: z.string(),
  username: z.string(),
  description: z.string(),
  exist: z.boolean(),
  verify: z.boolean(),
  disabled: Flag,
  /** Why it cannot be imported; null if it can. */
  reason: z.string().nullable(),
})
export type DirectoryUser = z.output<typeof DirectoryUser>

const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'format')
const Uuid = z.string().regex(/^[\w-]{1,64}$/, 'format')
const Removed = z.object({ removed: z.number().int() })

/** The changes that a synchronisation made, or would make in a dry run. */
export const DirectorySynced = z.object({
  /** Members that were created: equal to `added` once it is done. */
  imported: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  disabled: z.number().int(),
  enabled: z.number().int(),
  /** Users for whom the account has no room left. */
  not_fit: z.number().int(),
  /** Users who cannot become members; the list of users gives the reasons. */
  refused: z.number().int(),
  /** 1: there are so many changes that they are made in the background; `sync_status` shows the progress. */
  queued: Flag,
  /** In a dry run, the first of the changes. */
  rows: z.array(z.object({ kind: z.enum(['add', 'change', 'disable', 'enable']), username: z.string(), before: z.string().nullable() })),
})
export type DirectorySynced = z.output<typeof DirectorySynced>

export const DirectoryStatus = z.object({
  /** Members that came from the directory. */
  count: z.number().int(),
  service: z.object({
    status: Flag,
    /** When the last synchronisation ended; null before the first. */
    update_time: UnixTime.nullable(),
    /** In minutes. */
    cycle: z.number().int(),
    /** Seconds that the last synchronisation took. */
    operation_hours: z.number().nullable(),
    message: z.string(),
    /** 1 while a synchronisation is running. */
    running: Flag,
    progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  }),
})
export type DirectoryStatus = z.output<typeof DirectoryStatus>

/** The media types that browsers give certificate files. */
const CERTIFICATE_UPLOADS = [
  'application/x-x509-ca-cert',
  'application/x-pem-file',
  'application/pkix-cert',
  'application/octet-stream',
  'text/plain',
] as const

/** The directory that the account's software members come from. */
export const directory = {
  status: get('ldap/status', {
    access: 'directory.view',
    summary: '目录同步状态',
    /** 1 manual, 2 automatic; null while directory synchronisation is off. */
    output: z.object({ enable: Flag, sync_mode: SyncMode.nullable() }),
  }),
  config: get('ldap/config', {
    access: 'directory.view',
    summary: '目录配置',
    /** `notice`: a sentence about what needs attention; '' if nothing does. */
    output: z.object({ enable: Flag, data: SavedConfig.nullable(), notice: z.string() }),
    repeats: ['enable', 'notice'],
  }),
  check: post('ldap/check', {
    access: 'directory.edit',
    summary: '检测目录配置',
    done: says.directoryTested,
    input: DirectoryConfig,
    output: DirectoryCheck,
    rate: 'heavy',
    spends: [
      { budget: 'directory_check', at: 'service' },
      { budget: 'directory_password', at: 'service' },
      { budget: 'directory_bind', at: 'service' },
    ],
  }),
  save: post('ldap/save', {
    access: 'directory.edit',
    summary: '保存目录配置',
    done: says.saved,
    spends: [{ budget: 'destination', at: 'door' }],
    input: DirectoryConfig,
    audit: 'directory',
  }),
  delete: post('ldap/delete', {
    access: 'directory.edit',
    summary: '关闭目录接入',
    done: says.closed,
    output: Removed,
    audit: 'directory',
  }),
  upload: post('ldap/upload', {
    access: 'directory.edit',
    summary: '上传 CA 证书',
    done: says.uploaded,
    body: { kind: 'multipart', field: 'file', max_bytes: CERTIFICATE_MAX_BYTES, types: CERTIFICATE_UPLOADS, endings: CERTIFICATE_ENDINGS },
    output: z.object({ ca_id: z.string(), file_name: z.string(), subject: z.string(), not_after: UnixTime }),
    rate: 'heavy',
    timeout: null,
  }),
  verify_domain: post('ldap/verify_domain', {
    access: 'directory.edit',
    summary: '验证域名',
    done: says.proved,
    input: z.strictObject({ domain: Domain }),
    rate: 'heavy',
    spends: [{ budget: 'domain_check', at: 'door', target: 'domain' }],
    audit: 'directory',
  }),
  download_verify_domain: file('ldap/download_verify_domain', {
    access: 'directory.edit',
    summary: '域名验证文件',
    input: z.strictObject({ domain: Domain }),
    media_type: 'text/plain',
  }),
  user: get('ldap/user', {
    access: 'directory.view',
    summary: '目录用户',
    /** `refresh` 1 reads the directory again; without a snapshot it is read in any case. */
    input: PageQuery.extend({ exist: z.enum(['0', '1']).optional(), refresh: z.enum(['0', '1']).default('0') }),
    output: z.object({ data: z.array(DirectoryUser), count: z.number().int(), hash: z.string(), snapshot_time: UnixTime }),
    repeats: ['count', 'hash'],
    writes: true,
  }),
  import: post('ldap/import', {
    access: 'member.create',
    summary: '导入目录用户',
    done: says.imported,
    input: z.strictObject({ hash: Hash, uuid: Uuid }),
    output: z.object({ router_name: z.string() }),
    audit: 'directory',
  }),
  sync: post('ldap/sync', {
    access: 'member.create',
    summary: '同步目录用户',
    done: says.unlessTrial(says.synchronised),
    input: z.strictObject({ hash: Hash, dry_run: neverEmpty(Flag.default(0)) }),
    output: DirectorySynced,
    audit: 'directory',
  }),
  remove: post('ldap/remove', {
    access: 'member.delete',
    summary: '删除目录用户',
    done: says.membersDeleted,
    input: z.strictObject({ hash: Hash, uuid: Uuid }),
    output: Removed,
    audit: 'directory',
  }),
  remove_all: post('ldap/remove_all', {
    access: 'member.delete',
    summary: '删除全部目录用户',
    done: says.membersDeleted,
    input: z.strictObject({ hash: Hash }),
    output: Removed,
    audit: 'directory',
  }),
  sync_status: get('ldap/sync_status', { access: 'directory.view', summary: '目录同步进度', output: DirectoryStatus }),
  sync_mode: post('ldap/sync_mode', {
    access: 'directory.edit',
    summary: '设置同步方式',
    done: says.saved,
    input: z.strictObject({ sync_mode: SyncMode }),
    audit: 'directory',
  }),
  restart_sync: post('ldap/restart_sync', { access: 'directory.edit', summary: '重启同步服务', audit: 'directory' }),
  remove_disable: post('ldap/remove_disable', {
    access: 'member.delete',
    summary: '删除已停用的成员',
    done: says.unlessTrial(says.membersDeleted),
    // True only tells whom it would delete.
    input: z.strictObject({ check: neverEmpty(z.boolean().default(false)) }),
    output: Removed.extend({
      /** The first of them. */
      members: z.array(z.object({ router_name: z.string(), note: z.string() })),
    }),
    audit: 'directory',
  }),
}
