import type { Phone } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jsonLog } from '../../../kernel/log.ts'
import { type SmsGateway, startSmsGateway } from '../../../../test/sms-gateway.ts'
import { createWorld, type World } from '../../../../test/world.ts'

const settings = {
  WEFT_SMS_KEY_ID: 'KEY',
  WEFT_SMS_KEY_SECRET: 'the secret of the tests',
  WEFT_SMS_SIGN: '经纬组网',
  WEFT_SMS_APP_ID: '1400006666',
}
const home: Phone = { area_code: '86', phone: '13800001234' }
const abroad: Phone = { area_code: '852', phone: '51234567' }

describe.each([
  ['aliyun', 'isv.MOBILE_NUMBER_ILLEGAL', (Code: string) => ({ Code, Message: `${home.phone} said ${Code}` })],
  [
    'tencent',
    'InvalidParameterValue.IncorrectPhoneNumber',
    (Code: string) => ({ Response: { SendStatusSet: [{ Code, Message: `+86${home.phone} said ${Code}` }] } }),
  ],
] as const)('text messages by %s', (WEFT_SMS, illegal, answer) => {
  let world: World
  let gateway: SmsGateway
  const lines: string[] = []
  beforeAll(async () => {
    gateway = await startSmsGateway(WEFT_SMS, settings.WEFT_SMS_KEY_SECRET)
    world = await createWorld(
      { ...settings, WEFT_SMS, WEFT_SMS_ENDPOINT: gateway.url, WEFT_SMS_TEMPLATES: 'code=T1,changed=T2,code_intl=T3' },
      { log: jsonLog((line) => lines.push(line)) },
    )
  })
  afterAll(async () => {
    await world.close()
    await gateway.close()
  })

  beforeEach(async () => {
    gateway.calls.length = 0
    // What another test left queued would be sent as well.
    await world.db.systemNow.sql.deleteFrom('delivery').execute()
  })

  const queue = (phone: Phone, template: 'code' | 'changed' = 'code') =>
    world.asSystem((db) =>
      world.services.deliveries.queue(db, {
        to: { channel: 'phone', phone },
        letter: template === 'code' ? { template, code: '402918' } : { template, what: 'password', username: 'liwei2026' },
        language: 'zh-CN',
        account_id: null,
      }),
    )
  const row = (receipt: string) =>
    world.db.systemNow.sql.selectFrom('delivery').selectAll().where('delivery_id', '=', receipt).executeTakeFirstOrThrow()

  it('are sent with the templates of the settings, and do not reach the outbox', async () => {
    gateway.answer = () => ({ body: JSON.stringify(answer(WEFT_SMS === 'aliyun' ? 'OK' : 'Ok')) })
    const receipts = [await queue(home), await queue(home, 'changed'), await queue(abroad)]
    await world.deliver()
    for (const receipt of receipts) expect(await row(receipt)).toMatchObject({ channel: 'sms', state: 'sent', sealed: null })
    const asked = gateway.calls.map(({ url, body }) => decodeURIComponent(url.search) + body)
    expect(
      ['T1', 'T2', 'T3'].map((template) => asked.filter((call) => call.includes(`"${template}"`) || call.includes(`=${template}&`)).length),
    ).toEqual([1, 1, 1])
    expect(asked.find((call) => call.includes('T2'))).toContain('登录密码')
    expect(world.outbox()).toEqual([])
  })

  it('are refused at once when no template fits the phone', async () => {
    await expect(queue(abroad, 'changed')).rejects.toMatchObject({ reason: 'channelUnavailable' })
  })

  it('fail with the provider’s reason when it refuses them, and neither row nor log contains the phone', async () => {
    gateway.answer = () => ({ body: JSON.stringify(answer(illegal)) })
    const receipt = await queue(home)
    await world.deliver()
    expect(await world.services.deliveries.status(receipt, 'zh-CN')).toEqual({
      state: 'failed',
      reason: '手机号无效或为空号，请检查后重试',
    })
    const { sealed: _, ...kept } = await row(receipt)
    expect(kept).toMatchObject({ masked_target: '+86 138****1234', reason: 'number_invalid' })
    expect(kept.answer).toContain(illegal)
    expect(`${JSON.stringify(kept)} ${lines.join(' ')}`).not.toMatch(/13800001234|402918/)
  })

  it('wait while the gateway fails', async () => {
    gateway.answer = () => ({ status: 503, body: '' })
    const receipt = await queue(home)
    await world.deliver()
    expect(await row(receipt)).toMatchObject({ state: 'queued', tries: 1, reason: 'unreachable', answer: 'HTTP 503' })
  })
})
