import { budgets, contract, type Message, type NetworkImpact, opsContract, type WorkOrder, type WorkOrderSummary } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aLimitedColleague, aSubAccount, logOf, rowsOf, tagMine } from '../../../../test/network-fixtures.ts'
import { anOperator, type OperatorPerson } from '../../../../test/ops-people.ts'
import {
  accept,
  aCustomer,
  aNetworkOf,
  anOldOrder,
  anOrder,
  aPop,
  ask,
  complete,
  order,
  reject,
  viewOf,
} from '../../../../test/pop-fixtures.ts'
import { openAsKeeper } from '../../../../test/matrix/rows.ts'
import { shanghaiDay } from '../../../kernel/clock.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let engineer: OperatorPerson
let shanghai: string
/** The day in Shanghai, as the numbers have it. */
const today = () => shanghaiDay.format(new Date()).replaceAll('-', '')

beforeAll(async () => {
  world = await createWorld()
  engineer = await anOperator(world, 'network')
  shanghai = await aPop(world, engineer, '上海')
  await aPop(world, engineer, '北京')
})
afterAll(() => world.close())

const { workOrders } = contract
const codesOf = (answers: readonly { code: number }[]) => answers.map(({ code }) => code).toSorted((a, b) => a - b)
const cancel = (who: Person, network_ticket_number: string) => world.call(who, workOrders.cancel, { network_ticket_number })
const deleteOrder = (who: Person, network_ticket_number: string) => world.call(who, workOrders.delete, { network_ticket_number })
const removeMember = (who: Person, network_ticket_number: string, router_name: string, region = '上海') =>
  world.call(who, workOrders.remove_member, { network_ticket_number, region, router_name })
const listed = async (who: Person, filter: Record<string, unknown> = {}) => {
  const answer = await world.call(who, workOrders.list, filter)
  return { ...answer, numbers: (answer.data as WorkOrderSummary[]).map((row) => row.network_ticket_number) }
}
const statesOf = async (who: Person) => ((await listed(who)).data as WorkOrderSummary[]).map((row) => row.network_ticket_status)

