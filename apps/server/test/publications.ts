import { createHash } from 'node:crypto'
import { opsContract } from '@weft/contract'
import type { Person, World } from './world.ts'

/** Texts that must never reach a page unchanged, and a pattern that finds what must not remain of them. */
export const HOSTILE = `<h1 onclick="x()">标题</h1><script>steal()</script><img src="x" onerror="steal()"><a href="java
script:steal()">点</a><svg onload="steal()"><style>*{}</style></svg><p style="position:fixed">正文</p>`
export const HARM = /script|onerror|onclick|onload|style|svg|steal/i

/** Inserts a message of the account without the operators' call; returns its id. */
export async function aMessage(world: World, { account_id }: { account_id: number }, more: { login_id?: number; title?: string } = {}) {
  const { message_id } = await world.db.systemNow.sql
    .insertInto('message')
    .values({ account_id, title: '消息', type: '系统通知', content: '<p>正文</p>', ...more })
    .returning('message_id')
    .executeTakeFirstOrThrow()
  return String(message_id)
}

/** Publishes an announcement through the operators' call; returns the answer. */
export async function anAnnouncement(world: World, operator: Pick<Person, 'access_token'>, more: Record<string, unknown> = {}) {
  const draft = { title: '公告', release_time: Math.floor(Date.now() / 1000) - 60, content: '<p>正文</p>', ...more }
  return (await world.call(operator, opsContract.announcements.create, draft)) as { code: number; data: never }
}

/** Sends one part of a package as a client would: one multipart field. */
export async function sendPart(
  world: World,
  who: Pick<Person, 'access_token'>,
  query: { upload_id: string; offset: number },
  bytes: Buffer,
): Promise<{ code: number; msg: string; data: never }> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }), 'part')
  const body = new Response(form)
  const response = await world.apps.ops.inject({
    method: 'POST',
    url: `/ops/v1/${opsContract.clientVersions.upload_part.path}?upload_id=${query.upload_id}&offset=${query.offset}`,
    headers: { authorization: `Bearer ${who.access_token}`, 'content-type': body.headers.get('content-type')! },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  return response.json()
}

/** Returns the input that begins an upload of these bytes. */
export const factsOf = (bytes: Buffer, more: Record<string, unknown> = {}) => ({
  system: 'windows',
  version: '1.0.0',
  file_name: 'weft-1.0.0.exe',
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  ...more,
})

/** Uploads a package in one part; returns the version's id. */
export async function aPackage(
  world: World,
  who: Pick<Person, 'access_token'>,
  bytes: Buffer,
  more: Record<string, unknown> = {},
): Promise<string> {
  const begun = await world.call(who, opsContract.clientVersions.upload, factsOf(bytes, more))
  const { upload_id } = begun.data as { upload_id: string }
  return ((await sendPart(world, who, { upload_id, offset: 0 }, bytes)).data as { id: string }).id
}
