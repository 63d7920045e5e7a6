import { createHash, createHmac } from 'node:crypto'
import { DEFAULT_AREA_CODE, type DeliveryReason, phoneText } from '@weft/contract'
import { SendFailure } from '../send-failure.ts'
import { call, facts, type Provider, templateFor } from './provider.ts'
import type { Texter } from './sms.ts'

export interface SignedRequest {
  host: string
  service: string
  action: string
  body: string
  /** Unix seconds. */
  timestamp: number
}
interface Key {
  id: string
  secret: string
}

const CONTENT_TYPE = 'application/json; charset=utf-8'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Returns the signature of a call of Tencent Cloud: TC3-HMAC-SHA256, as "签名方法 v3" of its documentation describes. */
export function signTencent({ host, service, action, body, timestamp }: SignedRequest, { id, secret }: Key) {
  const signed = 'content-type;host;x-tc-action'
  const canonical = [
    'POST',
    '/',
    '',
    `content-type:${CONTENT_TYPE}`,
    `host:${host}`,
    `x-tc-action:${action.toLowerCase()}`,
    '',
    signed,
    sha256(body),
  ].join('\n')
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const key = hmac(hmac(hmac(`TC3${secret}`, date), service), 'tc3_request')
  const signature = hmac(key, `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return { canonical, authorization: `TC3-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${signed}, Signature=${signature}` }
}

const ENDPOINT = 'https://sms.tencentcloudapi.com'
/** The one region that serves both the mainland and everywhere else. */
const REGION = 'ap-guangzhou'

/** Returns a sender of text messages by Tencent Cloud: sms 2021-01-11, SendSms. */
export function createTencentTexter(provider: Provider & { app_id: string }): Texter {
  const endpoint = new URL(provider.endpoint ?? ENDPOINT)
  return {
    reaches: ({ area_code }, template) => templateFor(provider, area_code, template) !== undefined,
    async send({ id, phone, template, parameters }) {
      const body = JSON.stringify({
        PhoneNumberSet: [phoneText(phone).replace(' ', '')],
        SmsSdkAppId: provider.app_id,
        // Outside the mainland a sender id replaces the signature.
        ...(phone.area_code === DEFAULT_AREA_CODE && { SignName: provider.sign }),
        TemplateId: templateFor(provider, phone.area_code, template),
        TemplateParamSet: parameters.map(([, value]) => value),
        SessionContext: id,
      })
      const timestamp = Math.floor(Date.now() / 1000)
      const { authorization } = signTencent({ host: endpoint.host, service: 'sms', action: 'SendSms', body, timestamp }, provider.key)
      const headers = {
        authorization,
        'content-type': CONTENT_TYPE,
        'x-tc-action': 'SendSms',
        'x-tc-version': '2021-01-11',
        'x-tc-region': REGION,
        'x-tc-timestamp': String(timestamp),
      }
      const { status, json } = await call(`${endpoint.origin}/`, { headers, body }, provider.timeout)
      const { Error: refused, SendStatusSet } = (json as { Response?: Record<string, unknown> } | undefined)?.Response ?? {}
      const { Code, Message } = facts(refused ?? (Array.isArray(SendStatusSet) ? SendStatusSet[0] : undefined))
      if (Code !== 'Ok') throw tencentFailure(Code, Message, status)
    },
  }
}

/** Reasons by code of "错误码"; any other code means that the settings are wrong. */
const reasons: Record<string, DeliveryReason> = {
  'LimitExceeded.DeliveryFrequencyLimit': 'too_frequent',
  'LimitExceeded.PhoneNumberDailyLimit': 'too_frequent',
  'LimitExceeded.PhoneNumberOneHourLimit': 'too_frequent',
  'LimitExceeded.PhoneNumberSameContentDailyLimit': 'too_frequent',
  'LimitExceeded.PhoneNumberThirtySecondLimit': 'too_frequent',
  'LimitExceeded.AppDailyLimit': 'out_of_balance',
  'LimitExceeded.AppMainlandChinaDailyLimit': 'out_of_balance',
  'LimitExceeded.AppGlobalDailyLimit': 'out_of_balance',
  'LimitExceeded.DailyLimit': 'out_of_balance',
  'LimitExceeded.AppCountryOrRegionDailyLimit': 'out_of_balance',
  'LimitExceeded.AppCountryOrRegionInBlacklist': 'region_unsupported',
  'UnsupportedOperation.UnsupportedRegion': 'region_unsupported',
  'UnsupportedOperation.UnsuportedRegion': 'region_unsupported',
  'UnsupportedOperation.ChineseMainlandTemplateToGlobalPhone': 'template_wrong',
  'UnsupportedOperation.GlobalTemplateToChineseMainlandPhone': 'template_wrong',
  'InvalidParameterValue.IncorrectPhoneNumber': 'number_invalid',
  'FailedOperation.PhoneNumberInBlacklist': 'number_blocked',
  'FailedOperation.InsufficientBalanceInSmsPackage': 'out_of_balance',
  'UnauthorizedOperation.ServiceSuspendDueToArrears': 'out_of_balance',
  'UnauthorizedOperation.SerivceSuspendDueToArrears': 'out_of_balance',
  'FailedOperation.SignatureIncorrectOrUnapproved': 'template_wrong',
  'FailedOperation.MissingSignature': 'template_wrong',
  'FailedOperation.MissingSignatureList': 'template_wrong',
  'FailedOperation.MissingTemplateList': 'template_wrong',
  'FailedOperation.TemplateIncorrectOrUnapproved': 'template_wrong',
  'FailedOperation.TemplateIdNotExist': 'template_wrong',
  'FailedOperation.TemplateParamSetNotMatchApprovedTemplate': 'template_wrong',
  'FailedOperation.TemplateUnapprovedOrNotExist': 'template_wrong',
  'FailedOperation.ContainSensitiveWord': 'template_wrong',
  'InvalidParameterValue.TemplateParameterFormatError': 'template_wrong',
  'InvalidParameterValue.TemplateParameterLengthLimit': 'template_wrong',
}

function tencentFailure(code: string | undefined, message: string | undefined, status: number): SendFailure {
  const answer = code === undefined ? `HTTP ${status}` : `${code} ${message ?? ''}`
  const passing =
    code === undefined ||
    status >= 500 ||
    /^(InternalError|RequestLimitExceeded|ResourceUnavailable|FailedOperation\.FailResolvePacket$)/.test(code)
  if (passing) return new SendFailure(false, 'unreachable', answer)
  return new SendFailure(true, reasons[code] ?? 'settings_wrong', answer)
}
