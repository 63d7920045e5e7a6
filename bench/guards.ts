/**
 * Removes one guard after another from a copy of the server and runs the permission tests each time: `node bench/guards.ts
 * [part]`. A guard is untested if they still pass without it. It takes about two minutes a guard.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './child.ts'

const SERVER = 'apps/server/src'
const DOOR = 'http/implement.ts'
const IDENTIFY = 'domains/identity/session/identify.service.ts'
const JUDGE = 'domains/identity/session/session.rules.ts'

/** Each guard's code, its file and its replacement; each text occurs once in its file. */
const guards: [what: string, file: string, guard: string, instead: string][] = [
  ['the role’s part of the decision', DOOR, '  admit(endpoint, actor)\n  return', '  return'],
  ['the owner’s calls', DOOR, "access === 'owner' ? actor.ram === 0", "access === 'owner' ? true"],
  ['the sub-account’s calls', DOOR, "access === 'sub_account' ? actor.ram === 1", "access === 'sub_account' ? true"],
  ['the rights of a role', 'kernel/actor.ts', 'actor.ram === 0 || actor.permissions.has(permission)', 'true'],
  ['credentials and login links', DOOR, "if (credentials && actor.session_kind === 'link')", 'if (false)'],
  ['credentials and access keys', DOOR, "if (credentials && actor.session_kind === 'key')", 'if (false)'],
  ['operators’ rights', DOOR, 'if (!door.operatorMay(operator, endpoint.access))', 'if (false)'],
  ['identifiers are resolved', DOOR, 'if (found.size < names.size)', 'if (false)'],
  ['designated networks at the door', DOOR, "kind === 'network' && [...names].some", "kind !== 'network' && [...names].some"],
  [
    'identifiers inside lists',
    'http/identifiers.ts',
    'return collect && ((value, found) => Array.isArray(value)',
    'return collect && ((value, found) => false && Array.isArray(value)',
  ],
  ['the verdict on a session', IDENTIFY, "if (verdict !== 'good')", 'if (false)'],
  ['a login link’s browser', IDENTIFY, "if (row.kind === 'link') await holdLink", "if (row.kind === 'password') await holdLink"],
  ['disabled accounts', JUDGE, 'if (token.account_status === 0 || token.login_status === 0)', 'if (false)'],
  ['revoked sessions', JUDGE, 'if (token.revoked)', 'if (false)'],
  ['idle sessions', JUDGE, 'if (now >= token.last_time + IDLE_SECONDS)', 'if (false)'],
  ['access tokens’ life', JUDGE, "if (use === 'call' && now >= token.issue_time + ACCESS_SECONDS)", 'if (false)'],
  [
    'links and keys are not refreshed',
    JUDGE,
    "if (token.kind !== 'password') return use === 'call' ? 'good' : 'accessExpired'",
    "if (token.kind !== 'password') return 'good'",
  ],
  ['who is confined', IDENTIFY, 'row.ram !== 0 && row.designated ?', 'row.ram === 0 && row.designated ?'],
  [
    'networks: list',
    'domains/network/detail/detail.service.ts',
    'pageNetworks(db, actor.designated, input)',
    'pageNetworks(db, undefined, input)',
  ],
  ['networks: select', 'domains/network/detail/detail.service.ts', 'selectNetworks(db, actor.designated)', 'selectNetworks(db, undefined)'],
  [
    'networks: members’ other networks',
    'domains/network/detail/detail.service.ts',
    'listMembers(db, network_number, actor.designated)',
    'listMembers(db, network_number, undefined)',
  ],
  [
    'members: their networks',
    'domains/member/member/info.service.ts',
    'listNetworksOf(db, router_name, actor.designated)',
    'listNetworksOf(db, router_name, undefined)',
  ],
  [
    'members: options',
    'domains/member/member/list.service.ts',
    'pageOptions(db, router_type, actor.designated, input)',
    'pageOptions(db, router_type, undefined, input)',
  ],
  [
    'records: connections',
    'domains/observation/member-record/member-record.service.ts',
    'pageConnections(db, designated, input)',
    'pageConnections(db, undefined, input)',
  ],
  [
    'records: dials',
    'domains/observation/member-record/member-record.service.ts',
    'pageSessions(db, designated, input)',
    'pageSessions(db, undefined, input)',
  ],
  [
    'POP resources: list',
    'domains/network/pop/pop.service.ts',
    'pageResources(db, designated, page)',
    'pageResources(db, undefined, page)',
  ],
  [
    'POP resources: to attach',
    'domains/network/pop/pop.service.ts',
    'listAttachable(db, designated, network_number)',
    'listAttachable(db, undefined, network_number)',
  ],
  ['POP resources: areas', 'domains/network/pop/pop.service.ts', 'listAreas(db, designated, input)', 'listAreas(db, undefined, input)'],
  ['orders: list', 'domains/network/work-order/work-order.service.ts', 'pageOrders(db, designated,', 'pageOrders(db, undefined,'],
  [
    'orders: one',
    'domains/network/work-order/work-order.service.ts',
    'findOrder(db, designated, network_ticket_number)',
    'findOrder(db, undefined, network_ticket_number)',
  ],
  [
    'orders: held',
    'domains/network/work-order/work-order.service.ts',
    'lockOrder(db, designated, network_ticket_number)',
    'lockOrder(db, undefined, network_ticket_number)',
  ],
]

const copy = mkdtempSync(join(tmpdir(), 'weft-guards-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const part of ['apps', 'packages', 'package.json', 'tsconfig.json', 'vitest.config.ts', 'bench', 'scripts', 'e2e'])
  cpSync(join(ROOT, part), join(copy, part), {
    recursive: true,
    filter: (from) => !from.includes('/node_modules') && !from.includes('/dist'),
  })
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))

/** The permission matrix, and the tests of who sees which POP resource and which work order. */
const TESTS = ['test/matrix', 'src/domains/network/pop', 'src/domains/network/work-order'].map((name) => `apps/server/${name}`)

/** Returns whether these tests pass in the copy. */
const green = (): boolean =>
  spawnSync(join(ROOT, 'node_modules/.bin/vitest'), ['run', '--project', 'api', ...TESTS, '--bail', '1', '--retry', '0'], {
    cwd: copy,
    stdio: 'ignore',
  }).status === 0

const [part = ''] = process.argv.slice(2)
if (!green()) throw new Error('the tests fail as they are')
const survivors: string[] = []
for (const [what, file, guard, instead] of guards.filter(([what]) => what.includes(part))) {
  const path = join(copy, SERVER, file)
  const before = readFileSync(path, 'utf8')
  if (before.split(guard).length !== 2) throw new Error(`${what}: ${file} does not have its guard once`)
  writeFileSync(
    path,
    before.replace(guard, () => instead),
  )
  const survived = green()
  writeFileSync(path, before)
  console.log(`${survived ? '✗ nobody misses' : '✓ missed'}: ${what}`)
  if (survived) survivors.push(what)
}
console.log(`${guards.length} guards, ${survivors.length} of them missed by no test`)
process.exitCode = survivors.length === 0 ? 0 : 1
