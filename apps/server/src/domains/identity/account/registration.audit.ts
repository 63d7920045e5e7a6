import type { AuditEntry } from '../../foundation/audit/audit.service.ts'

export const registered = (username: string, by: 'phone' | 'email'): AuditEntry => ({
  area: 'account',
  action: 'register',
  message: `${username} 通过${by === 'phone' ? '手机' : '邮箱'}注册了账号`,
  detail: { by },
})
export const welcome = (nickname: string, product: string) => ({
  type: '系统通知',
  title: `欢迎使用${product}`,
  content: `<p>${nickname}，您好！您的账号已注册成功。您可以在「组网管理」中创建第一个组网，在「成员管理」中添加成员；使用中的问题请查看<a href="/handbook">帮助文档</a>，或提交工单联系我们。</p>`,
})
