import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stepsOf, codeAndMessage } from '../../../../test/recovery-fixtures.ts'
import { aBoundOwner, anEmail, aPhone, askToRegister, aUsername } from '../../../../test/verification-fixtures.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ WEFT_CODES_PER_MINUTE: '100000' })
})
afterAll(() => world.close())

const { begin, send, prove, reset } = stepsOf(() => world)

describe('the recovery of a name', () => {
  it('refers a sub-account to its owner, whether it exists or not', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone() })
    const answers = [
      await begin(`assistant@${owner.account_number}`),
      await begin('nobody@12345678'),
      await begin('nobody＠１２３４５６７８'),
    ]
    for (const { answer } of answers) expect(codeAndMessage(answer)).toBe('403 子账号请联系主账号管理员重置密码')
  })

  /** Returns everything that a caller who does not know a name can see of its recovery. */
  async function seen(name: string): Promise<unknown> {
    const { answer, uniqid } = await begin(name)
    const { phone, email } = answer.data as { phone: string; email: string }
    const story: unknown[] = [answer.code, answer.msg, Object.keys(answer.data)]
    for (const channel of ['phone', 'email'] as const) {
      if (!{ phone, email }[channel]) {
        story.push([codeAndMessage(await send(uniqid, channel)), codeAndMessage(await prove(uniqid, channel, '123456'))])
        continue
      }
      const sent = await send(uniqid, channel)
      const { receipt } = sent.data as { receipt: string }
      const again = await send(uniqid, channel)
      const codes = []
      for (let i = 0; i < 6; i++) codes.push(codeAndMessage(await prove(uniqid, channel, '12345x'.replace('x', String(i)))))
      story.push(sent.code, sent.msg, Object.keys(sent.data), receipt.length, codeAndMessage(again), codes)
    }
    story.push(codeAndMessage(await reset(uniqid)), codeAndMessage(await send('made-up', 'phone')))
    return story
  }

  it('looks the same at every step for an unknown name and a known one', async () => {
    const pairs: Record<string, string[]> = {}
    const unknown = Array.from({ length: 40 }, () => aUsername())
    for (const name of unknown) {
      const { phone, email } = (await begin(name)).answer.data as { phone: string; email: string }
      expect(phone).toMatch(/^(1\d{2}\*{4}\d{4})?$/)
      expect(email).toMatch(/^([a-z\d]\*{3}@…)?$/)
      const kind = `${phone && 'phone'} ${email && 'email'}`
      ;(pairs[kind] ??= []).push(name)
    }
    expect(Object.keys(pairs).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([' email', 'phone ', 'phone email'])
    const known = {
      'phone ': await aBoundOwner(world, { phone: aPhone() }),
      ' email': await aBoundOwner(world, { email: anEmail() }),
      'phone email': await aBoundOwner(world, { phone: aPhone(), email: anEmail() }),
    }
    for (const [kind, owner] of Object.entries(known)) expect(await seen(pairs[kind]![0]!), kind).toEqual(await seen(owner.username))
  })

  it('shows the same contacts for an unknown name each time, and the name itself where it is one', async () => {
    const name = aUsername()
    const masks: unknown[] = []
    for (const written of [name, name.toUpperCase(), ` ${name} `]) masks.push((await begin(written)).answer.data)
    expect(masks).toEqual([masks[0], masks[0], masks[0]])
    const [phone, email] = [aPhone(), anEmail()]
    expect((await begin(phone.slice(4))).answer.data).toMatchObject({ phone: `${phone.slice(4, 7)}****${phone.slice(-4)}` })
    expect((await begin(email)).answer.data).toMatchObject({ email: `${email[0]}***@…` })
  })

  it('sends nothing for an unknown phone, counts it in the same limits, and reports its receipt as sent', async () => {
    const phone = aPhone()
    const { uniqid } = await begin(phone)
    const { receipt } = (await send(uniqid, 'phone')).data as { receipt: string }
    expect((await askToRegister(world, phone)).code).toBe(429)
    await world.pass(10)
    await world.deliver()
    expect(world.outbox(phone)).toEqual([])
    expect((await world.call(undefined, contract.verify.delivery, { receipt })).data).toEqual({ state: 'sent', reason: null })
    for (const code of ['000000', '123456']) expect(codeAndMessage(await prove(uniqid, 'phone', code))).toBe('422 验证码错误或已过期')
    expect(codeAndMessage(await reset(uniqid))).toBe('401 请先完成身份验证')
  })

  it('treats an owner without any contact like an unknown name', async () => {
    const bare = await aBoundOwner(world, {})
    const { answer } = await begin(bare.username)
    const { phone, email } = answer.data as { phone: string; email: string }
    expect(phone + email).not.toBe('')
  })

  it('is limited to five codes a day and one in 59 seconds, for known and unknown names', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone() })
    const stories = []
    for (const name of [owner.username, aPhone()]) {
      const story = []
      for (let i = 0; i < 6; i++) {
        const { uniqid } = await begin(name)
        story.push(codeAndMessage(await send(uniqid, 'phone')), codeAndMessage(await send(uniqid, 'phone')))
        await world.pass(60)
      }
      stories.push(story)
    }
    expect(stories[0]).toEqual(stories[1])
    expect(stories[0]!.at(-1)).toBe('429 该号码或邮箱今日获取验证码的次数已用完，请明天再试')
  })
})
