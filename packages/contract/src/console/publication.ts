import { z } from 'zod'
import { says } from '../done.ts'
import { PageQuery } from '../endpoint.ts'
import { Flag, lineOfText, MessageId, RowId, UnixTime } from '../fields/schemas.ts'
import { get, list, post } from './api.ts'

export const Message = z.object({
  message_id: z.string(),
  /** 1 after it was opened or marked read. */
  status: Flag,
  title: z.string(),
  type: z.string(),
  create_time: UnixTime,
})
export type Message = z.output<typeof Message>

/** The chosen messages, up to 500, or all. */
const Chosen = z
  .strictObject({ message_id: z.array(MessageId).max(500).default([]), type: z.literal('all').optional() })
  .refine(({ message_id, type }) => type === 'all' || message_id.length > 0, { error: 'chooseMessage', path: ['message_id'] })

export const messages = {
  list: list('message/lists', {
    access: 'any',
    summary: '消息列表',
    /** `search` finds parts of the title. */
    input: PageQuery.extend({ status: z.coerce.number().pipe(Flag).optional(), type: lineOfText(1, 16).optional() }),
    row: Message,
  }),
  /** The types of the caller's messages, those first of which there are most. */
  types: get('message/types', { access: 'any', summary: '消息类型', output: z.array(z.string()) }),
  info: get('message/info', {
    access: 'any',
    summary: '消息内容，并标为已读',
    writes: true,
    input: z.strictObject({ message_id: MessageId }),
    output: Message.extend({ content: z.string() }),
  }),
  update: post('message/update_message', {
    access: 'any',
    summary: '标为已读',
    input: Chosen,
    output: z.object({ changed: z.number().int() }),
  }),
  delete: post('message/delete_message', {
    access: 'any',
    summary: '删除消息',
    done: says.messagesDeleted,
    input: Chosen,
    output: z.object({ changed: z.number().int() }),
  }),
}

export const Announcement = z.object({
  id: z.string(),
  title: z.string(),
  /** Several tags are separated by commas. */
  tag: z.string(),
  release_time: UnixTime,
  link: z.string().nullable(),
})
export type Announcement = z.output<typeof Announcement>

export const announcements = {
  list: list('announcements/lists', { access: 'any', summary: '公告列表', input: PageQuery.omit({ search: true }), row: Announcement }),
  info: get('announcements/info', {
    access: 'any',
    summary: '公告内容',
    // Notes that the login has read it.
    writes: true,
    input: z.strictObject({ id: RowId }),
    output: Announcement.extend({ content: z.string() }),
  }),
}

export interface DocumentNode {
  id: string
  title: string
  children: DocumentNode[]
}
export const DocumentNode: z.ZodType<DocumentNode> = z
  .object({
    id: z.string(),
    title: z.string(),
    get children() {
      return z.array(DocumentNode)
    },
  })
  .meta({ id: 'DocumentNode' })
const Neighbour = z.object({ id: z.string(), title: z.string() }).nullable()
export const HelpDocument = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  update_time: UnixTime,
  before_doc: Neighbour,
  after_doc: Neighbour,
})
export type HelpDocument = z.output<typeof HelpDocument>

/** The help articles at /handbook. */
export const documents = {
  menu: get('document/menu', { access: 'public', summary: '帮助文档目录', output: z.array(DocumentNode) }),
  info: get('document/info', {
    access: 'public',
    summary: '帮助文档内容',
    input: z.strictObject({ id: RowId }),
    output: HelpDocument,
  }),
  /** The document that was imported from this path of the help's folder, such as `handbook/02-network/04-pop.md`. */
  imported: get('document/imported', {
    access: 'public',
    summary: '按导入路径读取帮助文档',
    input: z.strictObject({ source: lineOfText(1, 200) }),
    output: HelpDocument,
  }),
  search: get('document/search', {
    access: 'public',
    summary: '搜索帮助文档',
    input: z.strictObject({ search: PageQuery.shape.search }),
    /** At most 20, best match first; `excerpt` is plain text around the first match. */
    output: z.array(z.object({ id: z.string(), title: z.string(), excerpt: z.string() })),
  }),
}

/** Systems that have a client, in display order. */
export const clientSystems = ['windows', 'macos', 'android', 'ios', 'linux'] as const
export type ClientSystem = (typeof clientSystems)[number]
/** The systems whose client is installed from an app store. */
export const storeSystems = ['macos', 'ios'] as const satisfies readonly ClientSystem[]
export const linuxKinds = ['graph', 'cli'] as const
export const DEFAULT_LINUX_PLATFORM = 'centos'

const Package = z.object({
  id: z.string(),
  version: z.string(),
  /** A path on this server. */
  url: z.string(),
  /** Bytes. */
  size: z.number().int(),
  sha256: z.string(),
  release_time: UnixTime,
})
export type ClientPackage = z.output<typeof Package>
const InStore = z.object({ id: z.string(), version: z.string(), store_url: z.string(), release_time: UnixTime })
export type StoreClient = z.output<typeof InStore>
/** The newest version with the former ones, newest first; null while there is none. */
const PackageWithHistory = Package.extend({ history: z.array(Package) }).nullable()
const InStoreWithHistory = InStore.extend({ history: z.array(InStore) }).nullable()
const LinuxPackages = z.array(Package.extend({ platform: z.string(), history: z.array(Package) }))

export const clients = {
  versions: get('client/versions', {
    access: 'public',
    summary: '客户端下载',
    output: z.object({
      windows: PackageWithHistory,
      android: PackageWithHistory,
      macos: InStoreWithHistory,
      ios: InStoreWithHistory,
      linux: z.object({ graph: LinuxPackages, cli: LinuxPackages }),
    }),
  }),
}
export type ClientVersions = z.output<typeof clients.versions.output>
