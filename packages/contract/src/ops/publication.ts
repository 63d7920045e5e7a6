import { z } from 'zod'
import { Announcement, clientSystems, DEFAULT_LINUX_PLATFORM, DocumentNode, linuxKinds, storeSystems } from '../console/publication.ts'
import { says } from '../done.ts'
import { endpointsOf, PageQuery } from '../endpoint.ts'
import { AccountNumber, lineOfText, neverEmpty, RowId, UnixTime } from '../fields/schemas.ts'
import { plain, readUrl } from '../reading.ts'

const { get, post, list } = endpointsOf('ops')

const One = z.strictObject({ id: RowId })
const Made = z.object({ id: z.string() })
export const TITLE_MAX = 64
const CONTENT_MAX = 200_000
/** HTML as written; elements not on the list of harmless ones are dropped when it is stored. */
const RichText = z.string().trim().min(1, 'required').max(CONTENT_MAX)

const AnnouncementDraft = z.strictObject({
  title: lineOfText(1, TITLE_MAX),
  tag: lineOfText(0, 64).default(''),
  /** When customers see it; for a draft, when it is meant to be released. */
  release_time: UnixTime.nullable().default(null),
  /** From when customers do not see it any more; null if they see it for ever. */
  end_time: UnixTime.nullable().default(null),
  /**
   * `draft` keeps it, seen by no customer; `now` releases it; `schedule` releases it at a time to come. Without it, it is released at the
   * given time, which may be past.
   */
  save: neverEmpty(z.enum(['draft', 'now', 'schedule']).optional()),
  link: z
    .union([
      z.literal('').transform(() => null),
      z
        .string()
        .overwrite(readUrl)
        .check(z.url({ protocol: /^https?$/ }))
        .max(512),
    ])
    .nullable()
    .default(null),
  content: RichText,
})

/** `planned` waits for its release; `ended` was taken down. */
export const announcementStates = ['draft', 'planned', 'released', 'ended'] as const
export type AnnouncementState = (typeof announcementStates)[number]
const DeskAnnouncement = Announcement.extend({
  state: z.enum(announcementStates),
  release_time: UnixTime.nullable(),
  end_time: UnixTime.nullable(),
  /** Who changed it last, and when. */
  operator_name: z.string(),
  update_time: UnixTime,
  /** The logins that opened it, and their accounts; one that leads to another site is not opened here. */
  readers: z.number().int(),
  reader_accounts: z.number().int(),
})
export type DeskAnnouncement = z.output<typeof DeskAnnouncement>

export const announcements = {
  list: list('announcements/lists', {
    access: 'operator',
    summary: '公告列表，含草稿和未发布的',
    input: PageQuery.extend({ state: z.enum(announcementStates).optional() }),
    row: DeskAnnouncement,
  }),
  info: get('announcements/info', {
    access: 'operator',
    summary: '公告内容',
    input: One,
    output: DeskAnnouncement.extend({ content: z.string(), version: z.number().int() }),
  }),
  create: post('announcements/create', {
    access: 'ops.publish',
    summary: '发布公告',
    done: says.saved,
    input: AnnouncementDraft,
    output: Made,
    audit: 'publication',
    idempotent: true,
  }),
  edit: post('announcements/edit', {
    access: 'ops.publish',
    summary: '修改公告',
    done: says.saved,
    /** `version`: the one that was read; if it was changed since, this change is refused. */
    input: AnnouncementDraft.extend({ id: RowId, version: neverEmpty(z.number().int().min(1).optional()) }),
    audit: 'publication',
  }),
  end: post('announcements/end', { access: 'ops.publish', summary: '下线公告', input: One, audit: 'publication' }),
  delete: post('announcements/delete', {
    access: 'ops.publish',
    summary: '删除公告',
    done: says.deleted,
    input: One,
    audit: 'publication',
  }),
}

const DocumentDraft = z.strictObject({ title: lineOfText(1, TITLE_MAX), content: z.string().max(CONTENT_MAX) })
const Parent = RowId.nullable().default(null)

export const documents = {
  list: list('documents/lists', {
    access: 'operator',
    summary: '帮助文档列表',
    input: PageQuery,
    row: z.object({
      id: z.string(),
      parent_id: z.string().nullable(),
      title: z.string(),
      position: z.number().int(),
      update_time: UnixTime,
    }),
  }),
  tree: get('documents/tree', { access: 'operator', summary: '帮助文档目录', output: z.array(DocumentNode) }),
  info: get('documents/info', {
    access: 'operator',
    summary: '帮助文档内容',
    input: One,
    output: z.object({ id: z.string(), parent_id: z.string().nullable(), title: z.string(), content: z.string(), update_time: UnixTime }),
  }),
  create: post('documents/create', {
    access: 'ops.publish',
    summary: '创建帮助文档',
    done: says.saved,
    input: DocumentDraft.extend({ parent_id: Parent }),
    output: Made,
    audit: 'publication',
    idempotent: true,
  }),
  edit: post('documents/edit', {
    access: 'ops.publish',
    summary: '修改帮助文档',
    done: says.saved,
    input: DocumentDraft.extend({ id: RowId }),
    audit: 'publication',
  }),
  delete: post('documents/delete', {
    access: 'ops.publish',
    summary: '删除帮助文档',
    done: says.deleted,
    input: One,
    audit: 'publication',
  }),
  /** `position` counts from 0 among the documents of the same parent. */
  move: post('documents/move', {
    access: 'ops.publish',
    summary: '移动帮助文档',
    done: says.saved,
    input: z.strictObject({ id: RowId, parent_id: Parent, position: z.number().int().min(0).max(10_000) }),
    audit: 'publication',
  }),
}

