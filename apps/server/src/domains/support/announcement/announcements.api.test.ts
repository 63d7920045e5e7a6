import { contract, opsContract, type OutputOf } from '@weft/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR_CHAIN } from '../../foundation/audit/audit.service.ts'
import { aSubAccount } from '../../../../test/network-fixtures.ts'
import { anOperator, type OperatorPerson } from '../../../../test/ops-people.ts'
import { anAnnouncement, HARM, HOSTILE } from '../../../../test/publications.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { releaseDue } from './announcement.service.ts'
import { hear } from '../../../../test/heard-events.ts'

let world: World
let support: OperatorPerson
let owner: Person
beforeAll(async () => {
  world = await createWorld()
  support = await anOperator(world, 'support')
  owner = await world.anOwner()
})
afterAll(() => world.close())

const deskInfo = async (id: string) =>
  (await world.call(support, opsContract.announcements.info, { id })).data as OutputOf<typeof opsContract.announcements.info>
const edit = (id: string, more: Record<string, unknown>) =>
  world.call(support, opsContract.announcements.edit, { id, content: '<p>正文</p>', ...more })
const now = () => Math.floor(Date.now() / 1000)
const audited = async (account_id: number) =>
  (
    await sql<{
      action: string
      message: string
    }>`select action, message from audit where account_id = ${account_id} order by seq desc limit 1`.execute(world.db.systemNow.sql)
  ).rows[0]!

