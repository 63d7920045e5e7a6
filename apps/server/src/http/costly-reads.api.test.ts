import { contract, costlyReads } from '@weft/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, createWorld, type Person, type World } from '../../test/world.ts'
import { eventually } from '../../test/eventually.ts'

let world: World
let keeper: Client
beforeAll(async () => {
  world = await createWorld()
  keeper = new Client({ connectionString: world.url })
  await keeper.connect()
})
afterAll(async () => {
  await keeper.end()
  await world.close()
})

const search = (who: Person) => world.call(who, contract.logs.connect, { search: 'nothing' })
/** Returns the number of calls that wait for a lock in the database. */
const waitingForLocks = async (): Promise<number> => {
  // Within a transaction PostgreSQL would always show the first snapshot of the activity.
  await keeper.query('select pg_stat_clear_snapshot()')
  const { rows } = await keeper.query<{ count: string }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return Number(rows[0]!.count)
}

it('a few costly reads of an account run at once, its others wait, and other accounts do not wait for them', async () => {
  const [busy, calm] = [await world.anOwner(), await world.anOwner()]
  const { at_once, waiting } = costlyReads
  // Every search waits for the lock on the log until the test releases it.
  await keeper.query('begin')
  await keeper.query('lock table connect_log in access exclusive mode')
  const refused: Answer[] = []
  const searches = Array.from({ length: at_once + waiting + 12 }, async () => {
    const answer = await search(busy)
    if (answer.code !== 200) refused.push(answer)
    return answer
  })
  await eventually(async () => expect(await waitingForLocks()).toBe(at_once))
  await eventually(() => expect(refused).toHaveLength(12))
  expect(refused[0]).toMatchObject({ code: 429, msg: '操作过于频繁，请在 1 秒后重试', data: { retry_after: 1 } })

  // Reads that are not costly are still served, of this account and of another.
  expect((await world.call(busy, contract.account.info, {})).code).toBe(200)
  expect((await world.call(calm, contract.account.info, {})).code).toBe(200)
  const other = search(calm)
  await eventually(async () => expect(await waitingForLocks()).toBe(at_once + 1))

  await keeper.query('commit')
  const answers = await Promise.all([...searches, other])
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(at_once + waiting + 1)
})

it.each<[string, typeof contract.router.list | typeof contract.router.names]>([
  ['a list', contract.router.list],
  ['a read without pages', contract.router.names],
])('%s is a costly read only if it is searched', async (_, endpoint) => {
  const owner = await world.anOwner()
  await keeper.query('begin')
  await keeper.query('lock table member_state in access exclusive mode')
  const searched = Array.from({ length: 6 }, () => world.call(owner, endpoint, { search: 'x' }))
  await eventually(async () => expect(await waitingForLocks()).toBe(costlyReads.at_once))
  const plain = world.call(owner, endpoint, {})
  await eventually(async () => expect(await waitingForLocks()).toBe(costlyReads.at_once + 1))
  await keeper.query('commit')
  expect(new Set((await Promise.all([...searched, plain])).map(({ code }) => code))).toEqual(new Set([200]))
})
