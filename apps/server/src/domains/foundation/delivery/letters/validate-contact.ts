import type { Texts } from './letter.ts'

/** Goes to a person who did not ask for it, so it contains no text that another user wrote. */
export const validate_contact: Texts<{ url: string }> = {
  'zh-CN': ({ url }, { product }) => ({
    subject: '请验证您的邮箱',
    heading: '请验证您的邮箱',
    before: ['您好！', `您已被添加为${product}的监控告警联系人。验证邮箱后，组网成员上下线等告警会发送到这里。`],
    focus: { button: '验证邮箱', url },
    after: ['链接 24 小时内有效。'],
    notice: '如果您不认识这位发起者，请忽略这封邮件，您不会再收到其他邮件。',
  }),
  en: ({ url }, { product }) => ({
    subject: 'Verify your e-mail address',
    heading: 'Verify your e-mail address',
    before: [
      'Hello,',
      `You were added as a contact for monitoring alerts of ${product}. Once verified, alerts such as members going offline arrive here.`,
    ],
    focus: { button: 'Verify address', url },
    after: ['The link is valid for 24 hours.'],
    notice: 'If you did not expect this, ignore this letter; no other will follow.',
  }),
}