describe('a work order', () => {
  it('can choose from the regions that have a POP, the offered years and bandwidths, and the members of its network', async () => {
    const { owner, network_number, hub, person } = await aCustomer(world)
    const { data } = await world.call(owner, workOrders.config, { network_number, type: 1001 })
    const config = data as { ticket: unknown; member: { router_name: string }[]; pop_conf: unknown }
    expect(config.ticket).toEqual({
      pop: [
        { value: '上海', name: '上海' },
        { value: '北京', name: '北京' },
      ].toSorted((a, b) => (a.value < b.value ? -1 : 1)),
      expired_time: [{ value: 1 }, { value: 2 }, { value: 3 }, { value: 5 }],
      bandwidth: [1, 50, 100, 150, 200],
    })
    expect(config.member.map((m) => m.router_name)).toEqual(expect.arrayContaining([hub, person]))
    expect(config.member).toHaveLength(4)
    expect(config.pop_conf).toEqual({ 上海: [], 北京: [] })
  })

  it('has a number that begins with the day in Shanghai, shows the choices of the customer, and is in the operation log', async () => {
    const { owner, network_number, branch, person } = await aCustomer(world)
    const before = today()
    const number = await anOrder(world, owner, network_number, { 上海: [branch], 北京: [person] }, { expired_time: 3, bandwidth: 77 })
    expect(number).toMatch(new RegExp(`^(${before}|${today()})\\d{6}$`))
    expect(await viewOf(world, owner, number)).toMatchObject({
      network_ticket_number: number,
      network_number,
      network_name: '总部',
      network_ticket_type: 1001,
      network_ticket_status: 1,
      network_exists: 1,
      accept_time: null,
      complete_time: null,
      cancel_time: null,
      attributes: {
        bandwidth: 77,
        expired_time: 3,
        pop: [
          { value: '上海', name: '上海' },
          { value: '北京', name: '北京' },
        ],
        pop_conf: { 上海: [branch], 北京: [person] },
      },
    })
    expect((await logOf(world, owner)).at(-1)).toMatchObject({
      actor_kind: 'owner',
      action: 'create_ticket',
      message: expect.stringMatching(/^提交组网「总部」的工单 \d+：接入 POP 上海、北京，77 Mbit\/s，3 年$/),
    })
  })

  it('is refused while its network has an open work order, and the refusal names that one', async () => {
    const { owner, network_number, branch } = await aCustomer(world)
    const number = await anOrder(world, owner, network_number, { 上海: [branch] })
    const again = await order(world, owner, network_number, { 北京: [branch] })
    expect([again.code, again.msg]).toEqual([403, `该组网已有未完成的工单 ${number}`])
    const elsewhere = await aNetworkOf(world, owner, '另一个')
    await anOrder(world, owner, elsewhere.network_number, { 上海: [elsewhere.branch] })
  })

  it('is created only once when it is submitted several times at once', async () => {
    const { owner, network_number, branch } = await aCustomer(world)
    const answers = await Promise.all(Array.from({ length: 6 }, () => order(world, owner, network_number, { 上海: [branch] })))
    expect(codesOf(answers)).toEqual([200, 403, 403, 403, 403, 403])
    expect((await listed(owner)).count).toBe(1)
  })

  it('is created only once, with the same answer, when the call is repeated with its idempotency key', async () => {
    const { owner, network_number, branch } = await aCustomer(world)
    const input = {
      network_number,
      network_ticket_type: 1001,
      ticket: { pop: ['上海'], expired_time: 1, bandwidth: 1 },
      pop_conf: { 上海: [branch] },
    }
    const send = () => world.call(owner, workOrders.create, input, { headers: { 'idempotency-key': 'one-order' } })
    const [first, second] = [await send(), await send()]
    expect(first.code).toBe(200)
    expect(second.data).toEqual(first.data)
  })

  it('is one of sixty that an account may submit, send again or answer in a day, however soon it is deleted', async () => {
    const { owner, network_number, branch } = await aCustomer(world)
    const submit = (who = owner) => order(world, who, network_number, { 上海: [branch] })
    for (let i = 0; i < budgets.work_order.counts[0].amount; i++) {
      const { code, data } = await submit()
      expect(code).toBe(200)
      expect((await world.call(owner, workOrders.delete, data as { network_ticket_number: string })).code).toBe(200)
    }
    expect(await submit()).toMatchObject({ code: 429, msg: '本账号提交和答复组网工单的次数已达上限，请在 24 小时后重试' })
    await world.pass(86_401)
    expect((await submit({ ...owner, ...(await world.signedIn(owner)) })).code).toBe(200)
  })

  it('is refused when it assigns no member, and the refusal names the field', async () => {
    const { owner, network_number } = await aCustomer(world)
    const empty: Record<string, string[]>[] = [{}, { 上海: [] }, { 上海: [], 北京: [] }]
    for (const pop_conf of empty) {
      const answer = await order(world, owner, network_number, pop_conf, { pop: ['上海', '北京'] })
      const msg = '成员分配为空：请至少为一个区域分配一个成员'
      expect(answer).toMatchObject({ code: 422, msg, data: { errors: [{ field: 'pop_conf', msg }] } })
    }
    expect((await listed(owner)).count).toBe(0)
  })

  it('is refused for a region that is not offered or chosen, a member in two regions, and a member outside its network', async () => {
    const { owner, network_number, branch } = await aCustomer(world)
    const outside = (await aNetworkOf(world, owner, '另一个')).branch
    const stranger = (await aCustomer(world)).branch
    const answers = [
      await order(world, owner, network_number, { 火星: [] }),
      await order(world, owner, network_number, { 北京: [branch] }, { pop: ['上海'] }),
      await order(world, owner, network_number, { 上海: [branch], 北京: [branch] }),
      await order(world, owner, network_number, { 上海: [branch, branch] }),
      await order(world, owner, network_number, { 上海: [outside] }),
      await order(world, owner, network_number, { 上海: [stranger] }),
    ]
    expect(answers.map(({ code, msg }) => [code, msg])).toEqual([
      [422, '区域「火星」暂不可申请'],
      [422, '成员分配到了未选择的区域「北京」'],
      [422, `成员 ${branch} 不能分配到多个区域`],
      [422, `成员 ${branch} 不能分配到多个区域`],
      [204, '成员不在该组网中'],
      [204, '成员不存在'],
    ])
    expect((await listed(owner)).count).toBe(0)
  })

  it.each([
    ['no region', { ticket: { pop: [], expired_time: 1, bandwidth: 100 } }, '请至少选择一项'],
    ['four years', { ticket: { pop: ['上海'], expired_time: 4, bandwidth: 100 } }, '请选择正确的到期时间'],
    ['no bandwidth', { ticket: { pop: ['上海'], expired_time: 1, bandwidth: 0 } }, '带宽范围为 1–200'],
    ['too much bandwidth', { ticket: { pop: ['上海'], expired_time: 1, bandwidth: 201 } }, '带宽范围为 1–200'],
    ['a bandwidth far too large', { ticket: { pop: ['上海'], expired_time: 1, bandwidth: 77_777 } }, '带宽范围为 1–200'],
    ['a bandwidth with a fraction', { ticket: { pop: ['上海'], expired_time: 1, bandwidth: 1.5 } }, '带宽必须是整数'],
    ['a bandwidth of letters', { ticket: { pop: ['上海'], expired_time: 1, bandwidth: 'abc' } }, '带宽必须是数字'],
    ['an unknown type', { network_ticket_type: 1002 }, '请选择正确的工单类型'],
    ['a region without a name', { pop_conf: { '  ': [] } }, expect.any(String)],
    ['an array instead of regions with members', { pop_conf: [] }, '成员分配格式不正确'],
    ['a NUL character in a region name', { pop_conf: { '上海\0': [] } }, expect.any(String)],
    ['an unknown field', { price: 0 }, '不支持的字段：price'],
  ])('is refused with a message when it has %s', async (_what, wrong, msg) => {
    const { owner, network_number, branch } = await aCustomer(world)
    const input = {
      network_number,
      network_ticket_type: 1001,
      ticket: { pop: ['上海'], expired_time: 1, bandwidth: 100 },
      pop_conf: { 上海: [branch] },
      ...wrong,
    }
    const answer = await world.call(owner, workOrders.create, input)
    expect([answer.code, answer.msg]).toEqual([422, msg])
    expect((await listed(owner)).count).toBe(0)
  })

  it('treats __proto__ and constructor as unknown regions', async () => {
    const { owner, network_number, branch } = await aCustomer(world)
    const pop_conf = JSON.parse(`{"__proto__": ["${branch}"], "constructor": ["${branch}"]}`) as Record<string, string[]>
    expect((await order(world, owner, network_number, pop_conf, { pop: ['上海'] })).code).toBe(422)
    const number = await anOrder(world, owner, network_number, { 上海: [branch] })
    expect((await removeMember(owner, number, branch, 'constructor')).code).toBe(204)
  })
})