/** The most bytes in one part of a package; an upload that stops continues from there. */
export const UPLOAD_PART_BYTES = 4 * 1024 * 1024
const PACKAGE_MAX_BYTES = 1024 * 1024 * 1024
/** Seconds after which an unfinished upload is forgotten. */
export const UPLOAD_SECONDS = 86_400

const Version = z
  .string()
  .overwrite(plain)
  .regex(/^\d{1,5}(\.\d{1,5}){1,3}(-[A-Za-z0-9.]{1,16})?$/, 'format')
const InStore = z.strictObject({
  system: z.enum(storeSystems),
  version: Version,
  store_url: z
    .string()
    .overwrite(readUrl)
    .check(z.url({ protocol: /^https$/ }))
    .max(512),
})
const PackageFacts = z
  .strictObject({
    system: z.enum(['windows', 'android', 'linux']),
    /** For Linux only: with a graphical interface, or for the command line. */
    kind: z.enum(linuxKinds).nullable().default(null),
    /** For Linux only: the distribution. */
    platform: z
      .string()
      .overwrite(plain)
      .regex(/^[a-z0-9-]{2,32}$/, 'format')
      .default(DEFAULT_LINUX_PLATFORM),
    version: Version,
    file_name: z
      .string()
      .overwrite(plain)
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'format'),
    size: z.number().int().min(1).max(PACKAGE_MAX_BYTES),
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'format'),
  })
  .refine(({ system, kind }) => (system === 'linux') === (kind !== null), { error: 'format', path: ['kind'] })

export const clientVersions = {
  list: list('client_versions/lists', {
    access: 'operator',
    summary: '客户端版本列表',
    input: PageQuery.omit({ search: true }),
    row: z.object({
      id: z.string(),
      system: z.enum(clientSystems),
      kind: z.enum(linuxKinds).nullable(),
      platform: z.string().nullable(),
      version: z.string(),
      file_name: z.string().nullable(),
      size: z.number().int().nullable(),
      sha256: z.string().nullable(),
      store_url: z.string().nullable(),
      release_time: UnixTime,
    }),
  }),
  /** Adds a version from an app store; it is published at once. */
  store: post('client_versions/store', {
    access: 'ops.client_versions',
    summary: '登记应用商店版本',
    done: says.saved,
    input: InStore,
    output: Made,
    audit: 'publication',
  }),
  /** Begins an upload, or continues an unfinished one of the same file. */
  upload: post('client_versions/upload', {
    access: 'ops.client_versions',
    summary: '开始或继续上传客户端安装包',
    input: PackageFacts,
    output: z.object({ upload_id: z.string(), received: z.number().int(), part_bytes: z.number().int() }),
    audit: 'publication',
  }),
  /** Sends the next bytes. The last part is checked against the SHA-256 and answers the version's id. */
  upload_part: post('client_versions/upload_part', {
    access: 'ops.client_versions',
    summary: '上传安装包的一段',
    done: says.uploaded,
    input: z.strictObject({ upload_id: z.uuid(), offset: z.coerce.number().int().min(0) }),
    output: z.object({ received: z.number().int(), id: z.string().nullable() }),
    body: { kind: 'multipart', field: 'file', max_bytes: UPLOAD_PART_BYTES, types: ['application/octet-stream'] },
    timeout: null,
    audit: 'publication',
  }),
  delete: post('client_versions/delete', {
    access: 'ops.client_versions',
    summary: '删除客户端版本',
    done: says.deleted,
    input: One,
    audit: 'publication',
  }),
}

/** A message as sent: to one account, or to all. */
const SentMessage = z.object({
  id: z.string(),
  account_number: z.string().nullable(),
  /** What the account is called; null if all were sent it. */
  nickname: z.string().nullable(),
  title: z.string(),
  type: z.string(),
  /** The number of accounts that it was sent to. */
  sent: z.number().int(),
  operator_name: z.string(),
  create_time: UnixTime,
})

export const messages = {
  list: list('messages/lists', {
    access: 'operator',
    summary: '已发送的消息',
    input: PageQuery.omit({ search: true }),
    row: SentMessage,
  }),
  info: get('messages/info', {
    access: 'operator',
    summary: '已发送的消息内容',
    input: One,
    /** The logins that have read it, and their accounts; null if it was sent before reads were counted. */
    output: SentMessage.extend({
      content: z.string(),
      readers: z.number().int().nullable(),
      reader_accounts: z.number().int().nullable(),
    }),
  }),
  send: post('messages/send', {
    access: 'ops.publish',
    summary: '发送消息',
    done: says.sent,
    input: z.strictObject({
      account_number: z.union([AccountNumber, z.literal('all')]),
      title: lineOfText(1, TITLE_MAX),
      type: lineOfText(1, 16),
      content: RichText,
    }),
    output: z.object({ sent: z.number().int() }),
    audit: 'publication',
    idempotent: true,
  }),
}

/** Letters and text messages that could not be delivered. */
export const deadLetters = {
  list: list('dead_letters/lists', {
    access: 'operator',
    summary: '未能送达的邮件和短信',
    input: PageQuery.omit({ search: true }),
    row: z.object({
      id: z.string(),
      channel: z.enum(['mail', 'sms', 'webhook', 'portal']),
      template: z.string(),
      /** Masked. */
      target: z.string(),
      tries: z.number().int(),
      /** The answer of the receiving server or provider. */
      answer: z.string(),
      create_time: UnixTime,
      done_time: UnixTime,
    }),
  }),
  retry: post('dead_letters/retry', {
    access: 'ops.publish',
    summary: '重新发送',
    done: says.sent,
    input: z.strictObject({ id: z.uuid() }),
    audit: 'publication',
  }),
}
