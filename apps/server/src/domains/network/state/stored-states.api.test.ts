import fc from 'fast-check'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connect, type SystemDb } from '../../../db/client.ts'
import { silentLog } from '../../../kernel/log.ts'
import { judgeMembers } from './judge.service.ts'
import { awaitStates, conditionColumns, judgeLeft, membershipsOf, needsAttention, rebuildStates, withState } from './state.service.ts'
import { eventually } from '../../../../test/eventually.ts'
import { aNetwork, grant, hardware, software } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let second: World
let owner: Person
let members: string[]
let networks: [string, string]
let pop_id: number
beforeAll(async () => {
  world = await createWorld()
  second = await createWorld({}, { url: world.url })
  owner = await world.anOwner()
  await grant(world, owner, 'network_center', 4)
  const [hub, other, third, ...branches] = (await hardware(world, owner, 7)) as [string, string, string, ...string[]]
  const people = await software(world, owner, 1)
  networks = [
    await aNetwork(world, owner, '门店', [hub, other], [...branches, ...people]),
    await aNetwork(world, owner, '仓库', [third], branches.slice(0, 2)),
  ]
  const pop = await sql<{ id: number }>`insert into pop (name, pop_name, region, public_ip, port, capacity)
    values ('一号', 'pop', '华东', '198.51.100.1', 1194, 100) returning id`.execute(world.db.systemNow.sql)
  pop_id = pop.rows[0]!.id
  members = [hub, other, third, ...branches, ...people]
})
afterAll(async () => {
  await second.close()
  await world.close()
})

/** A change of one fact, as some part of the product writes it; `at` chooses of what. */
type Fact = { kind: (typeof KINDS)[number]; at: number; value: number }
const KINDS = [
  'status',
  'presence',
  'online',
  'refused',
  'watched',
  'note',
  'link gone',
  'link',
  'pop link',
  'enable',
  'tunnel',
  'mode',
  'own mode',
  'payer',
  'resource',
  'resource runs',
  'leaves',
  'all leave',
  'joins',
  'all join',
  'new member',
  'deleted',
] as const

const pick = <T>(of: readonly T[], at: number): T => of[at % of.length]!
const when = (value: number) => sql`timestamptz '2026-11-22 12:00:00+08' + make_interval(secs => ${value})`

