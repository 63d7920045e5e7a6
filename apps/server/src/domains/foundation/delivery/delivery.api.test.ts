import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { opsContract } from '@weft/contract'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Outgoing } from './delivery.service.ts'
import { startJobs } from '../../../jobs/jobs.ts'
import { tasksOf } from '../../../jobs/schedules.ts'
import { after } from '../../../kernel/clock.ts'
import { jsonLog } from '../../../kernel/log.ts'
import { freePort } from '../../../../test/free-port.ts'
import { type MailServer, saying, startMailServer } from '../../../../test/mail-server.ts'
import { anOperator, type OperatorPerson } from '../../../../test/ops-people.ts'
import { createWorld, type Person, SECRET, type World } from '../../../../test/world.ts'
import { eventually } from '../../../../test/eventually.ts'

let world: World
let server: MailServer
let owner: Person
let smtp: string
const lines: string[] = []
beforeAll(async () => {
  // Not a port of outgoing connections: one of these might take it while the server is away.
  server = await startMailServer({}, '127.0.0.1', await freePort())
  smtp = `smtp://127.0.0.1:${server.port}`
  world = await createWorld({ WEFT_SMTP_URL: smtp, WEFT_MAIL_FROM: 'noreply@weft.example' }, { log: jsonLog((line) => lines.push(line)) })
  owner = await world.anOwner()
})
beforeEach(() => {
  server.recipient = () => {}
  server.letter = () => {}
})
afterEach(() => {
  const told = lines.find((line) => /reader\d|402918|liwei2026/.test(line))
  if (told !== undefined) throw new Error(`a line of the log contains a recipient or the content of a letter: ${told}`)
})
afterAll(async () => {
  await world.close()
  await server.close()
})

let written = 0
const anAddress = () => `reader${++written}@weft.example`
const code = (email: string, change: Partial<Outgoing> = {}): Outgoing => ({
  to: { channel: 'email', email },
  letter: { template: 'code', code: '402918' },
  language: 'zh-CN',
  account_id: null,
  expire_time: after(world.infrastructure.clock.now(), 600),
  ...change,
})
const changed = (email: string): Outgoing => {
  const { expire_time: _, ...letter } = code(email, { letter: { template: 'changed', what: 'password', username: 'liwei2026' } })
  return { ...letter, account_id: owner.account_id }
}
const queue = (outgoing: Outgoing) => world.asSystem((db) => world.services.deliveries.queue(db, outgoing))
const row = (receipt: string) =>
  world.db.systemNow.sql.selectFrom('delivery').selectAll().where('delivery_id', '=', receipt).executeTakeFirstOrThrow()
const arrived = (to: string) => server.letters.filter((letter) => letter.to === to)
const status = (receipt: string) => world.services.deliveries.status(receipt, 'zh-CN')

/** Runs a statement on the queue as the owner of the schema, to whom the queue belongs. */
async function inQueue(statement: string, receipt: string): Promise<number> {
  const client = new Client({ connectionString: world.url })
  await client.connect()
  const { rowCount } = await client.query(statement, [`deliver ${receipt}`])
  await client.end()
  return rowCount ?? 0
}
const queuedJobs = (receipt: string) => inQueue('select from graphile_worker._private_jobs where key = $1', receipt)
const dropJobs = (receipt: string) => inQueue('delete from graphile_worker._private_jobs where key = $1', receipt)

