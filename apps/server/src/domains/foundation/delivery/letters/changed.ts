import { oneLine, type Texts, typed } from './letter.ts'

export interface Changed {
  what: 'password' | 'phone' | 'email'
  username: string
}
const nouns = {
  'zh-CN': { password: '登录密码', phone: '绑定手机号', email: '绑定邮箱' },
  en: { password: 'password', phone: 'bound phone', email: 'bound e-mail' },
}

export const changed: Texts<Changed> = {
  'zh-CN': ({ what, username }, { product, phone }) => {
    const [noun, name] = [nouns['zh-CN'][what], typed(username)]
    return {
      subject: `您的${noun}已修改`,
      heading: `您的${noun}已修改`,
      before: [`您在${product}的账号 ${name} 的${noun}刚刚已修改。`, '如果是您本人操作，无需处理。'],
      after: [`如果不是您本人操作，您的账号可能存在风险，请立即找回密码，或联系客服${phone && ` ${phone}`}。`],
      notice: '这是一封账号安全通知，无法退订。',
      sms: {
        template: 'changed',
        parameters: [
          ['what', noun],
          ['username', oneLine(username)],
        ],
        text: `您的账号 ${oneLine(username)} 的${noun}已修改。如非本人操作，请立即找回密码或联系客服。`,
      },
    }
  },
  en: ({ what, username }, { product, phone }) => {
    const [noun, name] = [nouns.en[what], typed(username)]
    return {
      subject: `Your ${noun} was changed`,
      heading: `Your ${noun} was changed`,
      before: [`The ${noun} of your account ${name} with ${product} was changed just now.`, 'If this was you, there is nothing to do.'],
      after: [
        `If it was not, somebody else may be using your account: recover your password at once, or contact support${phone && ` at ${phone}`}.`,
      ],
      notice: 'This is a security notice about your account; it cannot be unsubscribed from.',
      sms: {
        template: 'changed',
        parameters: [
          ['what', noun],
          ['username', oneLine(username)],
        ],
        text: `The ${noun} of your account ${oneLine(username)} was changed. If this was not you, recover your password or contact support at once.`,
      },
    }
  },
}
