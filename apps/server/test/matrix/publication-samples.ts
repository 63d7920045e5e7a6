import { randomBytes, randomUUID } from 'node:crypto'
import { factsOf } from '../publications.ts'
import type { World } from '../world.ts'
import type { Given } from './samples.ts'
import { type Stock, UPLOAD_BYTES } from './things.ts'

type Input = Record<string, unknown>
type Sample<T> = (things: T, world: World) => Input | Promise<Input>

const none = () => ({})
let made = 0
const version = () => `2.${++made}`

/** Publishes an announcement. */
async function announced({ asSystem, infrastructure }: World): Promise<{ id: string }> {
  const row = { title: '公告', content: '<p>公告</p>', release_time: new Date(infrastructure.clock.now().getTime() - 1000) }
  const { id } = await asSystem(({ sql }) => sql.insertInto('announcement').values(row).returning('id').executeTakeFirstOrThrow())
  return { id: String(id) }
}
async function written({ asSystem }: World): Promise<{ id: string }> {
  const row = { title: '文档', content: '<p>帮助</p>' }
  const { id } = await asSystem(({ sql }) => sql.insertInto('document').values(row).returning('id').executeTakeFirstOrThrow())
  return { id: String(id) }
}

/** Writes a document as an import does, and returns the path that it came from. */
async function imported({ asSystem }: World): Promise<{ source: string }> {
  const row = { title: '文档', content: '<p>帮助</p>', source: `handbook/${randomUUID()}.md` }
  await asSystem(({ sql }) => sql.insertInto('document').values(row).execute())
  return { source: row.source }
}

/** Mails a link to a contact of a new account and returns the link's secret. */
async function mailed(world: World): Promise<{ s: string }> {
  const { account_id } = await world.anOwner()
  const uuid = randomUUID()
  await world.asSystem(async (system) => {
    await system.sql.insertInto('contact').values({ account_id, uuid, name: '值班', email: 'duty@example.com' }).execute()
    await world.services.contacts.sendValidation(system, { account_id, uuid, language: 'zh-CN' })
  })
  const { sealed } = await world.asSystem(({ sql }) =>
    sql.selectFrom('delivery').select('sealed').where('account_id', '=', account_id).executeTakeFirstOrThrow(),
  )
  const { letter } = JSON.parse(world.infrastructure.keys.open(sealed!)) as { letter: { url: string } }
  return { s: letter.url.split('?s=')[1]! }
}

/** Samples for what customers read. */
export const publishedSamples: Record<string, Sample<Given>> = {
  'GET message/lists': none,
  'GET message/types': none,
  'GET message/info': ({ message_id }) => ({ message_id }),
  'POST message/update_message': ({ message_id }) => ({ message_id: [message_id] }),
  'POST message/delete_message': ({ message_id }) => ({ message_id: [message_id] }),
  'GET announcements/lists': none,
  'GET announcements/info': (_, world) => announced(world),
  'GET document/menu': none,
  'GET document/imported': (_, world) => imported(world),
  'GET document/info': (_, world) => written(world),
  'GET document/search': () => ({ search: '帮助' }),
  'GET client/versions': none,
  'POST contacts/validate_email': (_, world) => mailed(world),
}

const announcement = { title: '公告', tag: '维护', release_time: 1_700_000_000, content: '<p>公告</p>' }

/** Samples for what operators publish. */
export const publishingSamples: Record<string, Sample<Stock>> = {
  'GET announcements/lists': none,
  'GET announcements/info': ({ announcement_id }) => ({ id: announcement_id }),
  'POST announcements/create': () => announcement,
  'POST announcements/edit': ({ announcement_id }) => ({ ...announcement, id: announcement_id }),
  'POST announcements/end': (_, world) => announced(world),
  'POST announcements/delete': ({ announcement_id }) => ({ id: announcement_id }),
  'GET documents/lists': none,
  'GET documents/tree': none,
  'GET documents/info': ({ document_id }) => ({ id: document_id }),
  'POST documents/create': ({ document_parent_id }) => ({ title: '文档', content: '<p>帮助</p>', parent_id: document_parent_id }),
  'POST documents/edit': ({ document_id }) => ({ id: document_id, title: '文档', content: '<p>帮助</p>' }),
  'POST documents/delete': ({ document_id }) => ({ id: document_id }),
  'POST documents/move': ({ document_id, document_parent_id }) => ({ id: document_id, parent_id: document_parent_id, position: 0 }),
  'GET client_versions/lists': none,
  'POST client_versions/store': () => ({ system: 'macos', version: version(), store_url: 'https://apps.example.com/weft' }),
  'POST client_versions/upload': () => factsOf(randomBytes(8), { version: version() }),
  'POST client_versions/upload_part': ({ upload_id }) => ({ upload_id, offset: 0, file: UPLOAD_BYTES }),
  'POST client_versions/delete': ({ client_version_id }) => ({ id: client_version_id }),
  'GET messages/lists': none,
  'GET messages/info': async (_, world) => {
    const message = { account_id: null, title: '消息', type: '系统通知', content: '<p>消息</p>', sent: 2, operator_name: 'desk' }
    const { id } = await world.asSystem(({ sql }) =>
      sql.insertInto('sent_message').values(message).returning('id').executeTakeFirstOrThrow(),
    )
    return { id: String(id) }
  },
  'POST messages/send': ({ account_number }) => ({ account_number, title: '消息', type: '系统通知', content: '<p>消息</p>' }),
}
