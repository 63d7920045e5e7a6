import type { AnnouncementState, AuditAction } from '@weft/contract'
import type { AuditEntry } from '../domains/foundation/audit/audit.service.ts'

const published = (action: AuditAction, message: string, detail: Record<string, unknown> = {}): AuditEntry => ({
  area: 'publication',
  action,
  message,
  detail,
})

const announcing: Record<AnnouncementState, string> = {
  draft: '保存公告草稿',
  planned: '定时发布公告',
  released: '发布公告',
  ended: '发布公告',
}
export const announced = (after: Facts & { state: AnnouncementState }): AuditEntry =>
  published('create_announcement', `${announcing[after.state]}「${after.title}」`, { after: { ...after } })
export const announcementEnded = (id: string, title: string): AuditEntry =>
  published('end_announcement', `下线公告「${title}」`, { after: { id, title } })
export const announcementChanged = (before: Facts, after: Facts): AuditEntry =>
  published('edit_announcement', `修改公告「${after.title}」`, { before, after })
export const announcementDeleted = (id: string, title: string): AuditEntry =>
  published('delete_announcement', `删除公告「${title}」`, { before: { id, title } })

export const deliveryRetried = (id: string, template: string, target: string): AuditEntry =>
  published('retry_delivery', `重新发送给 ${target}`, { after: { id, template, target } })

export const documentCreated = (id: string, title: string): AuditEntry =>
  published('create_document', `创建帮助文档「${title}」`, { after: { id, title } })
export const documentChanged = (before: Facts, after: Facts): AuditEntry =>
  published('edit_document', `修改帮助文档「${after.title}」`, { before, after })
export const documentDeleted = (id: string, title: string): AuditEntry =>
  published('delete_document', `删除帮助文档「${title}」`, { before: { id, title } })
export const documentMoved = (title: string, before: Place, after: Place): AuditEntry =>
  published('move_document', `移动帮助文档「${title}」`, { before, after })

export const versionInStore = (version: Version & { store_url: string }): AuditEntry =>
  published('create_client_version', `登记 ${nameOf(version)}`, { after: { ...version } })
export const uploadBegun = (version: Version & Bytes): AuditEntry =>
  published('upload_client_version', `开始上传 ${nameOf(version)}`, { after: { ...version } })
export const versionPublished = (version: Version & Bytes): AuditEntry =>
  published('create_client_version', `发布 ${nameOf(version)}`, { after: { ...version } })
export const versionDeleted = (version: Version): AuditEntry =>
  published('delete_client_version', `删除 ${nameOf(version)}`, { before: { ...version } })

export const messageSent = (title: string, type: string, sent: number): AuditEntry =>
  published('send_message', `发送消息「${title}」`, { title, type, sent })

interface Facts {
  id: string
  title: string
  [fact: string]: unknown
}
interface Place {
  parent_id: string | null
  position: number
}
interface Version {
  system: string
  kind?: string | null
  platform?: string | null
  version: string
}
interface Bytes {
  file_name: string
  size: number
  sha256: string
}

const SYSTEMS: Record<string, string> = { windows: 'Windows', macos: 'macOS', android: 'Android', ios: 'iOS', linux: 'Linux' }
const nameOf = ({ system, kind, platform, version }: Version): string =>
  [SYSTEMS[system] ?? system, '客户端', kind === 'cli' ? '命令行版' : kind === 'graph' ? '图形版' : '', platform ?? '', version]
    .filter(Boolean)
    .join(' ')
