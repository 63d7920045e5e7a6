import { budgetLine, type Door, doorBase, type Endpoint, type Group, linkMayWrite, refusals } from '@weft/contract'
import { z } from 'zod'
import { nullFields } from './null-fields.ts'

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
    ...(endpoint.method === 'POST' && { requestBody: requestBody(endpoint, withNulls(input, endpoint)) }),
    // If the body is a file, the input is in the address.
    ...((endpoint.method !== 'POST' || endpoint.body.kind === 'multipart') && { parameters: parameters(input) }),
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

/** Returns the schema of a body with null added to the fields in which a call may send it instead of an empty text. */
function withNulls(schema: Json, { input }: Endpoint): Json {
  const properties = schema.properties as Record<string, Json> | undefined
  if (!properties) return schema
  const also = [...nullFields(input)].map((name) => [name, { anyOf: [properties[name], { type: 'null' }] }])
  return { ...schema, properties: { ...properties, ...Object.fromEntries(also) } }
}

function parameters({ properties = {}, required = [] }: { properties?: Record<string, Json>; required?: string[] }): Json[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
}

function envelope({ output, paged }: Endpoint, schemas: Json): Json {
  const result = jsonSchema(output, 'output', schemas) as { properties?: { rows: Json; count: Json } }
  return {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { type: 'integer', examples: [200] },
      msg: { type: 'string' },
      data: paged ? result.properties!.rows : result,
      ...(paged && { count: { type: 'integer' } }),
    },
  }
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

/** Returns the envelope's codes as a table, made from the refusals. */
function codes(): string {
  const byCode = Map.groupBy(Object.values(refusals), ({ code }) => code)
  const rows = [...byCode]
    .toSorted(([a], [b]) => a - b)
    .map(([code, all]) => `| ${code} | ${all.map((refusal) => refusal['zh-CN']).join('；')} |`)
  return ['所有响应的信封为 `{code, msg, data, count?}`；`code` 为 200 表示成功。', '', '| code | msg |', '| --- | --- |', ...rows].join(
    '\n',
  )
}
