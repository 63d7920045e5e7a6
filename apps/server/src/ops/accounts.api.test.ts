import { contract, opsContract } from '@weft/contract'
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BusEvent } from '../adapters/bus/events.ts'
import { createAccount } from '../domains/identity/account/account.service.ts'
import { anOperator, type OperatorPerson } from '../../test/ops-people.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'

let world: World
let admin: OperatorPerson
beforeAll(async () => {
  world = await createWorld({ WEFT_PUBLIC_URL: 'https://console.example.cn/' })
  admin = await anOperator(world, 'admin')
})
afterAll(() => world.close())

const { accounts } = opsContract
const search = async (text: string) => {
  const answer = await world.call(admin, accounts.list, { search: text })
  return { count: answer.count, numbers: (answer.data as { account_number: string }[]).map((row) => row.account_number) }
}
const info = (who: Pick<Person, 'access_token'>, options = {}) => world.call(who, contract.account.info, {}, options)
const chainOf = (account_id: number) =>
  world.db.systemNow.sql
    .selectFrom('audit')
    .select(['actor_kind', 'actor_name', 'area', 'action', 'message'])
    .where('account_id', '=', account_id)
    .orderBy('seq')
    .execute()

async function signIn(person: Person) {
  const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
  const code = (await world.services.captchas.read(uniqid))!
  return world.call(undefined, contract.login.authorization, { username: person.username, password: person.password, code, uniqid })
}