describe('announcements', () => {
  it('are shown to accounts from their release on, newest first, and to operators before', async () => {
    const shownBefore = (await world.call(owner, contract.announcements.list, {})).count!
    const allBefore = (await world.call(support, opsContract.announcements.list, {})).count!
    const ids: string[] = []
    for (const [title, release_time] of [
      ['上周', now() - 600_000],
      ['昨天', now() - 86_400],
      ['明天', now() + 86_400],
    ] as const)
      ids.push(((await anAnnouncement(world, support, { title, release_time })).data as { id: string }).id)
    const [lastWeek, yesterday, tomorrow] = ids as [string, string, string]
    const shown = await world.call(owner, contract.announcements.list, {})
    expect((shown.data as { id: string }[]).map(({ id }) => id).filter((id) => ids.includes(id))).toEqual([yesterday, lastWeek])
    expect(shown.count).toBe(shownBefore + 2)
    expect((await world.call(owner, contract.announcements.info, { id: yesterday })).data).toMatchObject({
      title: '昨天',
      content: '<p>正文</p>',
      link: null,
    })
    expect(await world.call(owner, contract.announcements.info, { id: tomorrow })).toMatchObject({ code: 204, msg: '公告不存在或已删除' })
    expect((await world.call(support, opsContract.announcements.list, {})).count).toBe(allBefore + 3)
    expect((await world.call(support, opsContract.announcements.list, { search: '明' })).data).toMatchObject([{ id: tomorrow }])
    expect((await world.call(support, opsContract.announcements.info, { id: tomorrow })).data).toMatchObject({ title: '明天' })
  })

  it.each([-1, 253_402_300_800, 1e15])('are refused with the release time %d, which no calendar shows', async (release_time) => {
    expect((await anAnnouncement(world, support, { title: '永远', release_time })).code).toBe(422)
  })

  it('are written, changed and deleted, each noted in the operators’ own log', async () => {
    const { id } = (await anAnnouncement(world, support, { title: '维护' })).data as { id: string }
    expect(await audited(OPERATOR_CHAIN)).toEqual({ action: 'create_announcement', message: '发布公告「维护」' })
    const draft = { id, title: '维护延期', tag: '维护,骨干网', release_time: now() - 5, link: 'https://example.com/a', content: HOSTILE }
    expect((await world.call(support, opsContract.announcements.edit, draft)).code).toBe(200)
    expect(await audited(OPERATOR_CHAIN)).toEqual({ action: 'edit_announcement', message: '修改公告「维护延期」' })
    const { data } = await world.call(owner, contract.announcements.info, { id })
    expect(data).toMatchObject({ title: '维护延期', tag: '维护,骨干网', link: 'https://example.com/a' })
    expect((data as { content: string }).content).not.toMatch(HARM)
    expect((await world.call(support, opsContract.announcements.delete, { id })).code).toBe(200)
    expect((await world.call(owner, contract.announcements.info, { id })).code).toBe(204)
    expect((await world.call(support, opsContract.announcements.edit, { ...draft, content: '<p>x</p>' })).code).toBe(204)
    expect((await world.call(support, opsContract.announcements.delete, { id })).code).toBe(204)
  })

  it('are drafts until they are published, which only operators see', async () => {
    const { id } = (await anAnnouncement(world, support, { title: '草稿', save: 'draft', release_time: null })).data as { id: string }
    expect(await audited(OPERATOR_CHAIN)).toEqual({ action: 'create_announcement', message: '保存公告草稿「草稿」' })
    expect((await world.call(owner, contract.announcements.info, { id })).code).toBe(204)
    expect(await deskInfo(id)).toMatchObject({ state: 'draft', release_time: null, version: 1, operator_name: support.username })
    expect((await world.call(support, opsContract.announcements.list, { state: 'draft' })).data).toMatchObject([{ id }])
    const { rows } = await sql<{ hidden: boolean }>`select release_time > now() + interval '1000 years' as hidden
      from announcement where id = ${id}::bigint`.execute(world.db.systemNow.sql)
    expect(rows).toEqual([{ hidden: true }])
    const published = now()
    expect((await edit(id, { title: '草稿', save: 'now' })).code).toBe(200)
    expect((await world.call(owner, contract.announcements.info, { id })).data).toMatchObject({ title: '草稿' })
    const { release_time } = await deskInfo(id)
    expect(release_time).toBeGreaterThanOrEqual(published)
    expect(release_time).toBeLessThanOrEqual(now())
    expect((await edit(id, { title: '改动', save: 'now' })).code).toBe(200)
    expect((await deskInfo(id)).release_time).toBe(release_time)
  })

  it('are released and taken down at their second, and the jobs tell of it once, also after a pause', async () => {
    const heard = await hear(world)
    const planned = { title: '定时', save: 'schedule', release_time: now() + 3600, end_time: now() + 7200 }
    const { id } = (await anAnnouncement(world, support, planned)).data as { id: string }
    const log = async () =>
      (
        await sql<{
          message: string
        }>`select message from audit where account_id = ${OPERATOR_CHAIN} and message like '公告「定时」%' order by seq`.execute(
          world.db.systemNow.sql,
        )
      ).rows.map(({ message }) => message)
    const move = (hours: number) =>
      sql`update announcement set release_time = release_time - make_interval(hours => ${hours}), end_time = end_time - make_interval(hours => ${hours})
        where id = ${id}::bigint`.execute(world.db.systemNow.sql)
    await releaseDue(world.db)
    expect(await log()).toEqual([])
    expect((await world.call(owner, contract.announcements.info, { id })).code).toBe(204)
    await move(1)
    expect((await world.call(owner, contract.announcements.info, { id })).code).toBe(200)
    await Promise.all([releaseDue(world.db), releaseDue(world.db)])
    expect(await log()).toEqual(['公告「定时」按时发布'])
    await move(2)
    expect((await world.call(owner, contract.announcements.info, { id })).code).toBe(204)
    expect((await deskInfo(id)).state).toBe('ended')
    await releaseDue(world.db)
    await releaseDue(world.db)
    expect(await log()).toEqual(['公告「定时」按时发布', '公告「定时」按时下线'])
    expect((await heard()).filter(({ type }) => type === 'message').length).toBeGreaterThanOrEqual(2)
  })

  it('are refused with a plan in the past, an end in the past, and an end before their release', async () => {
    const refused = (field: string, msg: string) => ({ code: 422, data: { errors: [{ field, msg }] } })
    const end = '下线时间必须晚于现在和发布时间'
    expect(await anAnnouncement(world, support, { save: 'schedule', release_time: now() - 1 })).toMatchObject(
      refused('release_time', '发布时间必须晚于现在'),
    )
    expect(await anAnnouncement(world, support, { save: 'schedule', release_time: null })).toMatchObject(
      refused('release_time', '发布时间不能为空'),
    )
    expect(await anAnnouncement(world, support, { save: 'now', end_time: now() - 1 })).toMatchObject(refused('end_time', end))
    const backwards = { save: 'schedule', release_time: now() + 7200, end_time: now() + 3600 }
    expect(await anAnnouncement(world, support, backwards)).toMatchObject(refused('end_time', end))
  })

  it('are not changed by somebody who read an older version', async () => {
    const { id } = (await anAnnouncement(world, support, { title: '一' })).data as { id: string }
    const colleague = await anOperator(world, 'support')
    const answers = await Promise.all(
      [support, colleague].map((who) =>
        world.call(who, opsContract.announcements.edit, { id, title: who.username, release_time: now(), content: '<p>x</p>', version: 1 }),
      ),
    )
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await deskInfo(id)).version).toBe(2)
  })

  it('are taken down by hand only while customers see them', async () => {
    const { id } = (await anAnnouncement(world, support, { title: '下线' })).data as { id: string }
    expect((await world.call(support, opsContract.announcements.end, { id })).code).toBe(200)
    expect(await audited(OPERATOR_CHAIN)).toEqual({ action: 'end_announcement', message: '下线公告「下线」' })
    expect((await world.call(owner, contract.announcements.info, { id })).code).toBe(204)
    expect((await world.call(support, opsContract.announcements.end, { id })).msg).toBe('公告不在发布中，不需要下线')
  })

  it('count the logins that opened them, each once, and their accounts', async () => {
    const { id } = (await anAnnouncement(world, support, { title: '计数' })).data as { id: string }
    const [another, sub] = [await world.anOwner(), await aSubAccount(world, owner, {})]
    for (const who of [owner, owner, sub, another]) await world.call(who, contract.announcements.info, { id })
    expect(await deskInfo(id)).toMatchObject({ readers: 3, reader_accounts: 2 })
    expect((await world.call(support, opsContract.announcements.list, { search: '计数' })).data).toMatchObject([
      { readers: 3, reader_accounts: 2 },
    ])
  })

  it.each([
    ['a link that runs', { link: 'javascript:alert(1)' }],
    ['no content', { content: ' ' }],
    ['a title of two lines', { title: '一\n二' }],
    ['a title that is too long', { title: '长'.repeat(65) }],
  ])('are refused with %s', async (_what, more) => expect((await anAnnouncement(world, support, more)).code).toBe(422))
})

