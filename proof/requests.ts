import { agentContract, contract, type Door, doorBase, type Endpoint, type Group, opsContract } from '@weft/contract'
import { z } from 'zod'
import { type Dice, hostileValue, jsonOf, type Known, type Schema, valueOf } from './values.ts'

/** One call of one operation, as bytes. */
export interface Fuzzed {
  operation: string
  door: Door
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

interface Operation {
  name: string
  endpoint: Endpoint
  schema: Schema
}

/** Returns every operation of the three doors with the schema of its input. */
export function operations(): Operation[] {
  const doors = [contract, opsContract, agentContract] as unknown as Record<string, Group>[]
  return doors.flatMap((groups) =>
    Object.values(groups).flatMap((group) =>
      Object.values(group).map((endpoint) => ({
        name: `${endpoint.method} ${doorBase[endpoint.door]}/${endpoint.path}`,
        endpoint,
        schema: z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Schema,
      })),
    ),
  )
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'] as const
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/xml',
  'application/octet-stream',
  ';;;',
  '',
] as const

const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ['accept-language', 'en-US,en;q=0.9'],
  ['accept-language', '*;q=9'],
  ['accept-encoding', 'gzip;q=0, br, zstd, ,;;'],
  ['range', 'bytes=-1,5-2,9999999999999999999-'],
  ['if-none-match', '"\\"'],
  ['idempotency-key', 'x'.repeat(300)],
  ['idempotency-key', '11111111-1111-4111-8111-111111111111'],
  ['cookie', 'weft_companion=%00; weft_device=%zz; a=b; ;;=;'],
  ['origin', 'null'],
  ['user-agent', 'ä'.repeat(500)],
  ['user-agent', ''],
  ['content-encoding', 'gzip'],
  ['expect', '100-continue'],
  ['x-forwarded-proto', 'javascript'],
  ['x-forwarded-host', '<script>'],
  ['upgrade', 'websocket'],
  ['te', 'trailers'],
]

/** Returns a multipart body with one file; now and then truncated, empty or under another name. */
function multipart(dice: Dice, field: string, types: readonly string[]): Buffer {
  const name = dice.chance(0.9) ? field : 'other'
  const type = dice.chance(0.8) && types.length > 0 ? dice.pick(types) : 'application/x-evil'
  const content = dice.pick(['PK\u0003\u0004 not a workbook', '\u0089PNG\r\n\u001a\n', 'a,b\n1,2\n', '', '\u0000'.repeat(3000), '%PDF-1.7'])
  const head = `--x\r\ncontent-disposition: form-data; name="${name}"; filename="${dice.pick(['a.png', 'a.xlsx', 'a.csv', '../a', '\u0000', ''])}"\r\ncontent-type: ${type}\r\n\r\n`
  const whole = Buffer.from(`${head}${content}\r\n--x--\r\n`, 'latin1')
  return dice.chance(0.3) ? whole.subarray(0, dice.roll(whole.length)) : whole
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Returns a query with the fields of the input, without lone surrogates, which a URL cannot carry. */
function queryOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return encodeURIComponent(asText(value).slice(0, 2000).toWellFormed())
  return Object.entries(value)
    .map(([name, part]) => `${encodeURIComponent(name)}=${encodeURIComponent(asText(part).slice(0, 2000).toWellFormed())}`)
    .join('&')
    .slice(0, 12_000)
}

/** Makes the next request of this operation. About a quarter of the inputs fits the schema; the rest is corrupted to some degree. */
export function fuzz(dice: Dice, { name, endpoint, schema }: Operation, known: Known): Fuzzed {
  const spoil = dice.pick([0, 0.02, 0.1, 0.5])
  const input = dice.chance(0.03) ? hostileValue(dice) : valueOf(dice, schema, known, spoil)
  const { body: kind } = endpoint
  const method = dice.chance(0.92) ? (endpoint.method === 'POST' ? 'POST' : 'GET') : dice.pick(METHODS)
  const headers: Record<string, string> = {}
  const base = `${doorBase[endpoint.door]}/${endpoint.path}`
  const inQuery = endpoint.method !== 'POST' || kind.kind === 'multipart'
  let path = inQuery ? `${base}?${queryOf(input)}` : base
  if (dice.chance(0.02)) path = `${base}${dice.pick(['/', '//', '/%2e%2e', '?%', '?a[b][c][d][e]=1', '%00', ';a=b', '?'.repeat(50)])}`
  let body: Buffer | undefined
  if (method !== 'GET' && method !== 'HEAD') {
    if (kind.kind === 'multipart' && dice.chance(0.9)) {
      headers['content-type'] = 'multipart/form-data; boundary=x'
      body = multipart(dice, kind.field, kind.types)
    } else if (dice.chance(0.05)) {
      headers['content-type'] = 'application/x-www-form-urlencoded'
      body = Buffer.from(queryOf(input))
    } else {
      headers['content-type'] = 'application/json'
      body = Buffer.from(jsonOf(input))
    }
    if (dice.chance(0.04)) headers['content-type'] = dice.pick(TYPES)
    if (dice.chance(0.04)) body = body.subarray(0, dice.roll(body.length + 1))
    if (dice.chance(0.01)) body = Buffer.from(Array.from({ length: 200 }, () => dice.roll(256)))
  }
  while (dice.chance(0.08)) {
    const [header, value] = dice.pick(ODD_HEADERS)
    if (header !== 'upgrade' || endpoint.method === 'WS') headers[header] = value
    if (header === 'upgrade') headers.connection = 'upgrade'
  }
  return { operation: name, door: endpoint.door, method, path, headers, body }
}
