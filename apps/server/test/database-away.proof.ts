import { contract } from '@weft/contract'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { helloOf, openSocket } from './agent-client.ts'
import { type OwnDatabase, ownDatabase } from './faults/own-database.ts'
import { type OwnServer, ownServer } from './faults/own-server.ts'
import { issueCredential } from '../src/gateway/activation.service.ts'
import { eventually } from './eventually.ts'

const asRoot = process.getuid?.() === 0

let database: OwnDatabase
let server: OwnServer
let member: Awaited<ReturnType<typeof join>>
beforeAll(async () => {
  database = await ownDatabase(asRoot ? { megabytes: 400 } : {})
  server = await ownServer(database.url)
  member = await join('SN77000001')
})
afterAll(async () => {
  await member?.leave()
  await server?.close()
  await database?.close()
})

/** Connects a member of the owner and resolves when it is welcomed. */
async function join(router_name: string) {
  const { running, owner } = server
  const { db } = running.infrastructure
  const credential = await db.system(async (system) => {
    await system.sql.insertInto('member').values({ account_id: owner.account_id, router_name, router_type: 1, note: '' }).execute()
    return issueCredential(system, { account_id: owner.account_id, router_name })
  })
  const device = openSocket(running.addresses.agent!, credential)
  await device.opened
  device.send(helloOf(router_name))
  await device.next('welcome')
  const beat = setInterval(() => device.send({ type: 'heartbeat' }), 5_000)
  void device.closed.then(() => clearInterval(beat))
  return device
}

const info = () => server.call(contract.account.info)
const write = () => server.call(contract.login.socket_ticket)

const away = { status: 503, code: 503, data: { retry_after: expect.any(Number) }, retry_after: expect.stringMatching(/^[2-5]$/) }
const isAway = (ask: () => Promise<unknown>) => eventually(async () => expect(await ask()).toMatchObject(away))

/** Expects, while the database is away, that calls report it, the console is not ready, and the agents' listener stays ready. */
async function expectHonestAnswers(state = 'down', before = async () => {}): Promise<void> {
  for (const listener of ['console', 'ops'] as const)
    await eventually(async () => {
      await before()
      expect(await server.ready(listener)).toEqual([503, { server: 'ok', database: state }])
    })
  expect(await server.ready('agent')).toEqual([200, { server: 'ok' }])
  expect((await fetch(`${server.running.addresses.console}/healthz`)).status).toBe(200)
}

/** Expects, once it is back, that reads and writes succeed, jobs run, the bus works, and the member never left. */
async function recovered(): Promise<void> {
  await eventually(async () => expect(await info()).toMatchObject({ status: 200 }))
  await eventually(async () => expect(await write()).toMatchObject({ status: 200 }))
  const all = [200, { server: 'ok', database: 'ok', jobs: 'ok', bus: 'ok' }]
  await eventually(async () => expect(await server.ready('metrics')).toEqual(all))
  expect(await server.ready('console')).toEqual([200, { server: 'ok', database: 'ok' }])
  await database.query(`select weft_enqueue('roll_up_traffic', '{}', null, 3)`)
  const waiting = `select count(*)::int as waiting from graphile_worker.jobs where task_identifier = 'roll_up_traffic'`
  await eventually(async () => expect(await database.query(waiting)).toEqual([{ waiting: 0 }]))
  expect(member.socket.readyState).toBe(WebSocket.OPEN)
  const [row] = await database.query(`select online_status from member where router_name = 'SN77000001'`)
  expect(row).toEqual({ online_status: 1 })
  const [listening] = await database.query(`select count(*)::int as count from pg_stat_activity where application_name = 'weft bus'`)
  expect(listening).toEqual({ count: 1 })
}

describe('the server', () => {
  afterEach(recovered)

  it('survives a database that is killed and started again', async () => {
    await database.kill()
    await isAway(info)
    await isAway(write)
    await expectHonestAnswers()
    await database.start()
  })

  it('survives a database that is stopped for some seconds', async () => {
    await database.stop()
    await isAway(info)
    await expectHonestAnswers()
    // Waits until the workers have noticed it and have begun to try again.
    await eventually(async () =>
      expect((await server.ready('metrics'))[1]).toEqual({ server: 'ok', database: 'down', jobs: 'down', bus: 'down' }),
    )
    await database.start()
  })

  it('survives a database whose processes are stopped for a while', async () => {
    await database.pause()
    try {
      await isAway(info)
      await isAway(write)
      await expectHonestAnswers()
    } finally {
      database.resume()
    }
  })

  it('survives a database whose connections are all taken by others, once some are free', async () => {
    const taken: Client[] = []
    const take = async (): Promise<boolean> => {
      const client = new Client({ connectionString: database.url, application_name: 'greedy' })
      client.on('error', () => {})
      const refused = await client.connect().then(
        () => undefined,
        ({ code }: { code?: string }) => code,
      )
      expect([undefined, '53300']).toContain(refused)
      if (refused === undefined) taken.push(client)
      return refused === undefined
    }
    const admin = new Client({ connectionString: database.url, application_name: 'greedy' })
    await admin.connect()
    /** Takes the server's connections and all that are free. */
    const starve = async () => {
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name <> 'greedy' and backend_type = 'client backend'`,
      )
      while (await take());
    }
    try {
      await starve()
      await isAway(async () => {
        await starve()
        return info()
      })
      await expectHonestAnswers('down', starve)
    } finally {
      await Promise.all([admin, ...taken].map((client) => client.end()))
    }
  })

  it('serves reads while the database accepts no writes, and reports that to writers and to the balancer', async () => {
    await database.query('alter system set default_transaction_read_only = on')
    await database.query('select pg_reload_conf()')
    try {
      await isAway(write)
      await expectHonestAnswers('readonly')
      expect(await info()).toMatchObject({ status: 200 })
    } finally {
      await database.query('alter system reset default_transaction_read_only')
      await database.query('select pg_reload_conf()')
    }
  })

  it.runIf(asRoot)('serves reads while the disk of the database is full, and accepts writes again once there is room', async () => {
    database.fill()
    try {
      // Small writes may find room in existing pages; a large one does not.
      const large = sql`create temporary table large on commit drop as select repeat('-', 1000) from generate_series(1, 10000)`
      await expect(server.running.infrastructure.db.system((system) => large.execute(system.sql))).rejects.toMatchObject({ code: '53100' })
      await expectHonestAnswers('readonly')
      expect(await info()).toMatchObject({ status: 200 })
    } finally {
      await database.free()
    }
  })
})