describe('the state of a work order', () => {
  it('allows deletion but not cancellation while the order waits, and another order after the deletion', async () => {
    const { owner, network_number } = await aCustomer(world)
    const number = await anOrder(world, owner, network_number, { 上海: [] })
    expect((await cancel(owner, number)).code).toBe(403)
    expect((await deleteOrder(owner, number)).code).toBe(200)
    expect((await world.call(owner, workOrders.view, { network_ticket_number: number })).code).toBe(204)
    await anOrder(world, owner, network_number, { 上海: [] })
  })

  it('allows cancellation but not deletion once the order is accepted, and deletion once it is cancelled', async () => {
    const { owner, network_number } = await aCustomer(world)
    const number = await anOrder(world, owner, network_number, { 上海: [] })
    await accept(world, engineer, number)
    expect((await viewOf(world, owner, number)).accept_time).not.toBeNull()
    const refused = await deleteOrder(owner, number)
    expect([refused.code, refused.msg]).toEqual([403, '工单当前状态不支持此操作'])
    expect((await cancel(owner, number)).code).toBe(200)
    expect(await viewOf(world, owner, number)).toMatchObject({ network_ticket_status: 4, complete_time: null })
    expect((await viewOf(world, owner, number)).cancel_time).not.toBeNull()
    expect((await cancel(owner, number)).code).toBe(403)
    expect((await accept(world, engineer, number)).code).toBe(403)
    expect((await deleteOrder(owner, number)).code).toBe(200)
    expect((await logOf(world, owner)).slice(-2).map((entry) => entry.action)).toEqual(['cancel_ticket', 'delete_ticket'])
  })

  it('keeps deleted members in an order that is closed, but not in one that is open', async () => {
    const { owner, network_number, branch, person, other } = await aCustomer(world)
    const all = { 上海: [branch, person], 北京: [other] }
    const closed = await anOldOrder(world, owner, network_number, { status: 4, pop_conf: all })
    const number = await anOrder(world, owner, network_number, all)
    const assigned = async (order: string) => (await viewOf(world, owner, order)).attributes.pop_conf
    expect((await world.call(owner, contract.router.delete, { router_name: branch })).code).toBe(200)
    expect(await assigned(number)).toEqual({ 上海: [person], 北京: [other] })
    await accept(world, engineer, number)
    expect((await world.call(owner, contract.router.delete, { router_name: other })).code).toBe(200)
    expect(await assigned(number)).toEqual({ 上海: [person], 北京: [] })
    expect(await assigned(closed)).toEqual(all)
    const last = await removeMember(owner, number, person)
    expect([last.code, last.msg]).toEqual([422, '工单至少保留一个成员；不再需要时，请删除或取消工单'])
    expect(await assigned(number)).toEqual({ 上海: [person], 北京: [] })
  })

  it('allows the removal of members until the order is completed or cancelled', async () => {
    const { owner, network_number, branch, person, other } = await aCustomer(world)
    const number = await anOrder(world, owner, network_number, { 上海: [branch, person, other], 北京: [] })
    expect((await removeMember(owner, number, branch)).code).toBe(200)
    expect((await removeMember(owner, number, branch)).code).toBe(204)
    expect((await removeMember(owner, number, person, '北京')).code).toBe(204)
    await accept(world, engineer, number)
    expect((await removeMember(owner, number, person)).code).toBe(200)
    expect((await viewOf(world, owner, number)).attributes.pop_conf).toEqual({ 上海: [other], 北京: [] })
    expect((await logOf(world, owner)).at(-1)!.message).toMatch(new RegExp(`^从组网「总部」的工单 \\d+的区域「上海」移出成员 ${person}$`))
    await cancel(owner, number)
    expect((await removeMember(owner, number, other)).code).toBe(403)
  })

  it.each([
    [1, { cancel: 403, delete: 200, remove: 200 }],
    [2, { cancel: 200, delete: 403, remove: 200 }],
    [3, { cancel: 200, delete: 403, remove: 403 }],
    [4, { cancel: 403, delete: 200, remove: 403 }],
  ] as const)('in status %i answers cancellation, deletion and the removal of a member with %j', async (status, codes) => {
    const { owner, network_number, branch, hub } = await aCustomer(world)
    const make = () => anOldOrder(world, owner, network_number, { status, pop_conf: { 上海: [branch, hub] } })
    const outcome = { remove: 0, cancel: 0, delete: 0 }
    for (const [move, call] of Object.entries({
      remove: (number: string) => removeMember(owner, number, branch),
      cancel: (number: string) => cancel(owner, number),
      delete: (number: string) => deleteOrder(owner, number),
    })) {
      const number = await make()
      outcome[move as keyof typeof outcome] = (await call(number)).code
      await world.asSystem(({ sql }) => sql.deleteFrom('network_ticket').where('network_ticket_number', '=', number).execute())
    }
    expect(outcome).toEqual({ remove: codes.remove, cancel: codes.cancel, delete: codes.delete })
  })

  it('becomes accepted, or the order is deleted, but not both, when both are requested at once', async () => {
    for (let round = 0; round < 6; round++) {
      const { owner, network_number } = await aCustomer(world)
      const number = await anOrder(world, owner, network_number, { 上海: [] })
      const [acceptance, deletion] = await Promise.all([accept(world, engineer, number), deleteOrder(owner, number)])
      expect([
        [200, 403],
        [204, 200],
      ]).toContainEqual([acceptance.code, deletion.code])
      expect(await statesOf(owner)).toEqual(acceptance.code === 200 ? [2] : [])
    }
  })

  it('does not change when a check asks which members a cancellation would interrupt, and the cancellation answers the same', async () => {
    const { owner, network_number, branch } = await aCustomer(world)
    const number = await anOrder(world, owner, network_number, { 上海: [branch] })
    await accept(world, engineer, number)
    await complete(world, engineer, number, [shanghai])
    const before = await rowsOf(world, owner)
    const checked = await world.call(owner, workOrders.cancel, { network_ticket_number: number, check: true })
    const { impact } = checked.data as { impact: NetworkImpact[] }
    expect(impact.flatMap(({ router_names }) => router_names)).toContain(branch)
    expect(await rowsOf(world, owner)).toEqual(before)
    expect((await viewOf(world, owner, number)).network_ticket_status).toBe(3)
    expect((await cancel(owner, number)).data).toEqual(checked.data)
  })

  it('becomes cancelled only once when two cancellations come at once', async () => {
    const { owner, network_number } = await aCustomer(world)
    const number = await anOrder(world, owner, network_number, { 上海: [] })
    await accept(world, engineer, number)
    const answers = await Promise.all([cancel(owner, number), cancel(owner, number)])
    expect(codesOf(answers)).toEqual([200, 403])
    expect((await logOf(world, owner)).filter((entry) => entry.action === 'cancel_ticket')).toHaveLength(1)
  })
})

