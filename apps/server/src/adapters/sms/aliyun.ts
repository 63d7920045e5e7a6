import { createHash, createHmac, randomUUID } from 'node:crypto'
import { DEFAULT_AREA_CODE, type DeliveryReason, type Phone } from '@weft/contract'
import { SendFailure } from '../send-failure.ts'
import { call, facts, type Provider, templateFor } from './provider.ts'
import type { Texter } from './sms.ts'

export interface SignedRequest {
  host: string
  action: string
  version: string
  /** Parameters in any order. */
  query: Record<string, string>
  body: string
  /** `2023-10-26T10:22:32Z` */
  date: string
  nonce: string
}
interface Key {
  id: string
  secret: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** Encodes a text by RFC 3986, which encodes more characters than `encodeURIComponent` does. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

export const canonicalQuery = (query: Record<string, string>): string =>
  Object.entries(query)
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** Returns the headers of a signed call of Alibaba Cloud: ACS3-HMAC-SHA256, as "V3版本请求体&签名机制" of its documentation describes. */
export function signAliyun({ host, action, version, query, body, date, nonce }: SignedRequest, { id, secret }: Key) {
  const headers: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(body),
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const names = Object.keys(headers)
  const signed = names.join(';')
  const canonical = [
    'POST',
    '/',
    canonicalQuery(query),
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    signed,
    headers['x-acs-content-sha256'],
  ].join('\n')
  const signature = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  return {
    canonical,
    headers: { ...headers, authorization: `ACS3-HMAC-SHA256 Credential=${id},SignedHeaders=${signed},Signature=${signature}` },
  }
}

const ENDPOINT = 'https://dysmsapi.aliyuncs.com'

/** Returns a sender of text messages by Alibaba Cloud: Dysmsapi 2017-05-25, SendSms. */
export function createAliyunTexter(provider: Provider): Texter {
  const endpoint = new URL(provider.endpoint ?? ENDPOINT)
  return {
    reaches: ({ area_code }, template) => templateFor(provider, area_code, template) !== undefined,
    async send({ id, phone, template, parameters }) {
      const query = {
        PhoneNumbers: numberOf(phone),
        SignName: provider.sign,
        TemplateCode: templateFor(provider, phone.area_code, template) ?? '',
        TemplateParam: JSON.stringify(Object.fromEntries(parameters)),
        OutId: id,
      }
      const { headers } = signAliyun(
        {
          host: endpoint.host,
          action: 'SendSms',
          version: '2017-05-25',
          query,
          body: '',
          date: new Date().toISOString().replace(/\.\d+/, ''),
          nonce: randomUUID(),
        },
        provider.key,
      )
      const { status, json } = await call(`${endpoint.origin}/?${canonicalQuery(query)}`, { headers }, provider.timeout)
      const { Code, Message } = facts(json)
      if (Code !== 'OK') throw aliyunFailure(Code, Message, status)
    },
  }
}

/** Returns a mainland number as it is, any other with its dial code in front and no plus. */
const numberOf = ({ area_code, phone }: Phone) => (area_code === DEFAULT_AREA_CODE ? phone : area_code + phone)

/** Reasons by code of "API错误码"; any other code means that the settings are wrong. */
const reasons: Record<string, DeliveryReason> = {
  'isv.BUSINESS_LIMIT_CONTROL': 'too_frequent',
  'isv.MOBILE_NUMBER_ILLEGAL': 'number_invalid',
  'isv.MOBILE_COUNT_OVER_LIMIT': 'number_invalid',
  'isv.PHONE_NUMBER_ILLEGAL': 'number_invalid',
  'isv.BLACK_KEY_CONTROL_LIMIT': 'number_blocked',
  'isv.BLACK_LIST': 'number_blocked',
  'isv.DOMESTIC_NUMBER_NOT_SUPPORTED': 'region_unsupported',
  'isv.NOT_SUPPORTED_COUNTRY': 'region_unsupported',
  'isv.COUNTRY_RESTRICTED': 'region_unsupported',
  'isv.AMOUNT_NOT_ENOUGH': 'out_of_balance',
  'isv.OUT_OF_SERVICE': 'out_of_balance',
  'isv.DAY_LIMIT_CONTROL': 'out_of_balance',
  'isv.MONTH_LIMIT_CONTROL': 'out_of_balance',
  'isv.SMS_TEMPLATE_ILLEGAL': 'template_wrong',
  'isv.SMS_SIGNATURE_ILLEGAL': 'template_wrong',
  'isv.SMS_SIGN_ILLEGAL': 'template_wrong',
  'isv.SMS_SIGNATURE_SCENE_ILLEGAL': 'template_wrong',
  'isv.SMS_CONTENT_ILLEGAL': 'template_wrong',
  'isv.TEMPLATE_MISSING_PARAMETERS': 'template_wrong',
  'isv.TEMPLATE_PARAMS_ILLEGAL': 'template_wrong',
  'isv.PARAM_LENGTH_LIMIT': 'template_wrong',
  'isv.PARAM_NOT_SUPPORT_URL': 'template_wrong',
  'isv.INVALID_JSON_PARAM': 'template_wrong',
}

function aliyunFailure(code: string | undefined, message: string | undefined, status: number): SendFailure {
  const answer = code === undefined ? `HTTP ${status}` : `${code} ${message ?? ''}`
  const passing = code === undefined || status >= 500 || /^(isp\.(SYSTEM|GATEWAY)|Throttling|ServiceUnavailable|InternalError)/.test(code)
  if (passing) return new SendFailure(false, 'unreachable', answer)
  return new SendFailure(true, reasons[code] ?? 'settings_wrong', answer)
}