describe('accounts/lists', () => {
  it('finds by a part of the number, the name, the nickname and the phone, and masks what it shows', async () => {
    const made = await world.asSystem((db) =>
      createAccount(db, {
        username: 'Xinghai2026',
        nickname: '星海连锁',
        password: 'secret-1234',
        phone: '13900010002',
        area_code: '86',
        email: 'liwei@example.com',
      }),
    )
    for (const text of [made.account_number, made.account_number.slice(2, 6), 'xinghai', '星海', '海连', '0001000'])
      expect((await search(text)).numbers).toContain(made.account_number)
    const answer = await world.call(admin, accounts.list, { search: '星海连锁' })
    expect(answer).toMatchObject({
      code: 200,
      count: 1,
      data: [{ account_number: made.account_number, username: 'Xinghai2026', phone: '139****0002', email: 'li***@example.com', status: 1 }],
    })
    expect(JSON.stringify(answer)).not.toContain('13900010002')
    expect(JSON.stringify(answer)).not.toContain('password')
  })

  it('filters by state, verification, services that end and the day of registration, all at once, and refuses days in the wrong order', async () => {
    const word = `筛选${Date.now()}`
    const make = async (more: { phone?: string; created: string; status?: 0 | 1; ends?: number }) => {
      const { phone, created, status = 1, ends } = more
      const made = await world.asSystem((db) =>
        createAccount(db, {
          username: `filter${String(Math.random()).slice(2, 10)}`,
          nickname: word,
          password: 'secret-1234',
          ...(phone === undefined ? {} : { phone, area_code: '86' }),
        }),
      )
      await world.asSystem(async ({ sql: db }) => {
        const { account_id } = made
        await db
          .updateTable('account')
          .set({ status, create_time: new Date(created) })
          .where('account_id', '=', account_id)
          .execute()
        if (ends !== undefined)
          await db
            .insertInto('service')
            .values({
              account_id,
              service_code: 'dns_quantity',
              quantity: 1,
              start_time: new Date(Date.now() - 86_400_000),
              expired_time: new Date(Date.now() + ends * 86_400_000),
            })
            .execute()
      })
      return made.account_number
    }
    const old = await make({ created: '2025-03-01T15:59:59Z', ends: 5 })
    const disabled = await make({ created: '2025-03-01T16:00:00Z', status: 0, phone: '13900020001' })
    const recent = await make({ created: '2025-03-02T15:59:59Z', phone: '13900020002', ends: 20 })
    const found = async (filter: Record<string, unknown>) =>
      ((await world.call(admin, accounts.list, { search: word, ...filter })).data as { account_number: string }[]).map(
        (row) => row.account_number,
      )
    expect(await found({})).toEqual([recent, disabled, old])
    expect(await found({ status: 0 })).toEqual([disabled])
    expect(await found({ verified: 0 })).toEqual([old])
    expect(await found({ verified: 1 })).toEqual([recent, disabled])
    expect(await found({ ending: 7 })).toEqual([old])
    expect(await found({ ending: 30 })).toEqual([recent, old])
    expect(await found({ start_time: '2025-03-02', end_time: '2025-03-02' })).toEqual([recent, disabled])
    expect(await found({ start_time: '2025-03-02', status: 1, ending: 30, verified: 1 })).toEqual([recent])
    const unsearched = await world.call(admin, accounts.list, { start_time: '2025-03-01', end_time: '2025-03-02', limit: 100 })
    expect([unsearched.count, (unsearched.data as unknown[]).length]).toEqual([3, 3])
    const wrong = await world.call(admin, accounts.list, { start_time: '2025-03-02', end_time: '2025-03-01' })
    expect([wrong.code, wrong.msg]).toEqual([422, '结束日期不能早于开始日期'])
    for (const filter of [{ ending: 0 }, { ending: 367 }, { status: 2 }, { verified: 'x' }, { start_time: "2025' or 1=1" }])
      expect((await world.call(admin, accounts.list, filter)).code).toBe(422)
  })

  it('exports what a filter shows, contacts masked, and notes the filter in the log of the operators', async () => {
    const name = `=导出${Date.now()}`
    const made = await world.asSystem((db) =>
      createAccount(db, { username: 'export2026', nickname: name, password: 'secret-1234', phone: '13900030003', area_code: '86' }),
    )
    const file = await world.apps.ops.inject({
      url: `/ops/v1/${accounts.export.path}?search=${encodeURIComponent(name)}&status=1`,
      headers: { authorization: `Bearer ${admin.access_token}` },
    })
    expect(file.statusCode).toBe(200)
    const { rows } = (await readXlsx(file.rawPayload)).sheets[0]!
    expect(rows[0]).toEqual(['账号编号', '昵称', '用户名', '手机号', '邮箱', '状态', '注册时间'])
    expect(rows).toHaveLength(2)
    expect(rows[1]).toEqual(expect.arrayContaining([made.account_number, 'export2026', '139****0003', '正常']))
    expect((await chainOf(0)).at(-1)).toMatchObject({
      actor_name: admin.username,
      action: 'export_accounts',
      message: '导出客户账号列表，1 个账号',
    })
    expect((await world.call(admin, accounts.export, { search: 'nobody-has-this' })).msg).toBe('导出数据为空')
  })

  it('finds an account by its owner’s present nickname, and no longer by the former one', async () => {
    const owner = await world.anOwner()
    const call = (nickname: string) =>
      world.asSystem(({ sql }) => sql.updateTable('login').set({ nickname }).where('login_id', '=', owner.login_id).execute())
    await call('旧名商行')
    expect((await search('旧名')).numbers).toEqual([owner.account_number])
    await call('Neue Firma')
    expect([(await search('旧名')).numbers, (await search('NEUE f')).numbers]).toEqual([[], [owner.account_number]])
  })

  it('treats %, _ and \\ in a search as plain characters', async () => {
    await world.anOwner()
    for (const text of ['%', '_', '\\', "' or 1=1 --", '客户%']) expect(await search(text)).toEqual({ count: 0, numbers: [] })
  })

  it('answers newest first, with the count also on a page past the end', async () => {
    const [older, newer] = [await world.anOwner(), await world.anOwner()]
    const { numbers, count } = await search('')
    expect(numbers.slice(0, 2)).toEqual([newer.account_number, older.account_number])
    expect(await world.call(admin, accounts.list, { page: 999 })).toMatchObject({ code: 200, data: [], count })
  })

  it('refuses an invalid page, in Chinese', async () => {
    const answer = await world.call(admin, accounts.list, { page: 0, limit: 101, order: 'name' })
    expect(answer).toMatchObject({ status: 422, code: 422, msg: '页码不能小于 1' })
    expect((answer.data as { errors: unknown[] }).errors).toEqual([
      { field: 'page', msg: '页码不能小于 1' },
      { field: 'limit', msg: '每页条数不能大于 100' },
      { field: 'order', msg: '不支持的字段：order' },
    ])
  })
})