/** Writes a fact by SQL of its own, so that no writer's care is what is tested. */
async function write({ sql: db }: SystemDb, { kind, at, value }: Fact): Promise<void> {
  const { account_id } = owner
  const [name, flag, network] = [pick(members, at), value % 2, pick(networks, at)]
  // Most members are in order, so that a fact matters.
  const mostly = value % 6 === 0 ? 0 : 1
  const ofMember = sql`account_id = ${account_id} and router_name = ${name}`
  const ofNetwork = sql`account_id = ${account_id} and network_number = ${network}`
  const link = sql`(account_id, network_number, router_name, center_router_name) = (select account_id, network_number, router_name, center_router_name
    from network_link where account_id = ${account_id} order by kind <> 'pop', network_number, router_name, center_router_name offset ${at % 20} limit 1)`
  const statements = {
    status: sql`update member set status = ${mostly} where ${ofMember}`,
    presence: sql`update member set online_status = ${mostly}, connect_time = ${mostly === 1 ? when(value) : sql`connect_time`},
      report_time = ${when(value)} where ${ofMember}`,
    online: sql`update member set online = ${flag} where ${ofMember}`,
    refused: sql`update member set config_error = ${mostly === 0 ? 'failed: no route' : null} where ${ofMember}`,
    watched: sql`update member set watched_since = ${mostly === 1 ? when(value) : null} where ${ofMember}`,
    note: sql`update member set note = ${`店${value % 5}`} where ${ofMember}`,
    'link gone': sql`delete from network_link where ${link}`,
    link: sql`insert into network_link (account_id, network_number, router_name, center_router_name, vpn_ip)
      select m.account_id, m.network_number, m.router_name, c.router_name, ('10.250.0.0'::inet + ${value}::int)
      from network_member m join network_center c using (account_id, network_number)
      where m.account_id = ${account_id} and m.network_number = ${network} and m.member_type = 'point' and m.router_name = ${name} on conflict do nothing`,
    'pop link': sql`insert into network_link (account_id, network_number, kind, router_name, center_router_name, vpn_ip, ov_id)
      select m.account_id, m.network_number, 'pop', m.router_name, 'pop', ('10.251.0.0'::inet + ${value}::int), a.ov_id
      from network_member m join network_fr f using (account_id, network_number) join network_fr_area a using (account_id, network_fr_id)
      where m.account_id = ${account_id} and m.network_number = ${network} and m.router_name = ${name} and m.member_type = 'point'
      on conflict do nothing`,
    enable: sql`update network_link set enable = ${mostly} where ${link}`,
    tunnel: sql`update network_link set vpn_online = ${flag}, vpn_online_since = ${flag === 1 ? when(value) : null},
      vpn_offline_since = ${flag === 0 ? when(value) : null} where ${link}`,
    mode: sql`update network set mode = ${(value % 2) + 2} where ${ofNetwork}`,
    'own mode': sql`update network_member set software_mode = ${value % 2 === 0 ? null : 3} where ${ofNetwork} and router_name = ${name}`,
    payer: sql`update account set network_usable = ${flag} where account_id = ${account_id}`,
    resource: sql`with made as (insert into network_fr (account_id, shortname, bandwidth, network_number, segment, other_segment)
        select ${account_id}, 'r', 10, ${network}, '10.1.0.0/16', '10.2.0.0/16' where not exists (select from network_fr where ${ofNetwork})
        returning network_fr_id)
      insert into network_fr_area (account_id, network_fr_id, pop_id, slot, area, router_segment, software_segment)
      select ${account_id}, network_fr_id, ${pop_id}, network_fr_id % 200, 'a', '10.3.0.0/16', '10.4.0.0/16' from made`,
    'resource runs': sql`update network_fr set running = ${flag} where ${ofNetwork}`,
    leaves: sql`delete from network_member where ${ofNetwork} and router_name = ${name} and member_type = 'point'`,
    'all leave': sql`delete from network_member where ${ofNetwork} and member_type = 'point'`,
    joins: sql`insert into network_member (account_id, network_number, router_name, router_type, member_type)
      select ${account_id}, ${network}, router_name, router_type, 'point' from member where ${ofMember} on conflict do nothing`,
    'all join': sql`insert into network_member (account_id, network_number, router_name, router_type, member_type)
      select account_id, ${network}, router_name, router_type, 'point' from member where account_id = ${account_id} on conflict do nothing`,
    'new member': sql`insert into member (account_id, router_name, router_type, note) values (${account_id}, ${`NEW${value % 9}`}, 1, '') on conflict do nothing`,
    deleted: sql`delete from member where account_id = ${account_id} and router_name = ${`NEW${value % 9}`}`,
  }
  await statements[kind].execute(db)
}

/** Returns how many members are stored otherwise than the facts give, and mends them. */
const drift = async () => {
  const changed = await world.asSystem(async (system) =>
    judgeMembers(
      system,
      await system.sql.selectFrom('member').select(['account_id', 'router_name']).where('account_id', '=', owner.account_id).execute(),
    ),
  )
  return changed.length
}

/** Returns how the members are to a caller who sees these networks, or all without naming them. */
const seenBy = async (visible: readonly string[] | undefined) => {
  const { rows } = await sql`select m.router_name, ${conditionColumns}, st.rank from member m ${withState(visible)}
    where m.account_id = ${owner.account_id} order by m.router_name`.execute(world.db.systemNow.sql)
  return rows
}

/** Returns how many members each network has, online, that need attention and that are watched, to a caller who sees these networks, or all. */
const counted = async (visible: readonly string[] | undefined, from: 'stored' | 'facts') => {
  const source = {
    stored: sql`${membershipsOf(visible)} st`,
    facts: sql`(select nm.account_id, nm.network_number, m.online, m.router_type = 1 and m.watched_since is not null as watched, st.rank
      from network_member nm join member m using (account_id, router_name) ${withState(visible)}) st`,
  }[from]
  const { rows } = await sql`select network_number, count(*) as members, count(*) filter (where st.online = 1) as online,
      count(*) filter (where ${needsAttention}) as attention, count(*) filter (where st.watched) as watched
    from ${source} where st.account_id = ${owner.account_id} and st.network_number = any(${visible ?? networks}) group by 1 order by 1`.execute(
    world.db.systemNow.sql,
  )
  return rows
}

