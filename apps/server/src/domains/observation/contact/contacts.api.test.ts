import { randomUUID } from 'node:crypto'
import { budgets, contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VALIDATION_SECONDS } from './contact.service.ts'
import { aSubAccount } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ WEFT_PUBLIC_URL: 'https://console.example' })
})
afterAll(() => world.close())

async function aContact(owner: Person, email = `duty${randomUUID().slice(0, 8)}@example.com`) {
  const contact = { account_id: owner.account_id, uuid: randomUUID(), name: '值班', email }
  await world.db.systemNow.sql.insertInto('contact').values(contact).execute()
  return contact
}
type Contact = Awaited<ReturnType<typeof aContact>>
const send = ({ account_id, uuid }: Contact) =>
  world.asSystem((db) => world.services.contacts.sendValidation(db, { account_id, uuid, language: 'zh-CN' }))
const verified = async ({ uuid }: Contact) =>
  (await world.db.systemNow.sql.selectFrom('contact').select('email_verify').where('uuid', '=', uuid).executeTakeFirstOrThrow())
    .email_verify
/** Returns the links in the letters queued for the account, opened as the sender would. */
async function links(contact: Contact): Promise<string[]> {
  const rows = await world.db.systemNow.sql
    .selectFrom('delivery')
    .select(['sealed', 'template'])
    .where('account_id', '=', contact.account_id)
    .orderBy('create_time')
    .execute()
  return rows.map(({ sealed, template }) => {
    expect(template).toBe('validate_contact')
    const { to, letter } = JSON.parse(world.infrastructure.keys.open(sealed!)) as { to: { email: string }; letter: { url: string } }
    expect(to.email).toBe(contact.email)
    return letter.url
  })
}
let calls = 0
const open = (s: string) => {
  calls += 1
  return world.call(undefined, contract.contacts.validate_email, { s }, { address: `10.9.${calls >> 8}.${calls & 255}` })
}
const secretOf = (url: string) => url.split('?s=')[1]!

