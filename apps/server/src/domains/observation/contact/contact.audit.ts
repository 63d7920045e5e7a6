import type { Contact } from '@weft/contract'
import type { Actor } from '../../../kernel/actor.ts'
import { escapeHtml } from '../../../kernel/escape-html.ts'
import { maskEmail } from '../../../kernel/mask.ts'
import type { AuditEntry } from '../../foundation/audit/audit.service.ts'

type Named = Pick<Contact, 'name' | 'email'>
const named = ({ name, email }: Named) => `「${name}」（${maskEmail(email)}）`
const entry = (action: AuditEntry['action'], message: string): AuditEntry => ({ area: 'monitor', action, message })

export const contactCreated = (contact: Named) => entry('create_contact', `添加了联系人${named(contact)}`)
export const contactEdited = (before: Named, contact: Named) => entry('edit_contact', `联系人由${named(before)}修改为${named(contact)}`)
export const contactDeleted = (contact: Named) => entry('delete_contact', `删除了联系人${named(contact)}`)
export const validationSent = (contact: Named) => entry('validate_contact', `向联系人${named(contact)}发送了验证邮件`)
export const emailVerified = (name: string) => entry('verify_contact', `联系人「${name}」的邮箱已通过验证`)

/** The messages by which the owner learns that alerts will go to another address. */
const addressMessage = (title: string, what: string, { username, address }: Pick<Actor, 'username' | 'address'>) => ({
  type: '安全提醒',
  title,
  content: `<p>${username} ${what}，来源地址 ${address}。该邮箱验证通过后会收到账号的告警邮件。如非您本人或同事操作，请在「<a href="/monitor/setting">告警设置</a>」删除该联系人，并尽快修改密码。</p>`,
})
const shown = ({ name, email }: Named) => `「${escapeHtml(name)}」（${escapeHtml(maskEmail(email))}）`
export const contactCreatedMessage = (contact: Named, actor: Actor) =>
  addressMessage('已添加告警联系人', `添加了告警联系人${shown(contact)}`, actor)
export const contactMovedMessage = (before: Named, contact: Named, actor: Actor) =>
  addressMessage('已修改告警联系人的邮箱', `将告警联系人${shown(before)}修改为${shown(contact)}`, actor)
