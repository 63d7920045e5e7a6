import { CODE_SECONDS } from '@weft/contract'
import type { Texts } from './letter.ts'

const minutes = CODE_SECONDS / 60

export const code: Texts<{ code: string }> = {
  'zh-CN': (letter, { product }) => ({
    subject: `${letter.code} 是您的验证码`,
    heading: '您的验证码',
    before: [`您正在${product}验证身份，请在页面中输入以下验证码：`],
    focus: { code: letter.code },
    after: [`验证码 ${minutes} 分钟内有效，仅可使用一次。请勿告知他人，我们的工作人员不会向您索取验证码。`],
    notice: '如果不是您本人操作，请忽略这封邮件，您的账号不会发生任何变化。',
    sms: {
      template: 'code',
      parameters: [
        ['code', letter.code],
        ['minutes', String(minutes)],
      ],
      text: `您的验证码为 ${letter.code}，${minutes} 分钟内有效，请勿告知他人。`,
    },
  }),
  en: (letter, { product }) => ({
    subject: `${letter.code} is your verification code`,
    heading: 'Your verification code',
    before: [`You are verifying your identity with ${product}. Enter this code on the page:`],
    focus: { code: letter.code },
    after: [`The code is valid for ${minutes} minutes and works once. Share it with no one: our staff will never ask you for it.`],
    notice: 'If this was not you, ignore this letter; nothing about your account has changed.',
    sms: {
      template: 'code',
      parameters: [
        ['code', letter.code],
        ['minutes', String(minutes)],
      ],
      text: `Your verification code is ${letter.code}, valid for ${minutes} minutes. Share it with no one.`,
    },
  }),
}
