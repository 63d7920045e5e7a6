import { contract, type Message, opsContract, type OutputOf } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSubAccount } from '../../test/network-fixtures.ts'
import { anOperator, type OperatorPerson } from '../../test/ops-people.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'

const { messages } = opsContract
type Sent = OutputOf<typeof messages.list>['rows'][number]

let world: World
let support: OperatorPerson
beforeAll(async () => {
  world = await createWorld()
  support = await anOperator(world, 'support')
})
afterAll(() => world.close())

const send = (account_number: string, title: string, content = '<p>正文</p>') =>
  world.call(support, messages.send, { account_number, title, type: '系统通知', content })
const sent = async (query: Record<string, unknown> = {}) => {
  const { data, count } = await world.call(support, messages.list, query)
  return { rows: data as Sent[], count: count! }
}
const titlesOf = async (who: Person) => ((await world.call(who, contract.messages.list, {})).data as Message[]).map(({ title }) => title)

describe('sent messages', () => {
  it('are listed newest first, with their recipients and who sent them', async () => {
    const before = (await sent()).count
    const [one, other] = [await world.anOwner(), await world.anOwner()]
    await send(one.account_number, '给一个')
    const answer = await send('all', '给全部')
    expect([await titlesOf(one), await titlesOf(other)]).toEqual([['给全部', '给一个'], ['给全部']])
    const { rows, count } = await sent()
    expect(count).toBe(before + 2)
    expect(rows.slice(0, 2)).toMatchObject([
      { title: '给全部', account_number: null, sent: (answer.data as { sent: number }).sent, operator_name: support.username },
      { title: '给一个', account_number: one.account_number, sent: 1, type: '系统通知', operator_name: support.username },
    ])
    expect((await sent({ limit: 1, page: 2 })).rows.map(({ title }) => title)).toEqual(['给一个'])
  })

  it('are shown as they were sent, without what was removed, and the customer sees the look', async () => {
    const owner = await world.anOwner()
    await send(owner.account_number, '维护', '<p>今晚<b>维护</b></p><script>alert(1)</script><img src=x onerror=alert(2)>')
    const { id } = (await sent()).rows[0]!
    const { data } = await world.call(support, messages.info, { id })
    expect((data as { content: string }).content).toBe('<p>今晚<strong>维护</strong></p>')
    expect((await world.call(owner, contract.operationLog.lists, { views: 1 })).data).toContainEqual(
      expect.objectContaining({ actor_kind: 'operator', action: 'view', message: '查看已发送的消息' }),
    )
    expect(await world.call(support, messages.info, { id: '999999999' })).toMatchObject({ code: 204, msg: '消息不存在' })
  })

  it('tell how many logins have read them, and of how many accounts', async () => {
    const [one, other] = [await world.anOwner(), await world.anOwner()]
    const sub = await aSubAccount(world, one, {})
    await send('all', '统计')
    const { id } = (await sent()).rows[0]!
    const readers = async () => (await world.call(support, messages.info, { id })).data
    expect(await readers()).toMatchObject({ readers: 0, reader_accounts: 0 })
    for (const who of [one, sub, other, other]) {
      const [{ message_id }] = (await world.call(who, contract.messages.list, { search: '统计' })).data as [Message]
      await world.call(who, contract.messages.info, { message_id })
    }
    expect(await readers()).toMatchObject({ readers: 3, reader_accounts: 2 })
    const [{ message_id }] = (await world.call(sub, contract.messages.list, { search: '统计' })).data as [Message]
    await world.call(sub, contract.messages.delete, { message_id: [message_id] })
    expect(await readers()).toMatchObject({ readers: 3, reader_accounts: 2 })
    const message = { account_id: null, title: '从前', type: '系统通知', content: '<p>x</p>', sent: 1, operator_name: 'x' }
    const before = await world.asSystem(({ sql }) =>
      sql.insertInto('sent_message').values(message).returning('id').executeTakeFirstOrThrow(),
    )
    expect((await world.call(support, messages.info, { id: String(before.id) })).data).toMatchObject({
      readers: null,
      reader_accounts: null,
    })
    await world.asSystem(({ sql }) => sql.deleteFrom('sent_message').where('id', '=', before.id).execute())
  })

  it('must have content: a text of which nothing is left is refused, here and in announcements', async () => {
    const before = (await sent()).count
    for (const content of ['<script>alert(1)</script>', '<p> </p><p><br></p>', '&nbsp;']) {
      const refused = { code: 422, msg: '内容不能为空', data: { errors: [{ field: 'content', msg: '内容不能为空' }] } }
      expect(await send('all', '空', content), content).toMatchObject(refused)
      const announcement = { title: '空', release_time: 1_700_000_000, content }
      expect(await world.call(support, opsContract.announcements.create, announcement), content).toMatchObject(refused)
    }
    expect((await sent()).count).toBe(before)
  })

  it('leave nothing if the account does not exist', async () => {
    const before = (await sent()).count
    expect((await send('00000000', '无人')).code).toBe(204)
    expect((await sent()).count).toBe(before)
  })
})