/** Puts all in order, with a link to each center and to a POP, so that each fact matters. */
const mend = () =>
  world.asSystem(async (system) => {
    const { account_id } = owner
    const every = (kind: Fact['kind']) =>
      Promise.all(Array.from({ length: 16 }, (_, at) => write(system, { kind, at, value: 100 * at + 1 })))
    for (const kind of ['joins', 'link', 'resource', 'resource runs', 'pop link'] as const) await every(kind)
    await sql`update account set network_usable = 1 where account_id = ${account_id}`.execute(system.sql)
    await sql`update network_member set software_mode = null where account_id = ${account_id}`.execute(system.sql)
    await sql`update network_link set enable = 1 where account_id = ${account_id}`.execute(system.sql)
    await sql`update member set status = 1, online_status = 1, connect_time = ${when(0)}, config_error = null where account_id = ${account_id}`.execute(
      system.sql,
    )
  })

class Undone extends Error {}
const factOf = (kinds: readonly Fact['kind'][]) => fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(40), value: fc.nat(3600) })
/** Changes that one transaction makes, by which server, and whether it is undone. */
const transactionOf = (kinds: readonly Fact['kind'][]) =>
  fc.record({ facts: fc.array(factOf(kinds), { minLength: 1, maxLength: 4 }), server: fc.nat(1), undone: fc.nat(5).map((n) => n === 0) })
const transaction = transactionOf(KINDS)
type Transaction = { facts: readonly Fact[]; server: number; undone: boolean }

const run = ({ facts, server, undone }: Transaction): Promise<void> =>
  (server === 0 ? world : second)
    .asSystem(async (system) => {
      // In the order in which everybody takes rows.
      for (const one of facts.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))) await write(system, one)
      if (undone) throw new Undone()
    })
    .catch((error: { code?: string }) => {
      // Of two at a time one may be ended, or refused by what the other wrote.
      if (!(error instanceof Undone) && !['40P01', '23503', '23505'].includes(error.code ?? '')) throw error
    })

