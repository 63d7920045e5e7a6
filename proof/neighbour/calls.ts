import {
  contract,
  doorBase,
  draftable,
  type Draftable,
  type Endpoint,
  type Group,
  MAX_CHANGES,
  MONITOR_ROUTERS_MAX,
  type RateClass,
} from '@weft/contract'
import { type Filling, fillingsOf, type Input, largestOf, MOST_BYTES, schemaOf } from '../../apps/server/test/cost/largest.ts'
import { aPng } from '../../apps/server/test/ticket-fixtures.ts'
import type { Account } from './stage.ts'

/** A call as bytes, made once and sent often. */
export interface Call {
  name: string
  rate: RateClass
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer
}

/** The endpoints of the hostile account that never answer, as WEFT_EGRESS_ALLOW names them. */
export interface Silent {
  webhook: string
  directory: string
}

/** Bytes that a line and the headers of a request may have: Node's limit is 16 kB. */
const MOST_QUERY = 12_000

/** Ways to fill an input that differ in what they cost. */
const FILLINGS: ReadonlySet<Filling> = new Set(['equal', 'neighbouring', 'nested', 'wide', 'separators'])

/** Returns valid inputs of the writing calls, by path. What would end the account's own sessions, members or networks is left out. */
function samplesOf({ networks, members }: Account, silent: Silent): Record<string, Input> {
  const [network_number] = networks
  const [center = '', point = '', other = ''] = members.filter((_, i) => i % networks.length === 0)
  const row = { note: '', router_name: members[1], prefix: ['10.0.0.0/8'], center: [] }
  const directory = { domain: 'corp.example', base_dn: 'dc=example,dc=com', host: silent.directory.split(':')[0], network_number }
  const now = Math.floor(Date.now() / 1000)
  const prefix = { ip: '10.9.0.0', mask: 24, permission: 'permit', ge: null, le: null }
  return {
    'network/add_branches': { network_number, check: 1, rows: [row] },
    'network/edit': { network_number, network_name: '网', center: [center], point: [point, other] },
    'network/create': { network_name: '新', center: [members[1]], point: [members[3]] },
    'network/name': { network_number, network_name: '网' },
    'network/edit_prefix': { network_number, router_name: point, prefix: [prefix] },
    'network/dns': { network_number, dns: ['10.9.0.1'] },
    'network/re_send_config': { network_number, router_name: point },
    'router/note': { router_name: [point], note: '名' },
    'router/label': { router_name: [point], province: '安徽', city: '合肥', add_tags: ['标签'] },
    'router/batch_delete': { router_name: ['nobody@nowhere'] },
    'router/add': { username: 'hostile', password: 'secret-1234', note: '人' },
    'router/export_selected': { router_name: [point] },
    'router/diagnose': { router_name: point },
    'monitor/maintenance_create': { name: '割接', start_time: now + 600, end_time: now + 1200, router: [point] },
    'contacts/create': { name: '值班', email: 'duty@example.com' },
    'ticket/create': { title: '工单工单工单', content: '工单'.repeat(20), type: 1, file_ids: [] },
    'verify/send_code': { send_type: 'email', send_value: 'hostile@example.com', verify_type: 'verify_email' },
    'login/socket_ticket': {},
    'webhook/test': { type: 'other', url: `http://${silent.webhook}/hook`, secret: '' },
    'ldap/check': { ...directory, mode: 'public', port: Number(silent.directory.split(':')[1]) },
  }
}

const endpoints = (Object.values(contract) as unknown as Group[]).flatMap((group) => Object.values(group))

function bodyOf(endpoint: Endpoint, input: Input, filling: string): Call {
  const { method, path, rate, door } = endpoint
  const address = `${doorBase[door]}/${path}`
  const name = `${method} ${path}, ${filling}`
  if (method === 'GET') {
    const query = new URLSearchParams(Object.entries(input).map(([field, value]) => [field, String(value)])).toString()
    return { name, rate, method, path: `${address}?${query.slice(0, MOST_QUERY)}`, headers: {} }
  }
  const body = Buffer.from(JSON.stringify(input))
  return { name, rate, method, path: address, headers: { 'content-type': 'application/json' }, body }
}

/** Returns a valid query of a reading call, as far as its fields have these names. */
function queryOf(endpoint: Endpoint, { networks, members }: Account): Input {
  const known: Input = {
    network_number: networks[0],
    router_name: members[networks.length],
    center_router_name: members[0],
    page: 1,
    limit: 100,
    range: '30d',
    search: '站点',
  }
  return Object.fromEntries(
    Object.keys(schemaOf(endpoint).properties ?? {}).flatMap((name) => (name in known ? [[name, known[name]]] : [])),
  )
}

/** Returns the reading and writing calls of an account, each with its largest inputs, as the proof `cost` makes them. */
export function largestCalls(account: Account, silent: Silent): Call[] {
  const { members } = account
  const stocked = { members: members.slice(0, MONITOR_ROUTERS_MAX) }
  const samples = samplesOf(account, silent)
  const filled = (endpoint: Endpoint, sample: Input): Call[] =>
    fillingsOf(endpoint)
      .filter((filling) => FILLINGS.has(filling))
      .map((filling) => bodyOf(endpoint, largestOf(endpoint, sample, filling, stocked), filling))
  const reads = endpoints.filter(({ method, access }) => method === 'GET' && access !== 'public' && access !== 'refreshable')
  const writes = endpoints.filter(({ method, path }) => method === 'POST' && path in samples)
  return [
    ...reads.flatMap((endpoint) => {
      const query = queryOf(endpoint, account)
      const texts = endpoint.input && 'search' in (schemaOf(endpoint).properties ?? {}) ? filled(endpoint, query) : []
      return [bodyOf(endpoint, query, 'as a page asks it'), bodyOf(endpoint, { ...query, search: undefined }, 'without a search'), ...texts]
    }),
    ...writes.flatMap((endpoint) => filled(endpoint, samples[endpoint.path]!)),
    ...draftCalls(samples, stocked),
    aPicture(),
  ]
}

/** Returns dry runs of as many changes as a draft may have, and drafts of them. */
function draftCalls(samples: Record<string, Input>, stocked: { members: readonly string[] }): Call[] {
  const { changes, draft_save } = contract.networkRevisions
  return (Object.entries(draftable) as [Draftable, Endpoint][])
    .filter(([, { path }]) => path in samples)
    .flatMap(([call, endpoint]) => {
      const { network_number, ...input } = largestOf(endpoint, samples[endpoint.path]!, 'neighbouring', stocked, MOST_BYTES / MAX_CHANGES)
      const many = Array.from({ length: MAX_CHANGES }, () => ({ call, input }))
      return [
        bodyOf(changes, { network_number, dry_run: true, changes: many }, `a dry run of ${call}`),
        bodyOf(draft_save, { network_number, version: 0, changes: many, comment: '' }, call),
      ]
    })
}

function aPicture(): Call {
  const { path, door, rate } = contract.supportTickets.upload_file
  const head = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
  return {
    name: `POST ${path}`,
    rate,
    method: 'POST',
    path: `${doorBase[door]}/${path}`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: Buffer.concat([Buffer.from(head), aPng(2_000, 2_000), Buffer.from('\r\n--x--\r\n')]),
  }
}
