import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutboxEntry } from '../../../adapters/outbox/outbox.ts'
import type { Outgoing } from './delivery.service.ts'
import type { Refusal } from '../../../kernel/refusal.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ WEFT_PUBLIC_URL: 'http://localhost:8080' })
})
afterAll(() => world.close())

const phone = { channel: 'phone', phone: { area_code: '86', phone: '13800001234' } } as const
const email = { channel: 'email', email: 'li.wei@weft.example' } as const
const send = async (to: Outgoing['to'], letter: Outgoing['letter'], at = world) => {
  await at.asSystem((db) => at.services.deliveries.queue(db, { to, letter, language: 'zh-CN', account_id: null }))
  await at.deliver()
}
const get = (url: string) => world.apps.console.inject({ url })
const outbox = async (to?: string) =>
  (await get(`/dev/outbox${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`)).json<{ data: OutboxEntry[] }>().data

describe('the outbox', () => {
  it('answers 404 to other machines, also through a local proxy, unless it is opened to them', async () => {
    const proxied = await createWorld({ WEFT_TRUST_PROXY: '127.0.0.1' })
    const open = await createWorld({ WEFT_DEV_OPEN: '1' })
    const status = async (at: World, url: string, remoteAddress: string, headers = {}) =>
      (await at.apps.console.inject({ url, remoteAddress, headers })).statusCode
    for (const url of ['/dev', '/dev/outbox', '/dev/captcha/00000000-0000-4000-8000-000000000000']) {
      expect(await status(world, url, '203.0.113.9')).toBe(404)
      for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await status(world, url, own)).toBe(200)
      expect(await status(proxied, url, '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(404)
      // A forwarded address counts only from a trusted proxy.
      expect(await status(proxied, url, '203.0.113.9', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
      // Nor does it help a proxy of which the server knows nothing, or the name of another site at this machine's address.
      for (const header of ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'cf-connecting-ip'])
        expect(await status(world, url, '127.0.0.1', { [header]: '127.0.0.1' }), header).toBe(404)
      for (const host of ['evil.example', 'localhost.evil.example', 'evil.example:8080', '127.0.0.1.evil.example'])
        expect(await status(world, url, '127.0.0.1', { host }), host).toBe(404)
      for (const host of ['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080'])
        expect(await status(world, url, '127.0.0.1', { host }), host).toBe(200)
      expect(await status(open, url, '203.0.113.9', { host: 'weft.example', 'x-forwarded-for': '203.0.113.9' })).toBe(200)
    }
    await proxied.close()
    await open.close()
  })

  it('shows what was sent to an address or a phone, newest first, with its code and link', async () => {
    await send(phone, { template: 'code', code: '102938' })
    await send(phone, { template: 'code', code: '564738' })
    await send(email, { template: 'validate_contact', url: 'http://localhost:8080/contacts?s=x1' })
    const [second, first] = await outbox('+86 13800001234')
    expect(second).toMatchObject({ channel: 'sms', to: '+86 13800001234', subject: '', code: '564738', link: null })
    expect(first).toMatchObject({ code: '102938' })
    expect(second?.body).toContain('564738')
    const [letter] = await outbox(email.email)
    expect(letter).toMatchObject({ channel: 'mail', subject: '请验证您的邮箱', code: null, link: 'http://localhost:8080/contacts?s=x1' })
    expect(letter?.time).toBeGreaterThan(1_700_000_000)
    expect(await outbox('nobody@weft.example')).toEqual([])
    expect((await outbox()).slice(0, 3).map(({ channel }) => channel)).toEqual(['mail', 'sms', 'sms'])
  })

  it('does not take a username for a code', async () => {
    const to = { channel: 'email', email: 'other@weft.example' } as const
    await send(to, { template: 'changed', what: 'password', username: 'li123456' })
    expect((await outbox(to.email))[0]).toMatchObject({ code: null, link: null })
  })

  it('is a page without script that shows what was sent as text', async () => {
    await send(
      { channel: 'email', email: 'page@weft.example' },
      { template: 'changed', what: 'email', username: '<script>alert(1)</script>' },
    )
    const page = await get('/dev')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.body).toContain('page@weft.example')
    expect(page.body).toContain('http://localhost:8081/ops/docs')
    expect(page.body).not.toContain('<script')
  })

  it('keeps the newest 500 entries at most', async () => {
    const put = (id: number) =>
      world.services.outbox?.mailer.send({ id: `${id}`, to: 'many@weft.example', subject: '', text: '', html: '' })
    for (let id = 0; id < 600; id += 1) await put(id)
    const kept = await outbox('many@weft.example')
    expect([kept[0]?.id, kept.length <= 500]).toEqual(['599', true])
  })
})

describe('an installation in production', () => {
  it('refuses to send without a provider, and has no outbox', async () => {
    const production = await createWorld({ WEFT_ENV: 'production', WEFT_SECRET: 'a secret of the tests that is long enough' })
    try {
      const refused = await send(phone, { template: 'code', code: '102938' }, production).catch((error: Refusal) => error)
      expect(refused).toMatchObject({ reason: 'channelUnavailable', params: { channel: '短信' } })
      expect([production.services.outbox, production.services.deliveries.can('email')]).toEqual([undefined, false])
      for (const url of ['/dev', '/dev/outbox', '/dev/outbox?to=x']) {
        const answer = await production.apps.console.inject({ url })
        expect([url, answer.statusCode]).toEqual([url, 404])
      }
      const routes = production.apps.console.printRoutes({ commonPrefix: false })
      expect(routes).toContain(contract.verify.code.path.split('/').at(-1))
      expect(routes).not.toContain('dev')
    } finally {
      await production.close()
    }
  })
})
