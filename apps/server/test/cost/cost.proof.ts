import { contract, draftable, type Endpoint, MAX_CHANGES } from '@weft/contract'
import { sql as statement } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Schema } from '../../../../proof/values.ts'
import { byKey, send } from '../matrix/cases.ts'
import { consoleTable } from '../matrix/expected.ts'
import { aCast, CANARY, type Cast } from '../matrix/people.ts'
import { consoleSamples } from '../matrix/samples.ts'
import { someThings, type Things } from '../matrix/things.ts'
import { prove } from '../credential-fixtures.ts'
import { createWorld, type World } from '../world.ts'
import { type Filling, hasFreeText, largest, listFillings, MOST_BYTES, type Stocked, textFillings } from './largest.ts'

/** The members of the account, of which half are in the network that a call names. */
const MEMBERS = 5_000
/** The milliseconds of processor time that the reference work takes on the machine for which calls declare their cost. */
const REFERENCE_MS = 50

let world: World
let cast: Cast
let stocked: Stocked

/** Returns what tells the milliseconds of processor time of this thread since now. */
function stopwatch(): () => number {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
}

/** Work of the kind that calls do: JSON, sorting and texts. */
function reference(): void {
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ name: `member ${(i * 7919) % 20_000}`, i }))
  const sorted = (JSON.parse(JSON.stringify(rows)) as typeof rows).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (sorted.length !== rows.length) throw new Error('the reference work lost rows')
}
/** Returns how many times slower than the reference this machine is now. */
function slownessNow(): number {
  const since = stopwatch()
  reference()
  return Math.max(1, since() / REFERENCE_MS)
}

/** Adds thousands of hardware members to an account. */
async function addMembers({ account_id }: { account_id: number }): Promise<string[]> {
  const names = Array.from({ length: MEMBERS }, (_, i) => `WR${String(i).padStart(6, '0')}X`)
  await world.asSystem(({ sql }) =>
    statement`insert into member (account_id, router_name, router_type, note)
      select ${account_id}::bigint, name, 1, '站点 ' || name from unnest(${names}::text[]) name`.execute(sql),
  )
  return names
}

/** Makes a network with half of the members as branches, each with a prefix of its own. */
async function aLargeNetwork(): Promise<Things> {
  const { owner } = cast.alpha
  const things = await someThings(world, owner, CANARY.alpha)
  const { network_number } = things
  await world.asSystem(async ({ sql }) => {
    await statement`insert into network_member (account_id, network_number, router_name, router_type, member_type, prefix)
      select ${owner.account_id}::bigint, ${network_number}, name, 1, 'point',
        jsonb_build_array(jsonb_build_object('ip', '10.' || (i / 256) || '.' || (i % 256) || '.0', 'mask', 24, 'permission', 'permit', 'ge', null, 'le', null))
      from unnest(${members.slice(0, MEMBERS / 2)}::text[]) with ordinality as of (name, i)`.execute(sql)
    await sql
      .updateTable('network_center')
      .set({ router_segment: '172.20.0.0/19', software_segment: '172.20.32.0/19' })
      .where('network_number', '=', network_number)
      .execute()
  })
  return things
}

const aSmallNetwork = () => someThings(world, cast.alpha.owner, CANARY.alpha)
const removeNetwork = ({ network_number }: Things) =>
  world.asSystem(({ sql }) => sql.deleteFrom('network').where('network_number', '=', network_number).execute())

let members: string[]
/** The large network that all reads and dry runs name. */
let shared: Things
beforeAll(async () => {
  world = await createWorld({ WEFT_CALLS_FACTOR: '1000' })
  cast = await aCast(world)
  members = await addMembers(cast.alpha.owner)
  shared = await aLargeNetwork()
  stocked = { members: members.slice(MEMBERS / 2) }
  slownessNow()
})
afterAll(() => world.close())

const endpoints = byKey(contract)
const schemaOf = ({ input }: Endpoint) => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema

async function sampleOf(key: string, things: Things) {
  await world.asSystem(async ({ sql }) => {
    await sql.deleteFrom('budget_spent').execute()
    await sql.deleteFrom('rate_window').execute()
    await sql.deleteFrom('directory').execute()
  })
  const { owner } = cast.alpha
  const caller = { account_id: owner.account_id, login_id: owner.login_id, ...(await world.signedIn(owner)) }
  await prove(world, caller)
  return { caller, sample: await consoleSamples[key]!({ ...things, caller, owner, sub: 'sub' }, world) }
}

/** What the calls took, for the table in bench/README.md. */
const dear: string[] = []
afterAll(() => console.log(dear.toSorted().toReversed().slice(0, 40).join('\n')))

type Input = Record<string, unknown>

/** Returns the milliseconds that a call takes with the input that `input` makes of a valid one of `sampled`, on a network of its own. */
async function costOf(key: string, sampled: string, input: (sample: Input) => Input): Promise<number> {
  const endpoint = endpoints.get(key)!
  // A change may use up or delete what it names; a dry run does not.
  const changes = endpoint.method === 'POST' && sampled === key
  const things = changes ? await (endpoint.path.startsWith('network/') ? aLargeNetwork() : aSmallNetwork()) : shared
  const { caller, sample } = await sampleOf(sampled, things)
  const large = input(sample)
  const since = stopwatch()
  const { code, msg } = await send(world, caller, endpoint, large)
  const milliseconds = since()
  if (things !== shared) await removeNetwork(things)
  expect(code, key).toBeLessThan(500)
  dear.push(`${milliseconds.toFixed(0).padStart(6)} ms ${expect.getState().currentTestName}: ${code} ${msg}`)
  return milliseconds
}

async function expectCheap(key: string, input: (sample: Input) => Input, sampled = key): Promise<void> {
  const most = endpoints.get(key)!.processor_ms
  // The first call of a kind compiles it, and a busy machine is slower at one moment than at the next.
  const costs: number[] = []
  while (costs.length < 4 && !costs.some((cost) => cost < most)) costs.push((await costOf(key, sampled, input)) / slownessNow())
  expect(Math.min(...costs)).toBeLessThan(most)
}

/** Texts of other characters are only for calls that take some. */
const fillingsOf = (endpoint: Endpoint): Filling[] => [
  ...listFillings,
  ...(hasFreeText(schemaOf(endpoint)) ? textFillings : (['long'] as const)),
]
const isJson = ({ method, body }: Endpoint) => method !== 'WS' && body.kind !== 'multipart'
const largestOf = (endpoint: Endpoint, sample: Input, filling: Filling, room?: number) =>
  largest(schemaOf(endpoint), sample, filling, stocked, room) as Input

describe('the largest input that a call accepts costs little processor time', () => {
  for (const key of Object.keys(consoleTable).filter((one) => isJson(endpoints.get(one)!)))
    it.for(fillingsOf(endpoints.get(key)!))(`${key}, %s`, (filling) =>
      expectCheap(key, (sample) => largestOf(endpoints.get(key)!, sample, filling)),
    )

  for (const [call, endpoint] of Object.entries(draftable))
    it.for(fillingsOf(endpoint))(`POST network/changes with ${call}, %s`, (filling) => {
      const changesOf = (sample: Input) => {
        const { network_number, ...input } = largestOf(endpoint, sample, filling, MOST_BYTES / MAX_CHANGES)
        return { network_number, dry_run: true, changes: Array.from({ length: MAX_CHANGES }, () => ({ call, input })) }
      }
      return expectCheap('POST network/changes', changesOf, `POST ${endpoint.path}`)
    })
})