describe('the stored states', () => {
  it('are what the facts give, after any changes in one transaction or in two at a time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(transaction, fc.option(transaction)), { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const [one, beside] of steps) {
          await Promise.all([run(one), ...(beside ? [run({ ...beside, server: 1 - one.server })] : [])])
          expect(await drift()).toBe(0)
          expect(await seenBy(networks)).toEqual(await seenBy(undefined))
          for (const visible of [undefined, networks, networks.slice(1)])
            expect(await counted(visible, 'stored')).toEqual(await counted(visible, 'facts'))
        }
      }),
      { numRuns: 40 },
    )
  })

  const all = KINDS
  const dialled = ['presence', 'pop link', 'tunnel', 'mode', 'own mode', 'resource', 'resource runs'] as const
  const triggers = [
    ['member', 'member_touched_new', all],
    ['member', 'member_touched', all],
    ['network_link', 'network_link_touched_new', all],
    ['network_link', 'network_link_touched_gone', all],
    ['network_link', 'network_link_touched', all],
    ['network_member', 'network_member_touched_new', all],
    ['network_member', 'network_member_touched_gone', all],
    ['network_member', 'network_member_touched', dialled],
    ['network', 'network_touched', dialled],
    ['network_fr', 'network_fr_touched', dialled],
    ['account', 'account_touched', all],
    ['state_touched', 'state_touched_told', all],
  ] as const
  it.each(triggers)('are found to be wrong when %s does not tell of its changes (%s)', async (table, trigger, kinds) => {
    const keeper = new Client({ connectionString: world.url })
    await keeper.connect()
    const set = (how: 'disable' | 'enable') => keeper.query(`alter table ${table} ${how} trigger ${trigger}`)
    onTestFinished(async () => {
      await set('enable')
      await keeper.end()
      await judgeLeft(world.db)
      await drift()
    })
    await mend()
    expect(await drift()).toBe(0)
    await set('disable')
    let found = 0
    for (const one of fc.sample(transactionOf(kinds), 300)) {
      await run(one)
      found = await drift()
      if (found > 0) break
    }
    expect(found).toBeGreaterThan(0)
  })

  it('are judged only at the end of transactions that touched members, whatever messages the connection withholds', async () => {
    let judged = 0
    const db = connect(world.url, { connections: 1, beforeCommit: async () => void (judged += 1) })
    onTestFinished(async () => {
      await db.close()
      await judgeLeft(world.db)
    })
    const judgedBy = async (work: (system: SystemDb) => Promise<unknown>) => {
      const before = judged
      await db.system(work)
      return judged - before
    }
    const rename = ({ sql: to }: SystemDb) =>
      sql`update member set note = note || '店' where account_id = ${owner.account_id} and router_name = ${members[3]}`.execute(to)
    expect(await judgedBy(rename)).toBe(1)
    expect(await judgedBy(async ({ sql: to }) => sql`update member set config_revision = config_revision + 1`.execute(to))).toBe(0)
    expect(
      await judgedBy(async (system) => {
        await sql`set local client_min_messages = error`.execute(system.sql)
        await rename(system)
      }),
    ).toBe(1)
    expect(
      await judgedBy(async (system) => {
        await sql`savepoint before`.execute(system.sql)
        await rename(system)
        await sql`rollback to before`.execute(system.sql)
        await rename(system)
      }),
    ).toBe(1)
    // What the connection was told before a transaction is not of it.
    await db
      .system(async (system) => {
        await rename(system)
        throw new Undone()
      })
      .catch(() => {})
    expect(await judgedBy(async ({ sql: to }) => sql`select 1`.execute(to))).toBe(0)
  })

  it('of what statements by hand changed are judged later, and all can be judged anew', async () => {
    // Two statements about one member, each a transaction of its own.
    await write(world.db.systemNow, { kind: 'status', at: 3, value: 0 })
    await write(world.db.systemNow, { kind: 'note', at: 3, value: 0 })
    await judgeLeft(world.db)
    expect(await drift()).toBe(0)
    await sql`update member_state set state = 'idle', severity = 50 where account_id = ${owner.account_id}`.execute(world.db.systemNow.sql)
    expect(await rebuildStates(world.db)).toBeGreaterThan(0)
    expect(await drift()).toBe(0)
  })

  it('are written anew where another version of the program had another order of causes', async () => {
    const { rows } =
      await sql`update member_state set severity = severity + 1 where account_id = ${owner.account_id} returning router_name`.execute(
        world.db.systemNow.sql,
      )
    expect(await rebuildStates(world.db)).toBe(rows.length)
  })

  it('are completed where another version of the program did not write all of them', async () => {
    await sql`update membership_state set member_online = null, member_rank = null, member_watched = null
      where account_id = ${owner.account_id} and router_name = ${members[0]}`.execute(world.db.systemNow.sql)
    expect(await rebuildStates(world.db)).toBe(1)
    expect(await counted(undefined, 'stored')).toEqual(await counted(undefined, 'facts'))
  })

  it('are waited for at a start while another program judges them, and not for what is written meanwhile', async () => {
    await sql`update member set note = note || '店' where account_id = ${owner.account_id} and router_name = ${members[3]}`.execute(
      world.db.systemNow.sql,
    )
    const other = new Client({ connectionString: world.url })
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('begin')
    const held = await other.query('select from state_touched for update')
    expect(held.rowCount).toBe(1)
    let waiting = true
    const writes = (async () => {
      for (let value = 0; waiting; value++) await write(world.db.systemNow, { kind: 'note', at: 4, value })
    })()
    const started = awaitStates(world.db, silentLog).then(() => (waiting = false))
    await eventually(async () =>
      expect((await sql`select from state_touched`.execute(world.db.systemNow.sql)).rows.length).toBeGreaterThan(1),
    )
    expect(waiting).toBe(true)
    await other.query('rollback')
    await Promise.all([started, writes])
    await judgeLeft(world.db)
    expect(await drift()).toBe(0)
  })
})
