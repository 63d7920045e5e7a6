import { contract, type Endpoint, MAX_CHANGES } from '@weft/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byKey, naming, send } from '../../../../test/matrix/cases.ts'
import { consoleTable, type Expected } from '../../../../test/matrix/expected.ts'
import { consoleSamples, type Given } from '../../../../test/matrix/samples.ts'
import { openAsKeeper } from '../../../../test/matrix/rows.ts'
import { someThings, type Things } from '../../../../test/matrix/things.ts'
import { prove } from '../../../../test/credential-fixtures.ts'
import { aCompany, set } from '../../../../test/network-setting-fixtures.ts'
import { aLimitedColleague, aNetwork, grant, hardware, infoOf, tagMine } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

/** Begins the name, the note and the tag of every member that the role does not see. */
const HIDDEN = /hidden-?member|203\.0\.113\.77/i
const hidden = {
  site: 'HIDDENMEMBER01',
  free: 'HIDDENMEMBER02',
  app: 'hiddenmember03',
  lone: 'hiddenmember04',
  center: 'HIDDENMEMBER05',
  branch: 'HIDDENMEMBER06',
}
const NOTE = 'hidden-member 仓库'

let world: World
let owner: Person
let things: Things
let limited: Person
/** A network that only hidden members are in. */
let elsewhere: string
let keeper: Awaited<ReturnType<typeof openAsKeeper>>
const endpoints = byKey(contract)

beforeAll(async () => {
  world = await createWorld({ WEFT_CALLS_FACTOR: '100' })
  owner = await world.anOwner()
  for (const code of ['network_member', 'software_member', 'sub_account'] as const) await grant(world, owner, code, 1000)
  for (const feature of ['quagga', 'quagga_advanced', 'default_route'] as const) await grant(world, owner, feature, 1)
  things = await someThings(world, owner, 'seen')
  await hiddenMembers()
  const mine = [things.center, things.point, things.free_hardware, things.free_software]
  await tagMine(world, owner, mine)
  limited = await aLimitedColleague(world, owner)
  keeper = await openAsKeeper(world.url)
  await keeper.noteWrites()
})
afterAll(async () => {
  await keeper?.close()
  await world.close()
})

async function did(call: Endpoint, input: object): Promise<unknown> {
  const answer = await world.call(owner, call, input)
  expect(answer, `${call.path} ${answer.msg}`).toMatchObject({ code: 200 })
  return answer.data
}