describe('accounts/info', () => {
  it('returns the limits of a new account and its free services', async () => {
    const owner = await world.anOwner()
    const answer = await world.call(admin, accounts.info, { account_number: owner.account_number })
    expect(answer).toMatchObject({
      code: 200,
      data: {
        account_number: owner.account_number,
        limits: {
          network_router_use: 0,
          network_router_count: 10,
          network_center_count: 1,
          network_level: 1,
          dns_quantity: 2,
          software: 0,
          software_max: 10,
          sub_accounts: 0,
          sub_accounts_max: 3,
          quagga: 0,
        },
      },
    })
    const { services } = answer.data as { services: { service_code: string; service_name: string; quantity: number; expired_time: null }[] }
    expect(new Map(services.map((s) => [s.service_code, [s.quantity, s.expired_time]]))).toEqual(
      new Map([
        ['network_center', [1, null]],
        ['network_member', [10, null]],
        ['software_member', [10, null]],
        ['sub_account', [3, null]],
      ]),
    )
  })

  it('leaves a trace that the account can see', async () => {
    const owner = await world.anOwner()
    await world.call(admin, accounts.info, { account_number: owner.account_number })
    expect(await chainOf(owner.account_id)).toContainEqual({
      actor_kind: 'operator',
      actor_name: admin.username,
      area: 'account',
      action: 'view',
      message: '查看账号详情',
    })
  })

  it.each(['00000000', '99999999'])('answers 204 for the unknown number %s', async (account_number) => {
    expect(await world.call(admin, accounts.info, { account_number })).toMatchObject({
      status: 200,
      code: 204,
      msg: '账号不存在',
      data: null,
    })
  })

  it.each(['', '1', '1234567a', "1' or '1'='1"])('refuses %j as a number', async (account_number) => {
    expect((await world.call(admin, accounts.info, { account_number })).code).toBe(422)
  })
})

describe('the records of an account', () => {
  it.each(['networks', 'pops'] as const)('%s are shown page by page, and the customer can read that an operator looked', async (what) => {
    const owner = await world.anOwner()
    expect(await world.call(admin, accounts[what], { account_number: owner.account_number })).toMatchObject({
      code: 200,
      data: [],
      count: 0,
    })
    const { data } = await world.call(owner, contract.operationLog.lists, { views: 1 })
    expect((data as { message: string }[])[0]?.message).toBe(what === 'networks' ? '查看账号的组网' : '查看账号的 POP 资源')
  })
})

