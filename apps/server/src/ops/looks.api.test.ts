import { opsContract } from '@weft/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenAuditRows } from '../domains/foundation/audit/audit.queries.ts'
import { OPERATOR_CHAIN } from '../domains/foundation/audit/audit.service.ts'
import { anOperator, type OperatorPerson } from '../../test/ops-people.ts'
import { createWorld, type World } from '../../test/world.ts'

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

const lists = {
  accounts: opsContract.accounts.list,
  tickets: opsContract.tickets.list,
  devices: opsContract.devices.list,
  pops: opsContract.pops.list,
  orders: opsContract.workOrders.list,
  expiring: opsContract.services.expiring,
  replies: opsContract.savedReplies.list,
  messages: opsContract.messages.list,
  letters: opsContract.deadLetters.list,
  audit: opsContract.desk.audit,
  operators: opsContract.operators.list,
}
/** Returns the looks of an operator in the operators' chain, oldest first. */
async function looksOf({ username }: OperatorPerson) {
  const { rows } = await keeper.query<{ message: string; detail: { query: { page: number } } }>(
    `select message, detail from audit where account_id = ${OPERATOR_CHAIN} and actor_name = $1 and action = 'view' order by seq`,
    [username],
  )
  return rows
}

describe('a look at a list over all accounts', () => {
  it.each(Object.entries(lists))('is recorded before it is answered, and not answered if it cannot be recorded: %s', async (_, list) => {
    const who = await anOperator(world, 'admin')
    expect((await world.call(who, list, { page: 7 })).code).toBe(200)
    expect(await looksOf(who)).toMatchObject([{ detail: { query: { page: 7 } } }])
    await keeper.query('revoke execute on function audit_append from weft_system')
    try {
      const answer = await world.call(who, list, {})
      expect([answer.code, answer.data]).toEqual([500, null])
    } finally {
      await keeper.query('grant execute on function audit_append to weft_system')
    }
    expect((await world.call(who, list, {})).code).toBe(200)
    expect(await looksOf(who)).toHaveLength(2)
  })

  it.each([
    ['the first page of the desk', opsContract.desk.start, {}],
    ['a search', opsContract.desk.search, { search: '云桥' }],
  ])('is recorded for %s, with what was searched for', async (_, endpoint, input) => {
    const who = await anOperator(world, 'sales')
    expect((await world.call(who, endpoint, input)).code).toBe(200)
    expect(await looksOf(who)).toMatchObject([{ detail: { query: input } }])
  })

  it('is not recorded for what open pages poll, which names nobody', async () => {
    const who = await anOperator(world, 'sales')
    for (const endpoint of [opsContract.desk.state, opsContract.desk.health, opsContract.tickets.waiting, opsContract.workOrders.open])
      expect((await world.call(who, endpoint, {})).code).toBe(200)
    expect(await looksOf(who)).toEqual([])
  })

  it('makes one entry for each of many calls at once, and leaves no gap in the chain', async () => {
    const [who, other] = [await anOperator(world, 'support'), await anOperator(world, 'sales')]
    const pages = Array.from({ length: 12 }, (_, at) => at + 1)
    const reply = await Promise.all(
      pages.flatMap((page) => [world.call(who, lists.tickets, { page }), world.call(other, lists.accounts, { page })]),
    )
    expect(new Set(reply.map(({ code }) => code))).toEqual(new Set([200]))
    for (const one of [who, other]) {
      const seen = (await looksOf(one)).map(({ detail }) => detail.query.page)
      expect(seen.toSorted((a, b) => a - b)).toEqual(pages)
    }
    expect(await world.asSystem((db) => brokenAuditRows(db, OPERATOR_CHAIN))).toEqual([])
  })
})
