import { afterEach, describe, expect, it } from 'vitest'
import { startSmsGateway } from '../../../test/sms-gateway.ts'
import type { SendFailure } from '../send-failure.ts'
import { createAliyunTexter } from './aliyun.ts'
import type { Provider } from './provider.ts'
import type { Texter, TextMessage } from './sms.ts'
import { createTencentTexter } from './tencent.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const templates = { code: 'T_1', changed: 'T_2', code_intl: 'T_3' }
async function aGateway(name: 'aliyun' | 'tencent', secret = 'the secret of the tests') {
  const gateway = await startSmsGateway(name, 'the secret of the tests')
  closing.push(gateway.close)
  const provider: Provider = { key: { id: 'KEY', secret }, sign: '经纬组网', templates, endpoint: gateway.url, timeout: 300 }
  const texter: Texter = name === 'aliyun' ? createAliyunTexter(provider) : createTencentTexter({ ...provider, app_id: '1400006666' })
  return { gateway, texter }
}
const message: TextMessage = {
  id: 'd290f1ee',
  phone: { area_code: '86', phone: '13800001234' },
  template: 'code',
  parameters: [
    ['code', '402918'],
    ['minutes', '10'],
  ],
  text: '',
}
const failureOf = (sending: Promise<void>): Promise<SendFailure> =>
  sending.then(
    () => expect.unreachable('it was sent'),
    (error: SendFailure) => error,
  )
const answers = {
  aliyun: (Code: string) => JSON.stringify({ Code, Message: `about ${Code}`, RequestId: 'R', BizId: 'B' }),
  tencent: (Code: string) =>
    JSON.stringify({ Response: { SendStatusSet: [{ Code, Message: `about ${Code}`, SerialNo: '' }], RequestId: 'R' } }),
}