describe('disabling an account', () => {
  const disable = (owner: Person, reason = '欠费') => world.call(admin, accounts.disable, { account_number: owner.account_number, reason })
  const enable = (owner: Person) => world.call(admin, accounts.enable, { account_number: owner.account_number, reason: '已缴费' })

  it('ends every session at once with 2004 and refuses the next sign-in with 403', async () => {
    const owner = await world.anOwner()
    const second = await world.signedIn(owner)
    expect((await disable(owner)).code).toBe(200)
    expect(await info(owner)).toMatchObject({ status: 401, code: 2004 })
    expect((await info(second)).code).toBe(2004)
    expect((await world.call(owner, contract.login.refresh, {}, { cookie: owner.companion })).code).toBe(2004)
    expect(await signIn(owner)).toMatchObject({ status: 403, code: 403, msg: '账号已停用，请联系客服' })
  })

  it('notifies every instance, so that sockets close', async () => {
    const owner = await world.anOwner()
    const event = new Promise<BusEvent>((resolve) => {
      const stop = world.infrastructure.bus.subscribe((event) => {
        if (event.type !== 'session' || event.account_id !== owner.account_id) return
        stop()
        resolve(event)
      })
    })
    await disable(owner)
    expect(await event).toEqual({ type: 'session', account_id: owner.account_id, code: 2004 })
  })

  it('affects no other account', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    await disable(owner)
    expect((await info(other)).code).toBe(200)
  })

  it('is reversed by enabling, but ended sessions stay ended', async () => {
    const owner = await world.anOwner()
    await disable(owner)
    expect((await enable(owner)).code).toBe(200)
    expect((await info(owner)).code).toBe(2003)
    expect((await signIn(owner)).code).toBe(200)
  })

  it('is logged once with its reason where the account sees it', async () => {
    const owner = await world.anOwner()
    await disable(owner, '连续三个月欠费')
    await disable(owner, '再来一次')
    await enable(owner)
    const entries = (await chainOf(owner.account_id)).filter(({ actor_kind }) => actor_kind === 'operator')
    expect(entries.map(({ action, message }) => [action, message])).toEqual([
      ['disable', '停用账号，原因：连续三个月欠费'],
      ['enable', '启用账号，原因：已缴费'],
    ])
  })

  it('requires a reason of one line', async () => {
    const owner = await world.anOwner()
    expect(await disable(owner, ' ')).toMatchObject({ code: 422, msg: '原因不能为空', data: { errors: [{ field: 'reason' }] } })
    expect((await disable(owner, '一行\n两行')).code).toBe(422)
    expect((await disable(owner, '字'.repeat(201))).code).toBe(422)
    expect((await info(owner)).code).toBe(200)
  })
})

describe('a login link', () => {
  async function issue(owner: Person) {
    const answer = await world.call(admin, accounts.login_link, { account_number: owner.account_number, reason: '协助排查' })
    const { url } = answer.data as { url: string }
    return { url, access_token: new URL(url).searchParams.get('token')! }
  }

  it('opens the console and signs in as the owner, in the first browser only', async () => {
    const owner = await world.anOwner()
    const link = await issue(owner)
    expect(link.url).toMatch(/^https:\/\/console\.example\.cn\/login\?token=[\w-]{43}$/)
    const first = await info(link)
    expect(first).toMatchObject({ code: 200, data: { username: owner.username, ram: 0 } })
    expect((await info(link, { cookie: first.cookie! })).code).toBe(200)
    for (const cookie of [undefined, 'another-browser'])
      expect(await info(link, cookie === undefined ? {} : { cookie })).toMatchObject({
        code: 2006,
        msg: '登录链接已使用过，请重新登录',
      })
  })

  it('expires after an hour and is never refreshed', async () => {
    const owner = await world.anOwner()
    const link = await issue(owner)
    const { cookie } = await info(link)
    await world.pass(3590)
    expect((await info(link, { cookie: cookie! })).code).toBe(200)
    expect((await world.call(link, contract.login.refresh, {}, { cookie: cookie! })).code).toBe(2002)
    await world.pass(20)
    expect((await info(link, { cookie: cookie! })).code).toBe(2002)
  })

  it('is logged where the account sees it, without the token', async () => {
    const owner = await world.anOwner()
    const link = await issue(owner)
    const entries = await chainOf(owner.account_id)
    expect(entries).toContainEqual(
      expect.objectContaining({ actor_kind: 'operator', action: 'login_link', message: '生成授权登录链接，1 小时内有效，原因：协助排查' }),
    )
    expect(JSON.stringify(entries)).not.toContain(link.access_token)
  })

  it('is not issued for a disabled account, and ends when the account is disabled', async () => {
    const owner = await world.anOwner()
    const link = await issue(owner)
    await world.call(admin, accounts.disable, { account_number: owner.account_number, reason: '欠费' })
    expect((await info(link)).code).toBe(2004)
    const again = await world.call(admin, accounts.login_link, { account_number: owner.account_number, reason: '协助排查' })
    expect(again).toMatchObject({ code: 403, msg: '账号已停用，请先启用' })
  })
})