describe('an operator and a customer about an order', () => {
  const answer = (who: Person, network_ticket_number: string, content = '三家门店') =>
    world.call(who, workOrders.answer, { network_ticket_number, content })
  const resume = (network_ticket_number: string) => world.call(engineer, opsContract.workOrders.resume, { network_ticket_number })
  const resubmit = (who: Person, network_ticket_number: string, pop_conf: Record<string, string[]>, bandwidth = 100) =>
    world.call(who, workOrders.resubmit, {
      network_ticket_number,
      ticket: { pop: Object.keys(pop_conf), expired_time: 2, bandwidth },
      pop_conf,
    })
  const atDesk = async (network_ticket_number: string) =>
    (await world.call(engineer, opsContract.workOrders.info, { network_ticket_number })).data as WorkOrder
  const open = async () => (await world.call(engineer, opsContract.workOrders.open, {})).data as { waiting: number; handling: number }
  const newestMessage = async (who: Person) => {
    const [{ message_id }] = (await world.call(who, contract.messages.list, {})).data as [Message]
    return (await world.call(who, contract.messages.info, { message_id })).data as Message & { content: string }
  }

  it('a question holds the order up until it is answered; both sides read the dialogue, and the badge of the desk counts the answer', async () => {
    const { owner, network_number, branch } = await aCustomer(world)
    const number = await anOrder(world, owner, network_number, { 上海: [branch] })
    const before = await open()
    expect((await ask(world, engineer, number, '用于哪几家<b>门店</b>？')).code).toBe(200)
    expect(await viewOf(world, owner, number)).toMatchObject({
      network_ticket_status: 2,
      state: 'asked',
      dialogue: [{ kind: 'question', author: '客服', content: '用于哪几家<b>门店</b>？' }],
    })
    expect((await viewOf(world, owner, number)).accept_time).not.toBeNull()
    const waiting = await open()
    expect([waiting.waiting, waiting.handling]).toEqual([before.waiting - 1, before.handling])
    const message = await newestMessage(owner)
    expect(message.title).toMatch(/^\d+ 接入 POP 总部：需要您补充$/)
    expect(message.content).toMatch(new RegExp(`<a href="/network/ticket_detail\\?network_ticket_number=${number}">\\d+</a>`))
    expect(message.content).toContain('用于哪几家&lt;b&gt;门店&lt;/b&gt;？')
    expect((await complete(world, engineer, number, [shanghai])).code).toBe(403)
    expect((await ask(world, engineer, number)).code).toBe(403)
    expect((await answer(owner, number)).code).toBe(200)
    expect((await answer(owner, number)).code).toBe(403)
    expect((await open()).handling).toBe(before.handling + 1)
    expect(await atDesk(number)).toMatchObject({
      state: 'answered',
      dialogue: [
        { kind: 'question', author: engineer.username },
        { kind: 'answer', author: owner.username, content: '三家门店' },
      ],
    })
    expect((await logOf(world, owner)).slice(-3).map(({ action }) => action)).toEqual(['ask_ticket', 'answer_ticket', 'view'])
    expect((await complete(world, engineer, number, [shanghai])).code).toBe(200)
    expect((await viewOf(world, owner, number)).state).toBe('completed')
  })

  it('an operator goes on without an answer, and an order that waits for one can be rejected or cancelled', async () => {
    const { owner, network_number, branch } = await aCustomer(world)
    const number = await anOrder(world, owner, network_number, { 上海: [branch] })
    expect((await resume(number)).code).toBe(403)
    await ask(world, engineer, number)
    expect((await resume(number)).code).toBe(200)
    expect((await viewOf(world, owner, number)).state).toBe('running')
    await ask(world, engineer, number)
    expect((await cancel(owner, number)).code).toBe(200)
    expect((await viewOf(world, owner, number)).state).toBe('cancelled')
    expect((await answer(owner, number)).code).toBe(403)
    const next = await anOrder(world, owner, network_number, { 上海: [branch] })
    await ask(world, engineer, next)
    expect((await reject(world, engineer, next)).code).toBe(200)
    expect((await viewOf(world, owner, next)).state).toBe('rejected')
  })

  it('a rejected order tells its reason, and is corrected and sent again under its number', async () => {
    const { owner, network_number, branch, person } = await aCustomer(world)
    const number = await anOrder(world, owner, network_number, { 上海: [branch] })
    expect((await resubmit(owner, number, { 上海: [branch] })).code).toBe(403)
    expect((await reject(world, engineer, number, '上海容量不足\n请改选<script>北京</script>')).code).toBe(200)
    expect(await viewOf(world, owner, number)).toMatchObject({
      network_ticket_status: 4,
      state: 'rejected',
      cancel_time: null,
      dialogue: [{ kind: 'rejection', author: '客服', content: '上海容量不足\n请改选<script>北京</script>' }],
    })
    const message = await newestMessage(owner)
    expect(message.title).toMatch(/^\d+ 接入 POP 总部：被驳回$/)
    expect(message.content).toContain('上海容量不足<br />请改选&lt;script&gt;北京')
    expect((await resubmit(owner, number, { 北京: [] })).msg).toBe('成员分配为空：请至少为一个区域分配一个成员')
    expect(await resubmit(owner, number, { 北京: [branch] }, 77_777)).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'ticket.bandwidth', msg: '带宽范围为 1–200' }] },
    })
    expect((await resubmit(owner, number, { 北京: [branch, person] }, 80)).code).toBe(200)
    expect(await viewOf(world, owner, number)).toMatchObject({
      network_ticket_status: 1,
      state: 'pending',
      reject_time: null,
      attributes: { bandwidth: 80, expired_time: 2, pop_conf: { 北京: [branch, person] } },
      dialogue: [{ kind: 'rejection' }, { kind: 'resubmission', author: owner.username, content: '接入 POP 北京，80 Mbit/s，2 年' }],
    })
    expect((await logOf(world, owner)).at(-1)!.action).toBe('resubmit_ticket')
    expect((await reject(world, engineer, number)).code).toBe(200)
    expect((await deleteOrder(owner, number)).code).toBe(200)
  })

  it('a rejected order whose members are all hidden is sent again with those that are still in the network', async () => {
    const { owner, network_number, branch, person, other } = await aCustomer(world)
    const number = await anOrder(world, owner, network_number, { 上海: [branch, other], 北京: [person] })
    await reject(world, engineer, number)
    // An order that is closed keeps members that leave the network.
    expect((await world.call(owner, contract.network.remove_member, { network_number, router_name: other })).code).toBe(200)
    const limited = await aLimitedColleague(world, owner)
    const assigned = async (who: Person) => (await viewOf(world, who, number)).attributes.pop_conf
    expect(await assigned(owner)).toEqual({ 上海: [branch, other], 北京: [person] })
    expect(await assigned(limited)).toEqual({ 上海: [], 北京: [] })
    const again = await resubmit(limited, number, { 上海: [] })
    expect(again, again.msg).toMatchObject({ code: 200 })
    expect(await assigned(owner)).toEqual({ 上海: [branch] })
    await reject(world, engineer, number)
    await tagMine(world, owner, [branch])
    expect(await resubmit(limited, number, { 上海: [] })).toMatchObject({ msg: '成员分配为空：请至少为一个区域分配一个成员' })
    expect((await resubmit(limited, number, { 北京: [branch] })).code).toBe(200)
    expect(await assigned(owner)).toEqual({ 北京: [branch] })
  })

  it('a rejected order is not sent again beside another open one of its network', async () => {
    const { owner, network_number, branch } = await aCustomer(world)
    const number = await anOrder(world, owner, network_number, { 上海: [branch] })
    await reject(world, engineer, number)
    const other = await anOrder(world, owner, network_number, { 上海: [branch] })
    const refused = await resubmit(owner, number, { 上海: [branch] })
    expect([refused.code, refused.msg]).toEqual([403, `该组网已有未完成的工单 ${other}`])
    await deleteOrder(owner, other)
    const answers = await Promise.all([
      resubmit(owner, number, { 上海: [branch] }),
      resubmit(owner, number, { 上海: [branch] }),
      order(world, owner, network_number, { 上海: [branch] }),
    ])
    expect(codesOf(answers)).toEqual([200, 403, 403])
  })

  it.each([
    ['completed', 3],
    ['cancelled', 4],
  ] as const)('a %s order takes neither a rejection nor a question', async (_state, status) => {
    const { owner, network_number } = await aCustomer(world)
    const number = await anOldOrder(world, owner, network_number, { status })
    const answers = [await reject(world, engineer, number), await ask(world, engineer, number), await resume(number)]
    expect(answers.map(({ code, msg }) => [code, msg])).toEqual(Array.from({ length: 3 }, () => [403, '工单当前状态不支持此操作']))
    expect((await viewOf(world, owner, number)).dialogue).toEqual([])
  })

  it('of two operators who decide at once, one is refused', async () => {
    const colleague = await anOperator(world, 'network')
    for (let round = 0; round < 4; round++) {
      const { owner, network_number, branch } = await aCustomer(world)
      const number = await anOrder(world, owner, network_number, { 上海: [branch] })
      await accept(world, engineer, number)
      const answers = await Promise.all([complete(world, engineer, number, [shanghai]), reject(world, colleague, number)])
      expect(codesOf(answers)).toEqual([200, 403])
      expect((await viewOf(world, owner, number)).state).toBe(answers[0].code === 200 ? 'completed' : 'rejected')
    }
  })

  it.each([
    ['no text', '', '不能为空'],
    ['spaces alone', ' \n ', '不能为空'],
    ['too long a text', '长'.repeat(501), '不能超过 500 个字符'],
    ['a NUL character', 'a\0b', '不能包含控制字符'],
  ])('a reason, a question and an answer are refused with %s', async (_what, text, msg) => {
    const { owner, network_number, branch } = await aCustomer(world)
    const number = await anOrder(world, owner, network_number, { 上海: [branch] })
    expect(await reject(world, engineer, number, text)).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'reason', msg: `原因${msg}` }] },
    })
    expect(await ask(world, engineer, number, text)).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'content', msg: `内容${msg}` }] },
    })
    await ask(world, engineer, number)
    expect((await answer(owner, number, text)).code).toBe(422)
    expect((await viewOf(world, owner, number)).state).toBe('asked')
  })

  it('another account, and a login that may not see the network, neither answer nor send again', async () => {
    const { owner, network_number, branch } = await aCustomer(world)
    const stranger = await aCustomer(world)
    const other = await aNetworkOf(world, owner, '另一个')
    const sub = await aSubAccount(world, owner, { network_edit: 1, designated: [other.network_number] })
    const number = await anOrder(world, owner, network_number, { 上海: [branch] })
    await ask(world, engineer, number)
    for (const who of [stranger.owner, sub]) expect((await answer(who, number)).code).toBe(204)
    await reject(world, engineer, number)
    for (const who of [stranger.owner, sub]) expect((await resubmit(who, number, { 上海: [branch] })).code).toBe(204)
    expect((await viewOf(world, owner, number)).state).toBe('rejected')
    expect((await world.call(sub, contract.messages.list, {})).count).toBe(0)
  })

  it('the list of the desk can be filtered by state', async () => {
    const { owner, network_number, branch } = await aCustomer(world)
    const { account_number } = owner
    const number = await anOrder(world, owner, network_number, { 上海: [branch] })
    const found = async (state: string) =>
      ((await world.call(engineer, opsContract.workOrders.list, { account_number, state })).data as WorkOrderSummary[]).map(
        (row) => row.network_ticket_number,
      )
    expect(await found('pending')).toEqual([number])
    await reject(world, engineer, number)
    expect([await found('pending'), await found('cancelled'), await found('rejected')]).toEqual([[], [], [number]])
    expect((await world.call(engineer, opsContract.workOrders.list, { state: 'lost' })).code).toBe(422)
  })
})

