import { doorBase, type Endpoint, type Group } from '@weft/contract'
import { partsOf } from '../member-file-fixtures.ts'
import type { Answer, World } from '../world.ts'

/** Returns the name of a call in the hand-written tables: `GET network/info`. */
const keyOf = ({ method, path }: Endpoint): string => `${method} ${path}`

export const byKey = (groups: Record<string, Group>): Map<string, Endpoint> =>
  new Map(Object.values(groups).flatMap((group) => Object.values(group).map((endpoint) => [keyOf(endpoint), endpoint] as const)))

let calls = 0
/** Returns a new address for each call, so that the limits of addresses do not stop the matrix. */
export const anAddress = () => {
  calls += 1
  return `10.${(calls >> 14) & 255}.${(calls >> 6) & 255}.${(calls & 63) + 1}`
}

export interface Bearer {
  access_token: string
  companion?: string
}
export type Reply = Pick<Answer, 'status' | 'code' | 'msg' | 'data'> & { text: string }

/**
 * Makes a call with a token or none. A WebSocket is requested in a way that cannot be upgraded: it passes every check and is then
 * answered with 405.
 */
export async function send(world: World, who: Bearer | undefined, endpoint: Endpoint, input: Record<string, unknown>): Promise<Reply> {
  const socket = endpoint.method === 'WS'
  const { headers, ...carried } = carry(endpoint, socket ? { ...input, token: who?.access_token ?? 'none' } : input)
  const response = await world.apps[endpoint.door].inject({
    method: endpoint.method === 'POST' ? 'POST' : 'GET',
    url: `${doorBase[endpoint.door]}/${endpoint.path}`,
    remoteAddress: anAddress(),
    headers: {
      ...headers,
      ...(socket && { upgrade: 'websocket' }),
      ...(who && !socket && { authorization: `Bearer ${who.access_token}` }),
      ...(who?.companion && { cookie: `weft_companion=${who.companion}` }),
    },
    ...carried,
  })
  if (endpoint.media_type !== null && response.headers['content-type'] === endpoint.media_type)
    return { code: 200, status: response.statusCode, msg: '', data: null as never, text: readable(response.rawPayload) }
  const envelope = response.json<Answer>()
  const says = envelope.code === 200 && endpoint.method === 'POST'
  if (says !== (envelope.code === 200 && envelope.msg !== ''))
    throw new Error(`${keyOf(endpoint)} answers 200 with the msg '${envelope.msg}'`)
  const code = socket && envelope.code === 405 ? 200 : envelope.code
  return { ...envelope, code, status: code === 200 ? 200 : response.statusCode, text: response.payload }
}

/** Returns a file as text; a spreadsheet unpacked, so that nothing hides in it. */
const readable = (bytes: Buffer): string =>
  bytes.subarray(0, 2).toString() === 'PK'
    ? [...partsOf(bytes).values()].map((part) => Buffer.from(part).toString()).join('\n')
    : String(bytes)

const BOUNDARY = 'a-boundary-of-the-matrix'

/** Returns how an input is sent. For a multipart call the sample holds the file's bytes under the name of its field. */
function carry({ method, body }: Endpoint, input: Record<string, unknown>) {
  if (body.kind !== 'multipart')
    return method === 'POST' ? { payload: input, headers: {} } : { query: input as Record<string, string>, headers: {} }
  const { [body.field]: file, ...query } = input
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${body.field}"; filename="sample.${body.endings?.[0] ?? 'pem'}"\r\ncontent-type: ${body.types[0]}\r\n\r\n`
  return {
    query: query as Record<string, string>,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([Buffer.from(head), file as Buffer, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  }
}

/** Returns the HTTP status that belongs to an envelope's code. */
export const statusOf = (code: number): number => (code === 200 || code === 204 ? 200 : code >= 2000 ? 401 : code)

type Value = string | string[]
/** Returns the input with the thing that `field` names replaced; `x[]` replaces the whole list. */
export const naming = (input: Record<string, unknown>, field: string, value: Value): Record<string, unknown> => ({
  ...input,
  [field.replace('[]', '')]: field.endsWith('[]') ? [value].flat() : value,
})

export const namedIn = (input: Record<string, unknown>, field: string): string => [input[field.replace('[]', '')]].flat()[0] as string