describe('messages of operators', () => {
  it('reach one account without their harmful HTML, and are noted in its log', async () => {
    const input = { account_number: owner.account_number, title: '续费提醒', type: '服务通知', content: HOSTILE }
    expect((await world.call(support, opsContract.messages.send, input)).data).toEqual({ sent: 1 })
    const [message] = (await world.call(owner, contract.messages.list, {})).data as { message_id: string; title: string }[]
    expect(message!.title).toBe('续费提醒')
    const { content } = (await world.call(owner, contract.messages.info, { message_id: message!.message_id })).data as { content: string }
    expect(content).not.toMatch(HARM)
    expect(await audited(owner.account_id)).toEqual({ action: 'send_message', message: '发送消息「续费提醒」' })
    expect((await world.call(support, opsContract.messages.send, { ...input, account_number: '00000000' })).code).toBe(204)
  })

  it('reach every account with one event, and only once for a repeated call', async () => {
    const others = [await world.anOwner(), await world.anOwner()]
    const heard = await hear(world)
    const input = { account_number: 'all', title: '全体通知', type: '系统通知', content: '<p>好</p>' }
    const options = { headers: { 'idempotency-key': 'all-1' } }
    const { sent } = (await world.call(support, opsContract.messages.send, input, options)).data as { sent: number }
    expect(sent).toBeGreaterThanOrEqual(3)
    expect((await world.call(support, opsContract.messages.send, input, options)).data).toEqual({ sent })
    for (const one of [owner, ...others]) {
      const titles = ((await world.call(one, contract.messages.list, {})).data as { title: string }[]).map(({ title }) => title)
      expect(titles.filter((title) => title === '全体通知')).toHaveLength(1)
    }
    expect((await heard()).filter(({ type }) => type === 'message')).toEqual([{ type: 'message', account_id: 'all' }])
    expect(await audited(OPERATOR_CHAIN)).toMatchObject({ action: 'send_message' })
  })
})
