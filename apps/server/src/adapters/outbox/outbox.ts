import { phoneText } from '@weft/contract'
import type { Mailer } from '../mail/mail.ts'
import type { Texter } from '../sms/sms.ts'

/** A message that would have been sent. */
export interface OutboxEntry {
  id: string
  channel: 'mail' | 'sms'
  /** An address, or `+86 13800000000`. */
  to: string
  /** Empty for a text message. */
  subject: string
  body: string
  /** Six digits and a link, if the body holds them. */
  code: string | null
  link: string | null
  /** Unix seconds. */
  time: number
}
export type Outbox = ReturnType<typeof createOutbox>

/** Most messages that are kept; the oldest are dropped first. */
const CAPACITY = 500

/** Returns an outbox for letters and text messages while no provider is set. It is in memory only, and never used in production. */
export function createOutbox() {
  const entries: OutboxEntry[] = []
  function put(entry: Omit<OutboxEntry, 'code' | 'link' | 'time'>) {
    const link = /https?:\/\/\S+/.exec(entry.body)?.[0] ?? null
    const code = /(?<![\w.@-])\d{6}(?![\w@-])/.exec(entry.body.replace(/https?:\/\/\S+/g, ''))?.[0] ?? null
    entries.unshift({ ...entry, code, link, time: Math.floor(Date.now() / 1000) })
    entries.splice(CAPACITY)
  }
  const mailer: Mailer = {
    send: async ({ id, to, subject, text }) => put({ id, channel: 'mail', to, subject, body: text }),
    close() {},
  }
  const texter: Texter = {
    reaches: () => true,
    send: async ({ id, phone, text }) => put({ id, channel: 'sms', to: phoneText(phone), subject: '', body: text }),
  }
  return {
    mailer,
    texter,
    /** Returns the messages, newest first; only those to one recipient if `to` is given. */
    list: (to?: string): OutboxEntry[] => entries.filter((entry) => to === undefined || entry.to === to),
  }
}
