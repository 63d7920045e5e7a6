import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../../../test/webhook-receiver.ts'
import { createEgress } from '../egress/egress.ts'
import { SendFailure } from '../send-failure.ts'
import { type Card, createWebhookSender, type WebhookSender } from './webhook.ts'

let receiver: Receiver
let sender: WebhookSender
beforeAll(async () => {
  receiver = await startReceiver()
  sender = createWebhookSender(createEgress({ WEFT_EGRESS_ALLOW: receiver.host }))
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer(200, '{"errcode":0,"code":0}')
})

const NOW = new Date('2026-11-22T08:30:00Z')
const line = (text: string, router_name?: string) => ({
  event: 'router_offline' as const,
  good: false,
  time: 1_795_250_000,
  text,
  ...(router_name !== undefined && { router_name }),
})
const card = (over: Partial<Card> = {}): Card => ({
  id: '5f0f1c0e-0000-4000-8000-000000000001',
  title: '2 个成员离线',
  good: false,
  content: { lines: [line('成员 上海总部 已离线', 'HQ-1'), line('成员 北京 已离线', 'BJ-1')], more: 0 },
  memberUrl: (name) => `https://console.example/router/detail?router_name=${name}`,
  url: 'https://console.example/monitor/setting',
  account_number: '10000001',
  product: '经纬',
  time: NOW,
  ...over,
})
const SECRET = 'SECabcdef'
const send = async (type: Parameters<WebhookSender['send']>[0], secret: string | undefined, over?: Partial<Card>) => {
  const status = await sender.send(type, { url: receiver.url, secret }, card(over), NOW)
  return { status, ...receiver.received.at(-1)! }
}