/** Makes members of another tag, in the network and outside, that every part of the account knows. */
async function hiddenMembers(): Promise<void> {
  const { account_id } = owner
  const { network_number, center } = things
  const now = world.infrastructure.clock.now()
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const hours = (from: number, to: number) => ({ start_time: ago(from * 3600), end_time: ago(to * 3600) })
  await world.asSystem(async ({ sql }) => {
    const member = (router_name: string, router_type: 1 | 2) => ({
      account_id,
      router_name,
      router_type,
      note: NOTE,
      connect_time: ago(86_400),
      watched_since: ago(86_400),
      router_ipv4: '203.0.113.77',
      province: '浙江',
    })
    await sql
      .insertInto('member')
      .values([
        member(hidden.site, 1),
        member(hidden.free, 1),
        member(hidden.app, 2),
        member(hidden.lone, 2),
        member(hidden.center, 1),
        member(hidden.branch, 1),
      ])
      .execute()
    await sql.insertInto('device').values({ account_id, router_name: 'HIDDENMEMBERSAAS', kind: 'saas', router_model: 'SA-520' }).execute()
    await sql.insertInto('member').values({ account_id, router_name: 'HIDDENMEMBERSAAS', router_type: 3, note: NOTE }).execute()
  })
  await did(contract.router.label, { router_name: Object.values(hidden), add_tags: ['hiddenmember'], province: '浙江', city: '杭州' })
  await did(contract.router.note, { router_name: [hidden.site], note: `${NOTE} 一` })
  for (const router_name of [hidden.site, hidden.app])
    await did(contract.network.add_member, { network_number, router_name, member_type: 'point' })
  elsewhere = await aNetwork(world, owner, '仓库网', [hidden.center], [hidden.branch])
  await did(contract.networkSettings.edit_prefix, {
    network_number,
    router_name: hidden.site,
    prefix: [{ ip: '192.168.77.0', mask: 24, permission: 'permit' }],
  })
  await did(contract.networkRevisions.changes, {
    network_number,
    changes: [
      { call: 'dns', input: { dns: ['223.5.5.5'] } },
      { call: 'quagga', input: { router_name: hidden.site, enable: 1 } },
      { call: 'software_mode', input: { router_name: hidden.app, mode: 2 } },
    ],
  })
  await did(contract.networkRevisions.draft_save, {
    network_number,
    version: 0,
    changes: [{ call: 'default_route', input: { router_name: hidden.site, model: 1, metric: 60 } }],
  })
  await did(contract.monitor.enable, {})
  await did(contract.monitor.maintenance_create, {
    name: '割接',
    start_time: Math.floor(now.getTime() / 1000) + 600,
    end_time: Math.floor(now.getTime() / 1000) + 1200,
    router: [hidden.site, center],
  })
  await did(contract.router.delete, { router_name: hidden.lone })
  await world.asSystem(async ({ sql }) => {
    for (const router_name of [hidden.site, hidden.app]) {
      const seen = { remote_ip: '203.0.113.77', remote_port: 1, version: '1', online: 1, create_time: ago(3000) } as const
      await sql
        .insertInto('connect_log')
        .values({ account_id, router_name, ...seen })
        .execute()
      await sql
        .insertInto('tunnel_session')
        .values({ account_id, network_number, router_name, link_router_name: center, orig: '203.0.113.77', ...hours(3, 2) })
        .execute()
      await sql
        .insertInto('outage')
        .values({ account_id, router_name, state: 'down', cause: 'connection_lost', behind: null, ...hours(3, 2) })
        .execute()
      const alert_id = randomUUID()
      const subject = `${NOTE}（${router_name}）`
      const incident = { account_id, kind: 'router_offline', router_name, subject, subject_key: router_name, open_time: ago(60) } as const
      const { incident_id } = await sql.insertInto('incident').values(incident).returning('incident_id').executeTakeFirstOrThrow()
      const content = JSON.stringify({ lines: [{ router_name, text: subject, good: false, time: 1 }] })
      await sql
        .insertInto('alert')
        .values({ account_id, alert_id, title: `${subject}失联`, content, create_time: ago(60) })
        .execute()
      await sql.insertInto('incident_alert').values({ account_id, incident_id, alert_id }).execute()
      await sql
        .insertInto('incident_branch')
        .values({ account_id, incident_id, router_name, lost_time: ago(60) })
        .execute()
      const sent = { delivery_id: randomUUID(), account_id, channel: 'portal', template: 'alert', language: 'zh-CN' } as const
      const times = { next_time: ago(60), create_time: ago(60) }
      await sql
        .insertInto('delivery')
        .values({ ...sent, masked_target: '', alert_id, ...times })
        .execute()
    }
    const message = { account_id, title: `${NOTE} 失联`, type: '监控告警', content: NOTE }
    await sql
      .insertInto('message')
      .values([{ ...message, router_names: [hidden.site, center] }, message])
      .execute()
    await sql
      .insertInto('network_ticket')
      .values({
        account_id,
        network_ticket_number: '20260101000001',
        network_number,
        network_name: '样本',
        network_ticket_type: 1001,
        network_ticket_status: 4,
        bandwidth: 100,
        expired_time: 1,
        pop: ['上海'],
        pop_conf: JSON.stringify({ 上海: [hidden.site, center] }),
      })
      .execute()
    await sql
      .insertInto('directory')
      .values({
        account_id,
        sync_mode: 1,
        domain: 'example.com',
        host: '127.0.0.1',
        port: 389,
        base_dn: 'dc=example,dc=com',
        use_ssl: 0,
        use_tls: 0,
        username: '',
        type: 1,
        router_name: hidden.site,
        snapshot_hash: 'a'.repeat(64),
        snapshot_time: now,
      })
      .execute()
  })
}