describe('the link of a letter', () => {
  it('verifies the address and is logged for the account, once however often it is opened', async () => {
    const owner = await world.anOwner()
    const contact = await aContact(owner)
    await send(contact)
    const [url] = await links(contact)
    expect(url).toMatch(/^https:\/\/console\.example\/validate\/email\?s=[\w-]{43}$/)
    expect(await verified(contact)).toBe(0)
    expect((await open(secretOf(url!))).code).toBe(200)
    expect(await verified(contact)).toBe(1)
    // A mail service opens links before the reader does.
    expect(await open(secretOf(url!))).toMatchObject({ code: 200, msg: '邮箱验证成功' })
    const logged = await world.db.systemNow.sql
      .selectFrom('audit')
      .select('message')
      .where('account_id', '=', owner.account_id)
      .where('message', 'like', '%验证%')
      .execute()
    expect(logged).toEqual([{ message: '联系人「值班」的邮箱已通过验证' }])
  })

  it('cannot be used by anyone who reads the table', async () => {
    const contact = await aContact(await world.anOwner())
    await send(contact)
    const [url] = await links(contact)
    const { link_hash } = await world.db.systemNow.sql
      .selectFrom('contact_link')
      .select('link_hash')
      .where('uuid', '=', contact.uuid)
      .executeTakeFirstOrThrow()
    for (const form of [link_hash.toString('hex'), link_hash.toString('base64url'), link_hash.toString('latin1')]) {
      expect(form).not.toContain(secretOf(url!))
      expect((await open(form)).code).toBe(422)
    }
  })

  it('is sent at most once a minute, and every link sent is valid for its day', async () => {
    const contact = await aContact(await world.anOwner())
    await send(contact)
    await expect(send(contact)).rejects.toMatchObject({ reason: 'tooManyTries', data: { retry_after: expect.any(Number) } })
    await world.pass(61)
    await send(contact)
    const [first, second] = await links(contact)
    expect((await open(secretOf(first!))).code).toBe(200)
    expect((await open(secretOf(second!))).code).toBe(200)
  })

  it('is sent once if it is asked for many times at once', async () => {
    const contact = await aContact(await world.anOwner())
    const sent = await Promise.allSettled(Array.from({ length: 5 }, () => send(contact)))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await links(contact)).toHaveLength(1)
  })

  it('verifies nothing once the address was changed', async () => {
    const contact = await aContact(await world.anOwner())
    await send(contact)
    const [url] = await links(contact)
    await world.db.systemNow.sql.updateTable('contact').set({ email: 'new@example.com' }).where('uuid', '=', contact.uuid).execute()
    expect((await open(secretOf(url!))).code).toBe(422)
    expect(await verified(contact)).toBe(0)
  })

  it('expires after a day and is then deleted', async () => {
    const contact = await aContact(await world.anOwner())
    await send(contact)
    const [url] = await links(contact)
    await world.pass(VALIDATION_SECONDS + 1)
    expect((await open(secretOf(url!))).code).toBe(422)
    await world.services.contacts.deleteExpired()
    const left = await world.db.systemNow.sql.selectFrom('contact_link').select('uuid').where('uuid', '=', contact.uuid).execute()
    expect(left).toEqual([])
  })

  it('verifies once if many open it at once', async () => {
    const owner = await world.anOwner()
    const contact = await aContact(owner)
    await send(contact)
    const [url] = await links(contact)
    const codes = (await Promise.all(Array.from({ length: 6 }, () => open(secretOf(url!))))).map(({ code }) => code)
    expect(codes).toEqual([200, 200, 200, 200, 200, 200])
    const logged = world.db.systemNow.sql.selectFrom('audit').select('seq').where('account_id', '=', owner.account_id)
    expect(await logged.where('message', '=', '联系人「值班」的邮箱已通过验证').execute()).toHaveLength(1)
  })
})