describe('a card', () => {
  it('for DingTalk is markdown, signed over the time in milliseconds, and keeps the token of its address', async () => {
    const { query, json } = await send('dingtalk', SECRET)
    // As DingTalk's documentation computes it.
    const expected = createHmac('sha256', Buffer.from(SECRET))
      .update(Buffer.from(`${NOW.getTime()}\n${SECRET}`))
      .digest('base64')
    expect([query.get('access_token'), query.get('timestamp'), query.get('sign')]).toEqual(['a-key', String(NOW.getTime()), expected])
    expect(json).toMatchObject({ msgtype: 'markdown', markdown: { title: '2 个成员离线' } })
    expect((json.markdown as { text: string }).text).toContain(
      '[成员 上海总部 已离线](https://console.example/router/detail?router_name=HQ-1)',
    )
  })

  it('for Feishu is a card with its colour, signed with the time in seconds and the secret as the key', async () => {
    const { json } = await send('feishu', SECRET)
    const expected = createHmac('sha256', `${NOW.getTime() / 1000}\n${SECRET}`)
      .update('')
      .digest('base64')
    expect(json).toMatchObject({
      timestamp: String(NOW.getTime() / 1000),
      sign: expected,
      msg_type: 'interactive',
      card: { header: { template: 'red', title: { content: '2 个成员离线' } } },
    })
    expect((await send('feishu', SECRET, { good: true })).json).toMatchObject({ card: { header: { template: 'green' } } })
  })

  it('for WeCom is unsigned markdown of less than 4096 bytes', async () => {
    const lines = Array.from({ length: 50 }, (_, index) => line(`成员 ${'长'.repeat(40)}${index} 已离线`, `R-${index}`))
    const { json, query } = await send('wecom', undefined, { content: { lines, more: 9950 } })
    const { content } = json.markdown as { content: string }
    expect(Buffer.byteLength(content)).toBeLessThan(4096)
    expect(content).toMatch(/另有 \d+ 条，请在控制台查看/)
    expect(query.get('sign')).toBeNull()
  })

  it.each(['dingtalk', 'feishu', 'wecom'] as const)('for %s says how many lines it leaves out, whatever fits', async (type) => {
    for (const [all, letters] of [
      [0, 1],
      [3, 40],
      [110, 40],
      [200, 4],
      [1000, 500],
    ] as const) {
      const lines = Array.from({ length: Math.min(all, 50) }, (_, index) => line(`成员 ${'长'.repeat(letters)} 已离线`, `R-${index}`))
      const { text } = await send(type, SECRET, { content: { lines, more: all - lines.length } })
      const shown = text.match(/router_name=R-/g)?.length ?? 0
      const rests = [...text.matchAll(/另有 (\d+) 条/g)].map(([, count]) => Number(count))
      expect([all, shown + rests.reduce((sum, count) => sum + count, 0)]).toEqual([all, all])
      expect(rests.length).toBe(shown === all ? 0 : 1)
    }
  })

  it('for a program is JSON whose bytes are signed if there is a secret', async () => {
    const { headers, text, json } = await send('other', 'a secret')
    expect(headers['x-weft-signature']).toBe(`sha256=${createHmac('sha256', 'a secret').update(Buffer.from(text)).digest('hex')}`)
    expect(headers['x-weft-delivery']).toBe('5f0f1c0e-0000-4000-8000-000000000001')
    expect(json).toMatchObject({ account_number: '10000001', title: '2 个成员离线', lines: [{ router_name: 'HQ-1' }, {}], more: 0 })
    expect((await send('other', undefined)).headers['x-weft-signature']).toBeUndefined()
  })

  it.each(['dingtalk', 'feishu', 'wecom'] as const)('for %s shows typed text as text, never as a link, mention or tag', async (type) => {
    const evil = '](https://evil.example) @all <at id=all></at> <font color="warning">x</font> **b** # `c` @13800000000'
    const { text } = await send(type, SECRET, { title: evil, content: { lines: [line(evil, 'HQ-1')], more: 0 } })
    expect(text).not.toMatch(/\]\(https:\/\/evil|@all|<at|<font|\*\*b|`c|@138/)
  })
})

describe('an answer', () => {
  const failure = async (type: Parameters<WebhookSender['send']>[0]) => {
    const error: unknown = await send(type, SECRET).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SendFailure)
    const { lasting, reason, answer } = error as SendFailure
    return { lasting, reason, answer }
  }
  it('of a robot is judged by the code in its body, although its status is 200', async () => {
    receiver.answer(200, '{"errcode":310000,"errmsg":"sign not match <script>"}')
    expect(await failure('dingtalk')).toEqual({ lasting: false, reason: 'webhook_refused', answer: 'errcode 310000' })
    receiver.answer(200, '{"code":19021,"msg":"sign match fail"}')
    expect(await failure('feishu')).toEqual({ lasting: false, reason: 'webhook_refused', answer: 'errcode 19021' })
    receiver.answer(200, 'not json')
    expect(await failure('wecom')).toEqual({ lasting: false, reason: 'webhook_refused', answer: 'HTTP 200' })
  })
  it('of a robot is judged by that code also when its status reports a failure', async () => {
    receiver.answer(400, '{"code":9499,"msg":"too many request"}')
    expect(await failure('feishu')).toEqual({ lasting: false, reason: 'webhook_busy', answer: 'errcode 9499' })
    receiver.answer(400, '{"code":19021,"msg":"sign match fail or timestamp is not within one hour"}')
    expect(await failure('feishu')).toEqual({ lasting: false, reason: 'webhook_refused', answer: 'errcode 19021' })
    for (const body of ['{"errcode":0}', 'a page of a proxy', '']) {
      receiver.answer(502, body)
      expect(await failure('dingtalk')).toEqual({ lasting: false, reason: 'webhook_refused', answer: 'HTTP 502' })
    }
  })
  it('that reports too many messages has a reason of its own', async () => {
    receiver.answer(200, '{"errcode":45009}')
    expect(await failure('wecom')).toMatchObject({ reason: 'webhook_busy' })
    receiver.answer(429)
    expect(await failure('other')).toMatchObject({ reason: 'webhook_busy', answer: 'HTTP 429' })
  })
  it('of a program is judged by its status', async () => {
    receiver.answer(204)
    expect((await send('other', undefined)).status).toBe(204)
    receiver.answer(500, 'an error page')
    expect(await failure('other')).toEqual({ lasting: false, reason: 'webhook_refused', answer: 'HTTP 500' })
  })
})
