import { contract, draftable, MAX_CHANGES } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byKey, send } from '../matrix/cases.ts'
import { consoleTable } from '../matrix/expected.ts'
import { aCast, CANARY, type Cast } from '../matrix/people.ts'
import { consoleSamples } from '../matrix/samples.ts'
import { someThings, type Things } from '../matrix/things.ts'
import { prove } from '../credential-fixtures.ts'
import { createWorld, type World } from '../world.ts'
import { type Input, isJson, MOST_BYTES, type Stocked } from './largest.ts'
import { addBranches, addMembers, answerTo, expectWithin, inputOf, makeRoom, note, printDear, waysOf } from './measure.ts'
import { stopwatch } from './slowness.ts'

let world: World
let cast: Cast
let stocked: Stocked

/** Makes a network with half of the members as branches. */
async function aLargeNetwork(): Promise<Things> {
  const { owner } = cast.alpha
  const things = await someThings(world, owner, CANARY.alpha)
  await addBranches(world, { ...owner, ...things }, members)
  return things
}

const aSmallNetwork = () => someThings(world, cast.alpha.owner, CANARY.alpha)
const removeNetwork = ({ network_number }: Pick<Things, 'network_number'>) =>
  world.asSystem(({ sql }) => sql.deleteFrom('network').where('network_number', '=', network_number).execute())

let members: string[]
/** The large network that all reads and dry runs name. */
let shared: Things
beforeAll(async () => {
  world = await createWorld({ WEFT_CALLS_FACTOR: '1000' })
  cast = await aCast(world)
  members = await addMembers(world, cast.alpha.owner)
  shared = await aLargeNetwork()
  stocked = { members: members.slice(members.length / 2) }
})
afterAll(printDear)
afterAll(() => world.close())

const endpoints = byKey(contract)
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

/** Returns the milliseconds that a call takes with the input that `input` makes of a valid one of `sampled`, on a network of its own. */
async function costOf(key: string, sampled: string, input: (sample: Input) => Input, answer: unknown): Promise<number> {
  const endpoint = endpoints.get(key)!
  // A change may use up or delete what it names; a dry run does not.
  const changes = endpoint.method === 'POST' && sampled === key
  const things = changes ? await (endpoint.path.startsWith('network/') ? aLargeNetwork() : aSmallNetwork()) : shared
  const { caller, sample } = await sampleOf(sampled, things)
  await makeRoom(world, things.network_number)
  const large = input(sample)
  const since = stopwatch()
  const { code, msg, data } = await send(world, caller, endpoint, large)
  const milliseconds = since()
  if (things !== shared) await removeNetwork(things)
  if (key === 'POST network/create' && code === 200) await removeNetwork(data)
  expect(code, `${key}: ${msg}`).toEqual(answer)
  note(milliseconds, `${code} ${msg}`)
  return milliseconds
}

const expectCheap = (key: string, input: (sample: Input) => Input, answer: unknown, sampled = key) =>
  expectWithin(endpoints.get(key)!.processor_ms, () => costOf(key, sampled, input, answer))

describe('the largest input that a call accepts costs little processor time', () => {
  for (const key of Object.keys(consoleTable).filter((one) => isJson(endpoints.get(one)!)))
    it.for(waysOf(endpoints.get(key)!))(`${key}, %s`, (way) =>
      expectCheap(key, (sample) => inputOf(endpoints.get(key)!, sample, way, stocked), answerTo(endpoints.get(key)!, way)),
    )

  for (const [call, endpoint] of Object.entries(draftable))
    it.for(waysOf(endpoint))(`POST network/changes with ${call}, %s`, (way) => {
      const changesOf = (sample: Input) => {
        const { network_number, ...input } = inputOf(endpoint, sample, way, stocked, MOST_BYTES / MAX_CHANGES)
        return { network_number, dry_run: true, changes: Array.from({ length: MAX_CHANGES }, () => ({ call, input })) }
      }
      return expectCheap('POST network/changes', changesOf, answerTo(endpoint, 'equal'), `POST ${endpoint.path}`)
    })
})