describe('the list of orders', () => {
  it('is newest first, in pages, and can be searched by a part of the number of the order or of the network', async () => {
    const { owner, network_number } = await aCustomer(world)
    const other = await aNetworkOf(world, owner, '另一个')
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 3, 4, minute))
    const numbers: string[] = []
    for (let i = 0; i < 12; i++)
      numbers.unshift(await anOldOrder(world, owner, i === 5 ? other.network_number : network_number, { status: 4, at: at(i) }))
    const first = await listed(owner)
    expect([first.count, first.numbers]).toEqual([12, numbers.slice(0, 10)])
    expect((await listed(owner, { page: 2 })).numbers).toEqual(numbers.slice(10))
    expect(await listed(owner, { page: 9 })).toMatchObject({ code: 200, count: 12, data: [] })
    expect((await listed(owner, { network_number: other.network_number.slice(2, 9) })).numbers).toEqual([numbers[6]])
    expect((await listed(owner, { network_ticket_number: numbers[3]!.slice(1, 12) })).numbers).toContain(numbers[3])
    expect((await listed(owner, { network_ticket_number: '%' })).count).toBe(0)
    expect((await listed(owner, { network_number: '_' })).count).toBe(0)
    expect((first.data as WorkOrderSummary[])[0]).toMatchObject({ network_name: '总部', complete_time: null })
  })

  it('can be filtered by a first and a last day in Shanghai, both included', async () => {
    const { owner, network_number } = await aCustomer(world)
    const times = ['2026-03-01T15:59:59Z', '2026-03-01T16:00:00Z', '2026-03-02T15:59:59Z', '2026-03-02T16:00:00Z']
    const [before, first, last, after] = await Promise.all(
      times.map((at) => anOldOrder(world, owner, network_number, { status: 4, at: new Date(at) })),
    )
    expect((await listed(owner, { start_time: '2026-03-02', end_time: '2026-03-02' })).numbers).toEqual([last, first])
    expect((await listed(owner, { start_time: '2026-03-02' })).numbers).toEqual([after, last, first])
    expect((await listed(owner, { end_time: '2026-03-01' })).numbers).toEqual([before])
    expect((await listed(owner, { start_time: '0000-01-01', end_time: '9999-12-31' })).count).toBe(4)
  })

  it.each(['2026-02-30', '2026-13-01', '2026-3-1', '20260301', "2026-03-01' or 1=1"])('refuses %j as a day', async (start_time) => {
    const { owner } = await aCustomer(world)
    const answer = await world.call(owner, workOrders.list, { start_time })
    expect([answer.code, answer.msg]).toEqual([422, '开始时间格式不正确'])
  })
})