/** Returns the inputs with which a call is made: the sample of the matrix, and searches for what is hidden. */
async function inputsOf(key: string): Promise<Record<string, unknown>[]> {
  await countAfresh()
  const given: Given = { ...things, caller: limited, owner, sub: 'nobody@nowhere' }
  const sample = await consoleSamples[key]!(given, world)
  const fields = Object.keys((endpoints.get(key)!.input as unknown as { shape?: object }).shape ?? {})
  return [
    sample,
    ...(fields.includes('search')
      ? [hidden.site, 'hidden-member', '192.168.77', '203.0.113.77'].map((search) => ({ ...sample, search }))
      : []),
    ...(fields.includes('object') ? [{ ...sample, object: hidden.site }] : []),
    ...(fields.includes('since') ? [{ ...sample, since: 1 }] : []),
    ...(fields.includes('elsewhere') ? [{ ...sample, elsewhere: '1' }] : []),
    ...('network_number' in sample ? [{ ...sample, network_number: elsewhere }] : []),
    ...(key.startsWith('GET ram/log') ? [{}, { object: hidden.site }, { search: 'hidden' }] : []),
    ...(key === 'GET network/ticket_view' ? [{ network_ticket_number: '20260101000001' }] : []),
    ...(key === 'GET logs/export' ? ['online', 'pop_online'].map((type) => ({ type })) : []),
  ]
}
const countAfresh = () =>
  world.asSystem(async ({ sql }) => {
    await sql.deleteFrom('budget_spent').execute()
    await sql.deleteFrom('rate_window').execute()
  })

const calls = Object.entries(consoleTable).filter(([, { who }]) => who !== 'public' && who !== 'owner' && who !== 'refresh')
/** The reads that refuse every input, with the reason. */
const unanswered: Record<string, string> = {
  'GET network/preview': 'the configuration of the sample names others',
  'GET saas/info': 'a limited role sees no SaaS device',
  'GET saas/connect': 'a limited role sees no SaaS device',
  'GET saas/traffic': 'a limited role sees no SaaS device',
}
const isRead = ([key]: [string, Expected]) => key.startsWith('GET ')