describe('a text message by Alibaba Cloud', () => {
  it('is sent with a valid signature', async () => {
    const { gateway, texter } = await aGateway('aliyun')
    gateway.answer = () => ({ body: answers.aliyun('OK') })
    await texter.send(message)
    const [call] = gateway.calls
    expect(call?.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' })
    expect(Object.fromEntries(call!.url.searchParams)).toEqual({
      PhoneNumbers: '13800001234',
      SignName: '经纬组网',
      TemplateCode: 'T_1',
      TemplateParam: '{"code":"402918","minutes":"10"}',
      OutId: 'd290f1ee',
    })
  })

  it('is sent abroad with its dial code and the template for abroad', async () => {
    const { gateway, texter } = await aGateway('aliyun')
    gateway.answer = () => ({ body: answers.aliyun('OK') })
    await texter.send({ ...message, phone: { area_code: '852', phone: '51234567' } })
    const { searchParams } = gateway.calls[0]!.url
    expect([searchParams.get('PhoneNumbers'), searchParams.get('TemplateCode')]).toEqual(['85251234567', 'T_3'])
  })

  it.each([
    ['isv.BUSINESS_LIMIT_CONTROL', 'too_frequent', true],
    ['isv.MOBILE_NUMBER_ILLEGAL', 'number_invalid', true],
    ['isv.BLACK_KEY_CONTROL_LIMIT', 'number_blocked', true],
    ['isv.AMOUNT_NOT_ENOUGH', 'out_of_balance', true],
    ['isv.OUT_OF_SERVICE', 'out_of_balance', true],
    ['isv.SMS_TEMPLATE_ILLEGAL', 'template_wrong', true],
    ['isv.SMS_SIGNATURE_ILLEGAL', 'template_wrong', true],
    ['isv.NOT_SUPPORTED_COUNTRY', 'region_unsupported', true],
    ['isp.RAM_PERMISSION_DENY', 'settings_wrong', true],
    ['isp.SYSTEM_ERROR', 'unreachable', false],
    ['Throttling.User', 'unreachable', false],
  ])('that is answered %s fails with the reason %s', async (code, reason, lasting) => {
    const { gateway, texter } = await aGateway('aliyun')
    gateway.answer = () => ({ body: answers.aliyun(code) })
    expect(await failureOf(texter.send(message))).toMatchObject({ reason, lasting, answer: `${code} about ${code}` })
  })
})

describe('a text message by Tencent Cloud', () => {
  it('is sent with a valid signature', async () => {
    const { gateway, texter } = await aGateway('tencent')
    gateway.answer = () => ({ body: answers.tencent('Ok') })
    await texter.send(message)
    const [call] = gateway.calls
    expect(call?.headers).toMatchObject({ 'x-tc-action': 'SendSms', 'x-tc-version': '2021-01-11', 'x-tc-region': 'ap-guangzhou' })
    expect(JSON.parse(call!.body)).toEqual({
      PhoneNumberSet: ['+8613800001234'],
      SmsSdkAppId: '1400006666',
      SignName: '经纬组网',
      TemplateId: 'T_1',
      TemplateParamSet: ['402918', '10'],
      SessionContext: 'd290f1ee',
    })
  })

  it('is sent abroad without the sign name, with the template for abroad', async () => {
    const { gateway, texter } = await aGateway('tencent')
    gateway.answer = () => ({ body: answers.tencent('Ok') })
    await texter.send({ ...message, phone: { area_code: '852', phone: '51234567' } })
    const body = JSON.parse(gateway.calls[0]!.body) as Record<string, unknown>
    expect(body).toMatchObject({ PhoneNumberSet: ['+85251234567'], TemplateId: 'T_3' })
    expect(body).not.toHaveProperty('SignName')
  })

  it.each([
    ['LimitExceeded.PhoneNumberDailyLimit', 'too_frequent', true],
    ['LimitExceeded.PhoneNumberThirtySecondLimit', 'too_frequent', true],
    ['InvalidParameterValue.IncorrectPhoneNumber', 'number_invalid', true],
    ['FailedOperation.PhoneNumberInBlacklist', 'number_blocked', true],
    ['FailedOperation.InsufficientBalanceInSmsPackage', 'out_of_balance', true],
    ['FailedOperation.TemplateIncorrectOrUnapproved', 'template_wrong', true],
    ['FailedOperation.SignatureIncorrectOrUnapproved', 'template_wrong', true],
    ['UnsupportedOperation.UnsupportedRegion', 'region_unsupported', true],
    ['UnauthorizedOperation.SmsSdkAppIdVerifyFail', 'settings_wrong', true],
    ['InternalError.SendAndRecvFail', 'unreachable', false],
    ['RequestLimitExceeded', 'unreachable', false],
  ])('that is answered %s fails with the reason %s', async (code, reason, lasting) => {
    const { gateway, texter } = await aGateway('tencent')
    gateway.answer = () => ({ body: answers.tencent(code) })
    expect(await failureOf(texter.send(message))).toMatchObject({ reason, lasting, answer: `${code} about ${code}` })
  })

  it('that is refused as a whole fails with the reason of the error', async () => {
    const { gateway, texter } = await aGateway('tencent')
    gateway.answer = () => ({ body: JSON.stringify({ Response: { Error: { Code: 'AuthFailure.SecretIdNotFound', Message: 'none' } } }) })
    expect(await failureOf(texter.send(message))).toMatchObject({ reason: 'settings_wrong', lasting: true })
  })
})

describe.each(['aliyun', 'tencent'] as const)('the gateway of %s', (name) => {
  it('reaches the regions and purposes that have a template', async () => {
    const { texter } = await aGateway(name)
    const [mainland, abroad] = [message.phone, { area_code: '852', phone: '51234567' }]
    expect([texter.reaches(mainland, 'changed'), texter.reaches(abroad, 'code'), texter.reaches(abroad, 'changed')]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('refuses a call that another secret signed', async () => {
    const { gateway, texter } = await aGateway(name, 'another secret')
    expect(await failureOf(texter.send(message))).toMatchObject({ reason: 'settings_wrong', lasting: true })
    expect(gateway.calls).toEqual([])
  })

  it.each<[string, () => { status?: number; body: string } | Promise<never>]>([
    ['hangs', () => new Promise<never>(() => {})],
    ['answers garbage', () => ({ body: '<html>welcome' })],
    ['answers nothing', () => ({ body: '' })],
    ['answers another shape', () => ({ body: '{"Response":{"SendStatusSet":{}},"Code":7}' })],
    ['answers null', () => ({ body: 'null' })],
    ['fails', () => ({ status: 502, body: 'Bad Gateway' })],
  ])('that %s is tried again', async (_, answer) => {
    const { gateway, texter } = await aGateway(name)
    gateway.answer = answer
    expect(await failureOf(texter.send(message))).toMatchObject({ reason: 'unreachable', lasting: false })
  })

  it('that cannot be reached is tried again, and no error names the phone or the code', async () => {
    const { gateway, texter } = await aGateway(name)
    await gateway.close()
    const failure = await failureOf(texter.send(message))
    expect(failure).toMatchObject({ reason: 'unreachable', lasting: false })
    expect(`${failure.message} ${failure.answer} ${failure.stack}`).not.toMatch(/13800001234|402918/)
  })
})