describe('letters to contacts who asked for none', () => {
  const amount = budgets.contact_letter.counts.find(({ by }) => by === 'target')!.amount
  /** Creates a contact, sends its letter and deletes it, through the console; returns the answer to the sending. */
  async function write(owner: Person, email: string, address: string) {
    const { data } = await world.call(owner, contract.contacts.create, { name: '点击 evil.example 领奖', email })
    const { uuid } = data as { uuid: string }
    const answer = await world.call(owner, contract.contacts.send_validate_email, { uuid }, { address })
    await world.call(owner, contract.contacts.delete, { uuid })
    return answer
  }
  const someEmail = () => `victim${randomUUID().slice(0, 8)}@example.com`

  it('are counted by address over all accounts, even if the contact is created again', async () => {
    const email = someEmail()
    const answers = []
    for (let i = 0; i < amount + 3; i++)
      answers.push(await write(await world.anOwner(), i % 2 ? email : email.toUpperCase(), `10.20.0.${i}`))
    expect(answers.map(({ code }) => code)).toEqual([...Array.from({ length: amount }, () => 200), 429, 429, 429])
    expect(answers.at(-1)!.msg).toBe('同一邮箱发送验证邮件的次数已达上限，请在 24 小时后重试')
    await world.deliver()
    const sent = [...world.outbox(email), ...world.outbox(email.toUpperCase())]
    expect(sent).toHaveLength(amount)
  })

  it('contain no text of the sender', async () => {
    const email = someEmail()
    expect((await write(await world.anOwner(), email, '10.20.1.1')).code).toBe(200)
    await world.deliver()
    const [letter] = world.outbox(email)
    expect(JSON.stringify(letter)).toContain('请验证您的邮箱')
    expect(JSON.stringify(letter)).not.toContain('领奖')
    expect(JSON.stringify(letter)).not.toContain('evil')
  })

  it('are limited for one login, however many it sends at once', async () => {
    const owner = await world.anOwner()
    const most = budgets.contact_letter.counts.find(({ by }) => by === 'login')!.amount
    const answers = await Promise.all(Array.from({ length: most + 10 }, (_, i) => write(owner, someEmail(), `10.21.0.${i}`)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(most)
    expect(answers.find(({ code }) => code !== 200)!.msg).toBe('当前登录发送验证邮件的次数已达上限，请在 24 小时后重试')
  })
})

it.each(['x', 'x'.repeat(43), "' or 1=1 --", '../../', '<script>'])('an invented link %s is answered like an expired one', async (s) => {
  expect(await open(s)).toMatchObject({ code: 422, msg: '验证链接无效或已过期' })
})

it('a link is deleted with its contact', async () => {
  const contact = await aContact(await world.anOwner())
  await send(contact)
  await world.db.systemNow.sql.deleteFrom('contact').where('uuid', '=', contact.uuid).execute()
  const [url] = await links(contact)
  expect((await open(secretOf(url!))).code).toBe(422)
})

describe('the owner', () => {
  const messagesOf = async (owner: Person) =>
    (
      await world.asSystem(({ sql }) =>
        sql.selectFrom('message').selectAll().where('account_id', '=', owner.account_id).orderBy('message_id').execute(),
      )
    ).map(({ title, type, content, login_id }) => ({ title, type, content, login_id }))

  it('is told of each address that will receive alerts, and by whom and from where it was given', async () => {
    const owner = await world.anOwner()
    const colleague = await aSubAccount(world, owner, { monitor_edit: 1 })
    const { data } = await world.call(
      colleague,
      contract.contacts.create,
      { name: '<b>值班', email: 'duty@example.com' },
      { address: '10.22.0.1' },
    )
    const { uuid } = data as { uuid: string }
    const edit = (name: string, email: string) => world.call(owner, contract.contacts.edit, { uuid, name, email }, { address: '10.22.0.2' })
    expect((await edit('夜班', 'duty@example.com')).code).toBe(200)
    expect(await messagesOf(owner)).toHaveLength(1)
    expect((await edit('夜班', 'other@example.com')).code).toBe(200)
    const [added, moved, ...more] = await messagesOf(owner)
    expect(more).toEqual([])
    expect(added).toMatchObject({ type: '安全提醒', title: '已添加告警联系人', login_id: owner.login_id })
    expect(added!.content).toContain('&lt;b&gt;值班')
    expect(added!.content).toContain('10.22.0.1')
    expect(added!.content).not.toContain('duty@example.com')
    expect(moved).toMatchObject({ type: '安全提醒', title: '已修改告警联系人的邮箱', login_id: owner.login_id })
    expect(moved!.content).toContain('10.22.0.2')
  })

  it('gets a limited number of these messages from one login a day, and may still change the addresses itself', async () => {
    const owner = await world.anOwner()
    const colleague = await aSubAccount(world, owner, { monitor_edit: 1 })
    const { data } = await world.call(colleague, contract.contacts.create, { name: '值班', email: 'duty@example.com' })
    const { uuid } = data as { uuid: string }
    const edit = (who: Person, email: string) => world.call(who, contract.contacts.edit, { uuid, name: '值班', email })
    const most = budgets.destination.counts.find(({ by }) => by === 'login')!.amount
    const answers = await Promise.all(Array.from({ length: most + 10 }, (_, i) => edit(colleague, `duty${i}@example.com`)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(most - 1)
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({
      code: 429,
      msg: '当前登录保存联系人、Webhook 和目录配置的次数已达上限，请在 24 小时后重试',
    })
    expect(await messagesOf(owner)).toHaveLength(most)
    // All that say where data is sent share the count.
    const hook = { type: 'other', url: 'https://example.com/hook', secret: '' }
    expect((await world.call(colleague, contract.webhook.setting, hook)).code).toBe(429)
    expect((await edit(owner, 'duty@example.org')).code).toBe(200)
  })
})