describe('a letter', () => {
  it('is queued in the transaction that made it necessary, and not sent when that fails', async () => {
    const [kept, lost] = [anAddress(), anAddress()]
    await world.asAccount(owner, (db) => world.services.deliveries.queue(db, changed(kept)))
    const failing = world.asAccount(owner, async (db) => {
      await world.services.deliveries.queue(db, changed(lost))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await world.deliver()
    expect([arrived(kept).length, arrived(lost).length]).toEqual([1, 0])
  })

  it('is sealed while it waits, and its content is deleted once it was sent', async () => {
    const to = anAddress()
    const receipt = await queue(code(to))
    const waiting = await row(receipt)
    expect(waiting).toMatchObject({ state: 'queued', masked_target: 're***@weft.example', tries: 0 })
    expect(JSON.stringify(waiting)).not.toMatch(/402918|reader/)
    await world.deliver()
    expect(await row(receipt)).toMatchObject({ state: 'sent', sealed: null, tries: 1 })
    expect(arrived(to)).toHaveLength(1)
  })

  it('is sent once when five workers try it at the same time', async () => {
    const to = anAddress()
    const receipt = await queue(code(to))
    await Promise.all(Array.from({ length: 5 }, () => world.services.deliveries.work(receipt)))
    expect(arrived(to)).toHaveLength(1)
  })

  it('waits longer after each temporary refusal of its receiver', async () => {
    const to = anAddress()
    server.recipient = () => Promise.reject(saying(451, `4.7.1 <${to}> greylisted`))
    const receipt = await queue(code(to))
    const waits: number[] = []
    for (let passed = 0; waits.length < 3; passed = waits.at(-1) ?? 0) {
      await world.pass(passed)
      await world.services.deliveries.work(receipt)
      waits.push((await row(receipt)).next_time - Math.floor(world.infrastructure.clock.now().getTime() / 1000))
    }
    expect(waits[1]).toBeGreaterThan(waits[0]!)
    expect(waits[2]).toBeGreaterThan(waits[1]!)
    expect(await row(receipt)).toMatchObject({ state: 'queued', tries: 3, answer: '451 4.7.1 <…> greylisted' })
    expect(await status(receipt)).toEqual({ state: 'queued', reason: null })
  })

  it('fails with the reason when its receiver refuses it for good', async () => {
    const to = anAddress()
    server.recipient = () => Promise.reject(saying(550, `5.1.1 <${to}> no such user`))
    const receipt = await queue(code(to))
    await world.deliver()
    expect(await row(receipt)).toMatchObject({ state: 'failed', reason: 'mailbox_unknown', answer: '550 5.1.1 <…> no such user', tries: 1 })
    expect(lines.some((line) => line.includes('a delivery failed'))).toBe(true)
    expect(await status(receipt)).toEqual({ state: 'failed', reason: '邮箱不存在或已停用，请检查后重试' })
    expect(await world.services.deliveries.status(receipt, 'en')).toMatchObject({ reason: 'No such mailbox; check the address' })
    expect(arrived(to)).toEqual([])
  })

  it('is not sent once it has expired', async () => {
    const to = anAddress()
    const receipt = await queue(code(to))
    await world.pass(601)
    await world.deliver()
    expect(await status(receipt)).toEqual({ state: 'failed', reason: '未能在有效期内送达，请重新获取' })
    expect(arrived(to)).toEqual([])
  })

  it('fails when it was sealed under another secret, and does not delay others', async () => {
    const to = anAddress()
    const receipt = await queue(code(anAddress()))
    await queue(code(to))
    await world.db.systemNow.sql
      .updateTable('delivery')
      .set({ sealed: 'x.y.z' as never })
      .where('delivery_id', '=', receipt)
      .execute()
    await world.deliver()
    expect(await row(receipt)).toMatchObject({ state: 'failed', reason: 'settings_wrong' })
    expect(arrived(to)).toHaveLength(1)
  })

  it('is sent again under the same id, and then no more, when a program was killed while sending it', async () => {
    const to = anAddress()
    const receipt = await queue(code(to))
    const script = join(import.meta.dirname, 'testing/deliver-one.ts')
    const victim = spawn(process.execPath, [script, world.url, smtp, SECRET, receipt, world.infrastructure.clock.now().toJSON()], {
      stdio: 'inherit',
    })
    const gone = once(victim, 'exit')
    // The letter is accepted, and the program is dead before it can record that.
    server.letter = async () => {
      victim.kill('SIGKILL')
      await gone
      server.letter = () => {}
    }
    await gone
    expect(await row(receipt)).toMatchObject({ state: 'queued', tries: 1 })

    await world.deliver()
    expect(arrived(to)).toHaveLength(1)
    await world.pass(120)
    await world.deliver()
    await world.deliver()
    expect(await status(receipt)).toMatchObject({ state: 'sent' })
    expect(arrived(to).map((letter) => letter.header('Message-ID'))).toEqual(Array(2).fill(`<${receipt}@weft.example>`))
  })

  it('gets a new job when it has none, as after a restore', async () => {
    const receipt = await queue(code(anAddress()))
    const jobs = () => world.services.deliveries.requeueOverdue().then(() => queuedJobs(receipt))
    await dropJobs(receipt)
    expect(await jobs()).toBe(0)
    await world.pass(120)
    expect(await jobs()).toBe(1)
    expect(await jobs()).toBe(1)
  })
})

describe('the jobs', () => {
  it('send queued letters, also those queued while the mail server was down', async () => {
    const [first, second] = [anAddress(), anAddress()]
    const jobs = await startJobs(world.url, [], tasksOf(world.services), world.infrastructure.log)
    try {
      await queue(code(first))
      await eventually(() => expect(arrived(first)).toHaveLength(1))

      const { port, letters } = server
      await server.close()
      const receipt = await queue(code(second))
      // The try has ended: its next one is a while from now, and not from after the pass.
      await eventually(async () => expect(await row(receipt)).toMatchObject({ tries: 1, reason: 'unreachable' }))
      expect(await status(receipt)).toEqual({ state: 'queued', reason: null })
      server = await startMailServer({}, '127.0.0.1', port)
      server.letters.push(...letters)
      await world.pass(120)
      await eventually(async () => expect(await status(receipt)).toEqual({ state: 'sent', reason: null }))
      expect(arrived(second)).toHaveLength(1)
      expect((await row(receipt)).tries).toBeGreaterThan(1)
    } finally {
      await jobs.stop()
    }
  })
})

describe('a program that stops', () => {
  it('leaves an unfinished delivery to another', async () => {
    const receipt = await queue(code(anAddress()))
    server.letter = () => new Promise(() => {})
    const jobs = await startJobs(world.url, [], tasksOf(world.services), world.infrastructure.log)
    await eventually(async () => expect((await row(receipt)).tries).toBe(1))
    await jobs.stop()
    expect(await row(receipt)).toMatchObject({ state: 'queued', answer: 'the program stopped' })
    expect(await queuedJobs(receipt)).toBe(1)
  })
})

describe('a decoy', () => {
  it('has a receipt like a letter, is reported as sent after a while, and reaches nobody', async () => {
    await world.deliver()
    const before = server.letters.length
    const receipt = await world.asSystem((db) => world.services.deliveries.decoy(db, 'zh-CN'))
    expect(await status(receipt)).toEqual({ state: 'queued', reason: null })
    await world.deliver()
    expect(await status(receipt)).toEqual({ state: 'sent', reason: null })
    expect(server.letters).toHaveLength(before)
  })

  it('is due at once, as a letter is: a later job would distinguish them', async () => {
    const receipts = [await queue(code(anAddress())), await world.asSystem((db) => world.services.deliveries.decoy(db, 'zh-CN'))]
    for (const receipt of receipts)
      expect(await inQueue('select from graphile_worker._private_jobs where key = $1 and run_at <= created_at', receipt)).toBe(1)
    await world.deliver()
  })

  it('is not reported as sent while letters cannot be sent', async () => {
    server.recipient = () => Promise.reject(saying(421, '4.3.2 closing'))
    await queue(code(anAddress()))
    await world.deliver()
    const receipt = await world.asSystem((db) => world.services.deliveries.decoy(db, 'zh-CN'))
    await world.services.deliveries.work(receipt)
    expect(await row(receipt)).toMatchObject({ state: 'queued', reason: 'unreachable', tries: 1 })
    server.recipient = () => {}
    await queue(code(anAddress()))
    await world.pass(10)
    await world.deliver()
    await world.services.deliveries.work(receipt)
    expect(await status(receipt)).toEqual({ state: 'sent', reason: null })
  })
})

describe('a receipt', () => {
  it.each(['', 'x', '00000000-0000-4000-8000-000000000000', "'; drop table delivery; --"])(
    'is refused as unknown when it was never issued: “%s”',
    async (receipt) => {
      await expect(status(receipt)).rejects.toMatchObject({ reason: 'receiptUnknown' })
    },
  )
})

describe('a dead letter', () => {
  const { deadLetters } = opsContract
  let supporter: OperatorPerson
  beforeAll(async () => {
    supporter = await anOperator(world, 'support')
  })
  const list = async () => (await world.call(supporter, deadLetters.list, {})).data as { id: string; target: string; answer: string }[]
  async function dead(outgoing: (to: string) => Outgoing): Promise<{ to: string; receipt: string }> {
    const to = anAddress()
    server.recipient = () => Promise.reject(saying(550, `5.1.1 <${to}> no such user`))
    const receipt = await queue(outgoing(to))
    await world.deliver()
    server.recipient = () => {}
    return { to, receipt }
  }

  it('is listed for operators, newest first, without its recipient and content', async () => {
    const [older, newer] = [await dead(changed), await dead(changed)]
    await world.db.systemNow.sql
      .updateTable('delivery')
      .set({ done_time: after(world.infrastructure.clock.now(), -60) })
      .where('delivery_id', '=', older.receipt)
      .execute()
    const shown = await list()
    const position = (receipt: string) => shown.findIndex(({ id }) => id === receipt)
    expect(shown[position(newer.receipt)]).toMatchObject({
      channel: 'mail',
      template: 'changed',
      target: 're***@weft.example',
      tries: 1,
      answer: 'mailbox_unknown: 550 5.1.1 <…> no such user',
    })
    expect(position(older.receipt)).toBeGreaterThan(position(newer.receipt))
    expect(JSON.stringify(shown)).not.toContain(newer.to)
  })

  it('is sent again when an operator asks for it, which is logged without the recipient', async () => {
    const { to, receipt } = await dead(changed)
    expect(await world.call(supporter, deadLetters.retry, { id: receipt })).toMatchObject({ code: 200 })
    expect(await status(receipt)).toEqual({ state: 'queued', reason: null })
    await world.deliver()
    expect(arrived(to)).toHaveLength(1)
    expect(await world.call(supporter, deadLetters.retry, { id: receipt })).toMatchObject({ code: 204 })
    const entry = await world.db.systemNow.sql
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'retry_delivery')
      .where('account_id', '=', owner.account_id)
      .executeTakeFirstOrThrow()
    expect(entry.message).toBe('重新发送给 re***@weft.example')
    expect(JSON.stringify(entry)).not.toContain(to)
  })

  it('is not sent again when its code has expired', async () => {
    const { receipt } = await dead(code)
    await world.pass(601)
    expect(await world.call(supporter, deadLetters.retry, { id: receipt })).toMatchObject({ code: 403, msg: '内容已过期，不能重新发送' })
    expect(await status(receipt)).toMatchObject({ state: 'failed' })
  })

  it('is deleted after 30 days, and the content of an expired code before', async () => {
    const [letter, spent] = [await dead(changed), await dead(code)]
    await world.pass(601)
    await world.services.deliveries.forget()
    expect((await row(spent.receipt)).sealed).toBeNull()
    expect((await row(letter.receipt)).sealed).not.toBeNull()
    await world.pass(30 * 86_400)
    await world.services.deliveries.forget()
    await expect(status(letter.receipt)).rejects.toMatchObject({ reason: 'receiptUnknown' })
  })
})
