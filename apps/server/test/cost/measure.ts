import { type Endpoint, MAX_MEMBERS_PER_CALL } from '@weft/contract'
import { sql as statement } from 'kysely'
import { expect } from 'vitest'
import type { World } from '../world.ts'
import { type Filling, fillingsOf, type Input, largestOf, type Stocked } from './largest.ts'
import { slownessNow } from './slowness.ts'

/** The members of an account, of which half are in the network that a call names. */
const MEMBERS = 5_000

/** A line for each call with its milliseconds and its answer, for the table in bench/README.md. */
const dear: string[] = []
/** Prints the dearest calls of a file. */
export const printDear = (): void => console.log(dear.splice(0).toSorted().toReversed().slice(0, 40).join('\n'))

/** Notes what a call of the present test took and answered. */
export const note = (milliseconds: number, answer: string): void =>
  void dear.push(`${milliseconds.toFixed(0).padStart(6)} ms ${expect.getState().currentTestName}: ${answer}`)

/** Expects a call to take at most so many milliseconds of processor time, on the machine for which calls declare them. */
export async function expectWithin(most: number, costOf: () => Promise<number>): Promise<void> {
  // The first call of a kind compiles it, and a busy machine is slower at one moment than at the next.
  const costs: number[] = []
  while (costs.length < 4 && !costs.some((cost) => cost < most)) costs.push((await costOf()) / slownessNow())
  expect(Math.min(...costs)).toBeLessThan(most)
}

/** The ways in which the input of a call is made: `accepted` is one that the call carries out. */
type Way = 'accepted' | Filling
/** Returns the ways in which the inputs of a call are made. */
export const waysOf = (endpoint: Endpoint): Way[] => ['accepted', ...fillingsOf(endpoint)]

/** What a call answers to its sample here, where it is not 200: the sample is made for a sub-account, or for an address that is there. */
const OTHERWISE: Readonly<Record<string, number>> = { 'login/ram': 401, 'ram/password': 403, 'webhook/test': 422 }
/** Returns the codes that a call may answer to such an input. */
export const answerTo = ({ path }: Endpoint, way: Way): unknown =>
  way === 'accepted' ? (OTHERWISE[path] ?? 200) : expect.toSatisfy((code: number) => code < 500)

/** Returns an input of a call, made of a valid one: the largest one, or, of what is accepted, the valid one with all members that it may name. */
export function inputOf(endpoint: Endpoint, sample: Input, way: Way, { members }: Stocked, room?: number): Input {
  if (way !== 'accepted') return largestOf(endpoint, sample, way, { members }, room)
  const { path } = endpoint
  if (path === 'network/create' || path === 'network/edit')
    return { ...sample, point: [...(sample['point'] as string[]), ...members].slice(0, MAX_MEMBERS_PER_CALL) }
  if (path === 'network/edit_center_gateway') return { ...sample, router_network: ROOMY.router, software_network: ROOMY.software }
  if (path === 'network/edit_ip_address_pool') {
    const [center] = Object.keys(sample['center_network'] as object)
    return { ...sample, center_network: { [center!]: ROOMY } }
  }
  return sample
}
/** Segments with an address for each member of the network. */
const ROOMY = { router: { gateway: '172.24.0.0', mask: 19 }, software: { gateway: '172.24.32.0', mask: 19 } }

/** Gives the second center of a network, if it has one, segments with an address for each of its members. */
export const makeRoom = (world: World, network_number: string): Promise<unknown> =>
  world.asSystem(({ sql }) =>
    sql
      .updateTable('network_center')
      .set({ router_segment: '172.22.0.0/19', software_segment: '172.22.32.0/19' })
      .where('network_number', '=', network_number)
      .where(statement<boolean>`router_segment::text like '10.160.%'`)
      .execute(),
  )

/** Adds thousands of hardware members to an account. */
export async function addMembers(world: World, { account_id }: { account_id: number }): Promise<string[]> {
  const names = Array.from({ length: MEMBERS }, (_, i) => `WR${account_id}X${String(i).padStart(6, '0')}`)
  await world.asSystem(({ sql }) =>
    statement`insert into member (account_id, router_name, router_type, note)
      select ${account_id}::bigint, name, 1, '站点 ' || name from unnest(${names}::text[]) name`.execute(sql),
  )
  return names
}

/** Adds half of the members to a network as branches, each with a prefix of its own. */
export async function addBranches(
  world: World,
  { account_id, network_number }: { account_id: number; network_number: string },
  members: readonly string[],
): Promise<void> {
  await world.asSystem(async ({ sql }) => {
    await statement`insert into network_member (account_id, network_number, router_name, router_type, member_type, prefix)
      select ${account_id}::bigint, ${network_number}, name, 1, 'point',
        jsonb_build_array(jsonb_build_object('ip', '10.' || (i / 256) || '.' || (i % 256) || '.0', 'mask', 24, 'permission', 'permit', 'ge', null, 'le', null))
      from unnest(${members.slice(0, MEMBERS / 2)}::text[]) with ordinality as of (name, i)`.execute(sql)
    await sql
      .updateTable('network_center')
      .set({ router_segment: '172.20.0.0/19', software_segment: '172.20.32.0/19' })
      .where('network_number', '=', network_number)
      .execute()
  })
}
