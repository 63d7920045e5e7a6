import type { ColumnType, Generated } from 'kysely'
import type { Id, NullableTime, Time } from './columns.ts'

interface SentMessage {
  id: Id
  account_id: number | null
  title: string
  type: string
  content: string
  sent: number
  operator_name: string
  create_time: Time
}

interface Announcement {
  id: Id
  title: string
  tag: Generated<string>
  link: string | null
  content: Generated<string>
  release_time: ColumnType<number, Date, Date>
  draft: Generated<0 | 1>
  /** When a draft is meant to be released. */
  planned_time: ColumnType<number | null, Date | null | undefined, Date | null>
  end_time: ColumnType<number | null, Date | null | undefined, Date | null>
  version: Generated<number>
  operator_name: Generated<string>
  update_time: Time
  /** 1 once the jobs have logged its release, and its end, and sent an event to open consoles. */
  released: Generated<0 | 1>
  ended: Generated<0 | 1>
}

interface AnnouncementRead {
  account_id: number
  login_id: number
  announcement_id: number
  read_time: Time
}

interface SentMessageCopy {
  sent_id: number
  account_id: number
  message_id: number
}

interface Message {
  message_id: Id
  account_id: number
  /** The one login of the account that reads the message; null for every one. */
  login_id: number | null
  /** The network that the message is about: logins that may not see it do not read the message; null if it is about none. */
  network_number: Generated<string | null>
  /** The members that an alert is about: readers who may not see one of them do not read it; null of other messages, and of old alerts. */
  router_names: Generated<string[] | null>
  /** The ticket that the message is about; null of other messages. */
  ticket_number: Generated<string | null>
  title: string
  type: string
  content: string
  create_time: Time
}

interface MessageState {
  account_id: number
  login_id: number
  message_id: number
  read_time: NullableTime
  delete_time: NullableTime
}

interface StoredFile {
  file_id: string
  media_type: string
  size: number
  sha256: string
  create_time: Time
}

interface FileChunk {
  file_id: string
  position: number
  bytes: Buffer
}

interface Document {
  id: Id
  parent_id: number | null
  title: string
  content: Generated<string>
  plain: Generated<string>
  position: Generated<number>
  source: string | null
  update_time: Time
}

interface DocumentFile {
  document_id: number
  file_id: string
  file_name: string
}

interface ClientVersion {
  id: Id
  system: 'windows' | 'macos' | 'android' | 'ios' | 'linux'
  kind: 'graph' | 'cli' | null
  platform: string | null
  version: string
  file_name: string | null
  file_id: string | null
  store_url: string | null
  release_time: Time
}

interface UploadRow {
  upload_id: string
  system: 'windows' | 'android' | 'linux'
  kind: 'graph' | 'cli' | null
  platform: string | null
  version: string
  file_name: string
  received: Generated<number>
  create_time: ColumnType<number, Date, Date>
}

export interface PublicationTables {
  sent_message: SentMessage
  sent_message_copy: SentMessageCopy
  announcement: Announcement
  announcement_read: AnnouncementRead
  message: Message
  message_state: MessageState
  stored_file: StoredFile
  file_chunk: FileChunk
  document: Document
  document_file: DocumentFile
  client_version: ClientVersion
  upload: UploadRow
}
