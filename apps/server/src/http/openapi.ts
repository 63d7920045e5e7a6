import { budgetLine, type Door, doorBase, type Endpoint, type Group, linkMayWrite, refusals } from '@weft/contract'
import { z } from 'zod'
import { emptyRules, placeOf, type Rules } from '../kernel/empty-fields.ts'

type Json = Record<string, unknown>

const TITLES: Record<Door, string> = { console: '经纬 Weft · 控制台 API', ops: '经纬 Weft · 运营 API', agent: '经纬 Weft · 设备 API' }

/** Descriptions of the token that a caller presents. */
const tokens: Record<Door, string> = {
  console: '登录后得到的访问令牌，或在「访问控制—访问密钥」中创建的访问密钥',
  ops: '运营人员登录后得到的访问令牌',
  agent: '设备激活或登录后得到的凭据',
}

/** Returns the OpenAPI 3.1 document of one listener's endpoints, made from the contract. */
export function openApiDocument(door: Door, groups: Record<string, Group>, version: string): Json {
  const paths: Record<string, Json> = {}
  const schemas: Json = {}
  for (const [tag, group] of Object.entries(groups))
    for (const endpoint of Object.values(group)) {
      const path = documentPath(groups, endpoint)
      paths[path] = { ...paths[path], [endpoint.method === 'POST' ? 'post' : 'get']: operation(tag, endpoint, schemas) }
    }
  return {
    openapi: '3.1.0',
    info: { title: TITLES[door], version, description: codes() },
    servers: [{ url: '/' }],
    tags: Object.keys(groups).map((name) => ({ name })),
    paths,
    components: { schemas, securitySchemes: { token: { type: 'http', scheme: 'bearer', description: tokens[door] } } },
  }
}

/** Returns the path of an endpoint. OpenAPI has one GET per path: a socket that shares a call's path is listed with a fragment. */
function documentPath(groups: Record<string, Group>, { door, method, path }: Endpoint): string {
  const shared =
    method === 'WS' && Object.values(groups).some((group) => Object.values(group).some((one) => one.method === 'GET' && one.path === path))
  return `${doorBase[door]}/${path}${shared ? '#websocket' : ''}`
}

/** @param schemas collects the schemas that refer to themselves and so need a name */
function operation(tag: string, endpoint: Endpoint, schemas: Json): Json {
  const input = jsonSchema(endpoint.input, 'input', schemas)
  const open = endpoint.access === 'public'
  return {
    tags: [tag],
    summary: endpoint.summary,
    operationId: `${endpoint.path.replaceAll('/', '_')}${endpoint.method === 'WS' ? '_socket' : ''}`,
    description: [
      `权限：\`${endpoint.access}\`${endpoint.audit ? `；写入操作日志（${endpoint.audit}）` : ''}${endpoint.idempotent ? '；支持 `Idempotency-Key`' : ''}`,
      endpoint.spends.length > 0 ? `额度：${endpoint.spends.map(({ budget }) => budgetLine(budget)).join('；')}` : '',
      linkLine(endpoint),
      endpoint.method === 'WS' ? 'WebSocket，每条消息如下' : '',
    ]
      .filter(Boolean)
      .join('。'),
    ...(open ? { security: [] } : { security: [{ token: [] }] }),
    ...(endpoint.method === 'POST' && { requestBody: requestBody(endpoint, withEmpty(input, endpoint)) }),
    // If the body is a file, the input is in the address.
    ...((endpoint.method !== 'POST' || endpoint.body.kind === 'multipart') && {
      parameters: parameters(input, emptyRules(endpoint.input, 'query')),
    }),
    responses: {
      200: {
        description: endpoint.media_type === null ? '结果' : '文件；拒绝时仍为信封',
        content: content(endpoint, schemas),
      },
    },
  }
}

/** Returns whether a session from a login link may make a call that writes, and why. */
function linkLine({ door, path, access, writes, refuses_link, credentials }: Endpoint): string {
  if (door !== 'console' || !writes || access === 'public' || access === 'refreshable') return ''
  return refuses_link || credentials ? '授权链接登录：不可调用' : `授权链接登录：可调用（${linkMayWrite(path)!['zh-CN']}）`
}