describe('a submitted order', () => {
  it('cannot be seen or changed by another account', async () => {
    const { owner, network_number, branch } = await aCustomer(world)
    const number = await anOrder(world, owner, network_number, { 上海: [branch] })
    const stranger = await aCustomer(world)
    const keeper = await openAsKeeper(world.url)
    const before = await keeper.rowsOf(owner.account_id)
    expect((await listed(stranger.owner)).count).toBe(0)
    for (const call of [workOrders.view, workOrders.cancel, workOrders.delete])
      expect((await world.call(stranger.owner, call, { network_ticket_number: number })).code).toBe(204)
    expect((await removeMember(stranger.owner, number, stranger.branch)).code).toBe(204)
    expect((await order(world, stranger.owner, network_number, { 上海: [] })).code).toBe(204)
    expect(await keeper.rowsOf(owner.account_id)).toEqual(before)
    await keeper.close()
  })

  it('can be seen and changed by a sub-account with designated networks only if it is about one of them', async () => {
    const { owner, network_number } = await aCustomer(world)
    const hidden = await aNetworkOf(world, owner, '隐藏')
    const [visible, invisible] = [
      await anOrder(world, owner, network_number, { 上海: [] }),
      await anOrder(world, owner, hidden.network_number, { 上海: [hidden.branch] }),
    ]
    const sub = await aSubAccount(world, owner, { network_edit: 1, designated: [network_number] })
    expect((await listed(sub)).numbers).toEqual([visible])
    expect((await listed(sub, { network_number: hidden.network_number })).count).toBe(0)
    for (const call of [workOrders.view, workOrders.cancel, workOrders.delete])
      expect((await world.call(sub, call, { network_ticket_number: invisible })).code).toBe(204)
    expect((await removeMember(sub, invisible, hidden.branch)).code).toBe(204)
    expect((await deleteOrder(sub, visible)).code).toBe(200)
    expect((await listed(owner)).numbers).toEqual([invisible])
  })

  it('can still be seen and cancelled after its network was deleted, but only by logins that see all networks', async () => {
    const { owner, network_number } = await aCustomer(world)
    const kept = await aNetworkOf(world, owner, '保留')
    const sub = await aSubAccount(world, owner, { network_edit: 1, designated: [network_number, kept.network_number] })
    const reader = await aSubAccount(world, owner, {})
    const number = await anOrder(world, owner, network_number, { 上海: [] })
    expect((await listed(sub)).numbers).toEqual([number])
    expect((await world.call(owner, contract.network.delete, { network_number })).code).toBe(200)
    for (const who of [owner, reader])
      expect(await viewOf(world, who, number)).toMatchObject({ network_number, network_name: '总部', network_exists: 0 })
    expect((await listed(owner)).data).toMatchObject([{ network_number, network_exists: 0 }])
    expect((await listed(sub)).count).toBe(0)
    expect((await world.call(sub, workOrders.view, { network_ticket_number: number })).code).toBe(204)
    await accept(world, engineer, number)
    expect((await complete(world, engineer, number, [shanghai])).code).toBe(204)
    expect((await cancel(owner, number)).code).toBe(200)
  })
})
