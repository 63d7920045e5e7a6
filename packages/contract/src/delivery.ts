import type { Language } from './language.ts'

const reason = (zh: string, en: string) => ({ 'zh-CN': zh, en })
const notReady = reason(
  '发送服务暂时不可用，请换一种方式或联系客服',
  'The service is not available at present; use another way or contact support',
)

/** The reasons why a letter or text message did not arrive, as sentences for the person who asked for it. */
export const deliveryReasons = {
  expired: reason('未能在有效期内送达，请重新获取', 'It could not be delivered in time; ask for another one'),
  unreachable: reason('接收方服务暂时无法连接，请稍后重新获取', 'The receiving service cannot be reached at present; try again later'),
  mailbox_unknown: reason('邮箱不存在或已停用，请检查后重试', 'No such mailbox; check the address'),
  mailbox_full: reason('邮箱已满，请清理后重试', 'The mailbox is full; make room and try again'),
  refused: reason('接收方拒收，请换一种方式', 'The receiver refused it; use another way'),
  number_invalid: reason('手机号无效或为空号，请检查后重试', 'No such phone number; check it'),
  number_blocked: reason('该手机号拒收此类短信，请换一种方式', 'This phone does not take such messages; use another way'),
  region_unsupported: reason(
    '暂不支持向该国家或地区发送短信，请换一种方式',
    'Text messages cannot be sent to this region; use another way',
  ),
  too_frequent: reason('该手机号接收短信过于频繁，请稍后再试', 'This phone was sent too many messages; try again later'),
  out_of_balance: notReady,
  template_wrong: notReady,
  settings_wrong: notReady,
  webhook_unreachable: reason('无法连接对方服务器', 'The receiver cannot be reached'),
  webhook_refused: reason(
    '对方拒收，请检查地址、密钥和机器人的安全设置',
    'The receiver refused it; check the address, the secret and the settings of the robot',
  ),
  webhook_busy: reason('对方限制了发送频率', 'The receiver was sent too much'),
  webhook_gone: reason('Webhook 已删除', 'The webhook was deleted'),
  webhook_address: reason('Webhook 地址不是可访问的公网地址', 'The address of the webhook is not a public one'),
  webhook_unresolved: reason('Webhook 域名无法解析', 'The host of the webhook cannot be resolved'),
  webhook_timeout: reason('对方 5 秒内没有响应', 'There was no answer within 5 s'),
  webhook_certificate: reason('对方的 TLS 证书无效', 'The certificate of the receiver is not valid'),
  webhook_redirected: reason('对方返回了跳转，请填写最终地址', 'The receiver redirected the call; enter the final address'),
} as const
export type DeliveryReason = keyof typeof deliveryReasons

/** Returns a reason as a sentence. */
export const deliveryReasonText = (reason: DeliveryReason, language: Language): string => deliveryReasons[reason][language]

/** The names of the channels in the sentence of `channelUnavailable`. */
export const channelNames = {
  phone: { 'zh-CN': '短信', en: 'text message' },
  email: { 'zh-CN': '邮件', en: 'e-mail' },
} as const