function content(endpoint: Endpoint, schemas: Json): Json {
  if (endpoint.media_type !== null) return { [endpoint.media_type]: { schema: { type: 'string', format: 'binary' } } }
  const schema = endpoint.method === 'WS' ? jsonSchema(endpoint.output, 'output', schemas) : envelope(endpoint, schemas)
  return { 'application/json': { schema } }
}

function requestBody({ body }: Endpoint, schema: Json): Json {
  if (body.kind === 'multipart')
    return {
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { [body.field]: { type: 'string', format: 'binary' } },
            required: [body.field],
            additionalProperties: false,
          },
        },
      },
    }
  const content = { 'application/json': { schema } }
  return { content: body.kind === 'form' ? { ...content, 'application/x-www-form-urlencoded': { schema } } : content }
}

/** Returns the schema of a body with the empty values by which a call may say that a field was not given. */
function withEmpty(schema: Json, endpoint: Endpoint): Json {
  const properties = schema.properties as Record<string, Json> | undefined
  if (!properties || placeOf(endpoint) !== 'body') return schema
  const also = [...emptyRules(endpoint.input, 'body')].map(([name, rule]) => {
    const empty = [...(rule.text === 'absent' ? [{ const: '' }] : []), ...(rule.null === 'itself' ? [] : [{ type: 'null' }])]
    return [name, empty.length === 0 ? properties[name] : { anyOf: [properties[name], ...empty] }]
  })
  return { ...schema, properties: { ...properties, ...Object.fromEntries(also) } }
}

/** Returns the parameters of a query; an optional one may be empty, which says that it was not given, unless it is never empty. */
function parameters({ properties = {}, required = [] }: { properties?: Record<string, Json>; required?: string[] }, empty: Rules): Json[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(empty.has(name) && { allowEmptyValue: true }),
    schema,
  }))
}

interface Answer extends Json {
  properties?: Record<string, Json>
  /** The answers of a call that answers a file or an envelope. */
  anyOf?: Answer[]
}

/** Returns the schema of what is sent under HTTP 200: the answer, or the refusal 204. */
const envelope = (endpoint: Endpoint, schemas: Json): Json => ({ oneOf: [answerEnvelope(endpoint, schemas), NOT_FOUND] })

/** The refusal of what does not exist, which is sent under HTTP 200 (`httpStatus`). */
const NOT_FOUND: Json = {
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { type: 'integer', const: 204 }, msg: { type: 'string', minLength: 1 }, data: {} },
}

function answerEnvelope({ output, paged, done, repeats }: Endpoint, schemas: Json): Json {
  const result = jsonSchema(output, 'output', schemas) as Answer
  const fields = [result, ...(result.anyOf ?? [])].find(({ properties }) => properties)?.properties
  return {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { type: 'integer', const: 200 },
      msg: { type: 'string', ...said(done) },
      data: paged ? fields!.rows : result,
      ...(paged && { count: { type: 'integer' } }),
      ...Object.fromEntries(repeats.map((field) => [field, fields![field]])),
    },
  }
}

/** Returns what the document says about the sentence of a call that is done. */
function said(done: Endpoint['done']): Json {
  if (done === null) return { const: '' }
  return typeof done === 'function' ? { minLength: 1, description: '一句话说明结果' } : { minLength: 1, examples: [done['zh-CN']] }
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const {
    $schema: _,
    $defs = {},
    ...outcome
  } = JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as Json
  Object.assign(schemas, $defs)
  return outcome
}

const CONVENTIONS = [
  '所有响应的信封为 `{code, msg, data, count?}`；`code` 为 200 表示成功。',
  '修改数据的调用成功时，`msg` 为一句话，语言由 `Accept-Language` 决定；只读的调用为空。',
  '可选字段为空文本或 null 表示未填写，与不提交该字段相同；标有 `never_empty` 的字段除外，空文本和 null 会被拒绝。',
].join('')

/** Returns the envelope's codes as a table, made from the refusals. */
function codes(): string {
  const byCode = Map.groupBy(Object.values(refusals), ({ code }) => code)
  const rows = [...byCode]
    .toSorted(([a], [b]) => a - b)
    .map(([code, all]) => `| ${code} | ${all.map((refusal) => refusal['zh-CN']).join('；')} |`)
  return [CONVENTIONS, '', '| code | msg |', '| --- | --- |', ...rows].join('\n')
}