describe('a role that is limited to the members with a tag', () => {
  it.each(calls.filter(isRead))('reads nothing of other members from %s', async (key) => {
    const codes: number[] = []
    for (const input of await inputsOf(key)) {
      const reply = await send(world, limited, endpoints.get(key)!, input)
      // A configuration that names others is withheld.
      expect([200, 204, 422, ...(key === 'GET network/preview' ? [403] : [])], reply.text).toContain(reply.code)
      expect(reply.text.match(HIDDEN) ? `${JSON.stringify(input)} ${reply.text}` : '').toBe('')
      codes.push(reply.code)
    }
    // Only an answer can show what it should not.
    expect(codes.includes(200)).toBe(unanswered[key] === undefined)
  })

  const members = calls.flatMap(([key, { names = {}, proof }]) =>
    Object.entries(names).flatMap(([field, kind]) => (kind === 'member' ? [{ key, field, proof }] : [])),
  )
  it.each(members)('is told by $key that a hidden $field does not exist', async ({ key, field, proof }) => {
    const caller = { ...limited, ...(await world.signedIn(limited)) }
    if (proof) await prove(world, caller)
    await countAfresh()
    const input = await consoleSamples[key]!({ ...things, caller, owner, sub: 'nobody@nowhere' }, world)
    const written = await keeper.watch(owner.account_id)
    const missing = await send(world, caller, endpoints.get(key)!, naming(input, field, 'NOSUCHMEMBER'))
    for (const name of [hidden.site, hidden.app]) {
      const reply = await send(world, caller, endpoints.get(key)!, naming(input, field, name))
      expect(reply.code, reply.text).toBe(204)
      expect(reply.text).toBe(missing.text)
    }
    expect((await written()).filter((table) => table !== 'session')).toEqual([])
  })

  it('keeps the others when it saves a list of members or a draft, and can neither apply nor discard changes to them', async () => {
    const { network_number, center, point, free_software } = things
    const call = (endpoint: Endpoint, input: object) => world.call(limited, endpoint, input)
    const network_name = '华东网'
    expect(
      await call(contract.network.edit, { network_number, network_name, center: [center], point: [point, free_software] }),
    ).toMatchObject({
      code: 200,
    })
    const names = async (who: Person) => (await infoOf(world, who, network_number)).member.map(({ router_name }) => router_name).toSorted()
    expect(await names(owner)).toEqual([center, point, free_software, hidden.site, hidden.app].toSorted())
    expect(await names(limited)).toEqual([center, point, free_software].toSorted())

    const draft = { call: 'default_route', input: { router_name: center, model: 1, metric: 60 } }
    expect(await call(contract.networkRevisions.draft_save, { network_number, version: 1, changes: [draft] })).toMatchObject({ code: 200 })
    const changesFor = async (who: Person) =>
      ((await world.call(who, contract.networkRevisions.draft, { network_number })).data as { changes: object[] }).changes
    expect(await changesFor(limited)).toEqual([draft])
    expect(await changesFor(owner)).toHaveLength(2)
    const refused = { code: 403, msg: '草稿含有您无权查看的成员的修改，请由可查看这些成员的用户应用或放弃' }
    expect(await call(contract.networkRevisions.draft_discard, { network_number, version: 2 })).toMatchObject(refused)
    for (const dry_run of [true, false])
      expect(await call(contract.networkRevisions.changes, { network_number, changes: [draft], draft: 2, dry_run })).toMatchObject(refused)
    expect(await changesFor(owner)).toHaveLength(2)
  })

  it('keeps changes to others at their places in a draft, and none beyond the most that a draft holds', async () => {
    const { owner: account, network_number, p, q } = await aCompany(world)
    await tagMine(world, account, [p])
    const one = await aLimitedColleague(world, account)
    const metric = (router_name: string, n: number) => ({ call: 'default_route', input: { router_name, model: 1, metric: n } })
    const save = (who: Person, version: number, changes: object[]) =>
      world.call(who, contract.networkRevisions.draft_save, { network_number, version, changes })
    const changesFor = async (who: Person) =>
      ((await world.call(who, contract.networkRevisions.draft, { network_number })).data as { changes: object[] }).changes
    expect((await save(account, 0, [metric(p, 1), metric(q, 2), metric(p, 3), metric(q, 4)])).code).toBe(200)
    expect(await changesFor(one)).toEqual([metric(p, 1), metric(p, 3)])
    expect((await save(one, 1, [metric(p, 5), metric(p, 6), metric(p, 7)])).code).toBe(200)
    expect(await changesFor(account)).toEqual([metric(p, 5), metric(q, 2), metric(p, 6), metric(q, 4), metric(p, 7)])
    const most = Array.from({ length: MAX_CHANGES - 2 }, () => metric(p, 1))
    expect(await save(one, 2, [...most, metric(p, 1)])).toMatchObject({ code: 422, msg: expect.stringContaining(`最多 ${MAX_CHANGES} 项`) })
    expect((await save(one, 2, most)).code).toBe(200)
    expect((await save(one, 3, [metric(p, 1)])).code).toBe(200)
    expect(await changesFor(account)).toEqual([metric(p, 1), metric(q, 2), metric(q, 4)])
  })

  it.each(['site', 'free'] as const)('neither drafts nor applies a change to a hidden member: %s', async (which) => {
    const { network_number } = things
    const router_name = hidden[which]
    for (const change of [
      { call: 'add_member', input: { router_name, member_type: 'point' } },
      { call: 'remove_member', input: { router_name } },
      { call: 'edit_prefix', input: { router_name, prefix: [] } },
      { call: 'edit_routing', input: { type: 2, main_router: router_name, secondary_router: things.center } },
    ]) {
      const missing = { ...change, input: JSON.parse(JSON.stringify(change.input).replace(router_name, 'NOSUCHMEMBER')) as object }
      const answers = [change, missing].map((one) =>
        world.call(limited, contract.networkRevisions.changes, { network_number, changes: [one] }),
      )
      const [theirs, none] = await Promise.all(answers)
      expect({ code: theirs!.code, msg: theirs!.msg }).toEqual({ code: 204, msg: '成员不存在' })
      expect({ code: none!.code, msg: none!.msg }).toEqual({ code: 204, msg: '成员不存在' })
      const saved = await world.call(limited, contract.networkRevisions.draft_save, { network_number, version: 0, changes: [change] })
      expect(saved).toMatchObject({ code: 204, msg: '成员不存在' })
    }
  })

  it('adds no branch by the serial number of a hidden device, which is unknown like any other', async () => {
    const { network_number } = things
    const of = async (router_name: string) => {
      const rows = [{ note: '', router_name, prefix: [], center: [] }]
      const { data } = await world.call(limited, contract.branches.add, { network_number, check: 1, rows })
      return (data as { rows: number[]; problems: { code: string; fix: unknown }[] }).problems.map(({ code, fix }) => ({ code, fix }))
    }
    expect(await of(hidden.free)).toEqual(await of('NOSUCHMEMBER02'))
    // A typing mistake is not corrected to the serial number of a hidden device.
    expect(await of('HIDDENMEMBER00')).toEqual(await of('NOSUCHMEMBER02'))
  })

  it('neither makes a maintenance window of all members nor deletes one of others', async () => {
    const now = Math.floor(world.infrastructure.clock.now().getTime() / 1000)
    const window = { name: '割接', start_time: now + 600, end_time: now + 1200 }
    expect((await world.call(limited, contract.monitor.maintenance_create, { ...window, router: [] })).code).toBe(403)
    const shown = (await world.call(limited, contract.monitor.maintenance_lists, {})).data as { id: string; router: string[] }[]
    expect(shown).toMatchObject([{ router: [things.center] }])
    expect((await world.call(limited, contract.monitor.maintenance_delete, { id: shown[0]!.id })).code).toBe(403)
  })
})

