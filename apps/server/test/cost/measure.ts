import { sql as statement } from 'kysely'
import { expect } from 'vitest'
import type { World } from '../world.ts'
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
