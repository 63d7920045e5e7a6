import type { Contact } from '@weft/contract'
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