describe('the center of a branch', () => {
  it('is named in their network to a role that sees only the branch, and does not exist anywhere else', async () => {
    const account = await world.anOwner()
    const [center, branch, other] = (await hardware(world, account, 3)) as [string, string, string]
    const network_number = await aNetwork(world, account, '华北网', [center], [branch, other])
    await tagMine(world, account, [branch])
    const one = await aLimitedColleague(world, account)
    const { member, link } = await infoOf(world, one, network_number)
    expect(member.map(({ router_name }) => router_name)).toEqual([center, branch])
    expect(link.map(({ router_name, center_router_name }) => [router_name, center_router_name])).toEqual([[branch, center]])
    expect((await world.call(one, contract.router.info, { router_name: center })).code).toBe(204)
    const edited = await world.call(one, contract.networkSettings.edit_prefix, { network_number, router_name: center, prefix: [] })
    expect(edited.code).toBe(204)
  })

  it('is named by a draft that changes it only to those who may change it, who alone apply or discard that', async () => {
    const { owner: account, network_number, a, b, p } = await aCompany(world)
    await tagMine(world, account, [p])
    const one = await aLimitedColleague(world, account)
    const { draft, draft_save, draft_discard } = contract.networkRevisions
    const ofCenter = { call: 'edit_prefix', input: { router_name: a, prefix: [] } }
    const ofNetwork = { call: 'edit_routing', input: { type: 2, main_router: a, secondary_router: b } }
    const save = (who: Person, version: number, changes: object[]) => world.call(who, draft_save, { network_number, version, changes })
    expect((await save(account, 0, [ofCenter, ofNetwork])).code).toBe(200)
    expect((await world.call(one, draft, { network_number })).data).toMatchObject({ changes: [ofNetwork] })
    expect(await save(one, 1, [ofCenter])).toMatchObject({ code: 204, msg: '成员不存在' })
    expect((await save(one, 1, [ofNetwork])).code).toBe(200)
    expect((await world.call(account, draft, { network_number })).data).toMatchObject({ changes: [ofCenter, ofNetwork] })
    expect((await world.call(one, draft_discard, { network_number, version: 2 })).code).toBe(403)
    expect((await save(account, 2, [ofNetwork])).code).toBe(200)
    expect((await world.call(one, draft_discard, { network_number, version: 3 })).code).toBe(200)
  })

  it('is sent back with the settings that name it, which another hidden member is not', async () => {
    const { owner: account, network_number, a, b, p, q } = await aCompany(world)
    await tagMine(world, account, [p])
    const one = await aLimitedColleague(world, account)
    const edit = (center: string[]) =>
      world.call(one, contract.network.edit, { network_number, network_name: '华南网', center, point: [p] })
    const routing = (main_router: string) => set(world, one, 'edit_routing', { network_number, type: 2, main_router, secondary_router: b })
    const link = (center_router_name: string) =>
      set(world, one, 'edit_point_link', { network_number, router_name: p, link_config: [{ center_router_name, enable: 1 }] })
    const twin = (center_router_name: string) =>
      set(world, one, 'center_link', {
        network_number,
        enable: 0,
        center_router_name,
        public_ip: '',
        public_port: '',
        static_port: '',
        gateway: '10.9.0.0',
        mask: 24,
      })
    for (const call of [(name: string) => edit([name, b]), routing, link, twin]) {
      const [sent, hiddenOne, missing] = [await call(a), await call(q), await call('NOSUCHMEMBER')]
      expect(sent, sent.msg).toMatchObject({ code: 200 })
      expect(hiddenOne).toMatchObject({ code: 204, msg: '成员不存在' })
      expect(missing).toMatchObject({ code: 204, msg: '成员不存在' })
    }
    const { member, network_name } = await infoOf(world, account, network_number)
    expect([network_name, member.length]).toEqual(['华南网', 5])
  })
})
