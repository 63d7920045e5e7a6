import { isIP } from 'node:net'
import { SendFailure } from '../send-failure.ts'
import type { Mailer } from './mail.ts'

export interface SmtpOptions {
  /** `smtps://user:password@host:465`, or `smtp://…` with STARTTLS. */
  url: string
  /** `name <address>`, or an address alone. */
  from: string
  /** Milliseconds that connecting, greeting and each answer may take. */
  timeout?: number
  /** A certificate to trust in addition to those of the system. */
  ca?: string
}

const TIMEOUT = 10_000
/** Letters sent at once: as many as the jobs send, so that none waits inside the pool. */
const CONNECTIONS = 8

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))

/**
 * Returns a mailer that sends by SMTP, on connections that are kept. Every connection to another machine is encrypted: TLS from the
 * start, or a STARTTLS that must succeed.
 */
export function createSmtpMailer({ url, from, timeout = TIMEOUT, ca }: SmtpOptions): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const [secure, loopback] = [protocol === 'smtps:', isLoopback(hostname)]
  const options = {
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: 100,
    maxRequeues: 1,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !loopback,
    // A relay on this machine may have a certificate that no authority signed.
    tls: { ...(ca && { ca }), rejectUnauthorized: secure || !loopback },
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const
  async function open() {
    // Loaded with the first letter: the library takes 20 MB, which an idle server does not need.
    const { createTransport } = await import('nodemailer')
    const made = createTransport(options)
    // A connection that breaks while it is idle is opened again with the next letter.
    made.on('error', () => {})
    return made
  }
  let transport: ReturnType<typeof open> | undefined
  const domain = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, to, subject, text, html }) {
      try {
        transport ??= open()
        await (await transport).sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
      } catch (error) {
        throw smtpFailure(error as SmtpError)
      }
    },
    close: () => void transport?.then((opened) => opened.close()),
  }
}

/** The error of nodemailer for a letter that was not sent. */
export interface SmtpError {
  code?: string
  /** The reply code of the server, and its whole text. */
  responseCode?: number
  response?: string
  /** The command that was answered: `RCPT TO`, `DATA`, … */
  command?: string
}

/** Returns why a letter was not sent, and whether trying again is pointless (RFC 5321 §4.2, RFC 3463). */
export function smtpFailure({ code = '', responseCode, response = '', command = '' }: SmtpError): SendFailure {
  if (code === 'ETLS') return new SendFailure(false, 'settings_wrong', response || code)
  if (responseCode === undefined) {
    // With this code the address is invalid, and no server was asked.
    return code === 'EENVELOPE' ? new SendFailure(true, 'mailbox_unknown', code) : new SendFailure(false, 'unreachable', code)
  }
  if (responseCode < 500) return new SendFailure(false, 'unreachable', response)
  const [, subject, detail] = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? []
  if (command === 'DATA') return new SendFailure(true, 'refused', response)
  if (command !== 'RCPT TO' || responseCode === 530) return new SendFailure(true, 'settings_wrong', response)
  if (responseCode === 552 || (subject === '2' && detail === '2')) return new SendFailure(true, 'mailbox_full', response)
  return new SendFailure(true, subject === '7' ? 'refused' : 'mailbox_unknown', response)
}
