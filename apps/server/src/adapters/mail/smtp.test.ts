import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { selfSigned } from '../../../test/certificate.ts'
import { freePort } from '../../../test/free-port.ts'
import { type MailServer, saying, startMailServer } from '../../../test/mail-server.ts'
import type { SendFailure } from '../send-failure.ts'
import { createSmtpMailer, smtpFailure, type SmtpOptions } from './smtp.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function aServer(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options)
  closing.push(server.close)
  return server
}
/** Only a server that says nothing makes a letter wait as long as the mailer's patience. */
const SHORT = { timeout: 400 }

function aMailer(url: string, options: Partial<SmtpOptions> = {}) {
  const mailer = createSmtpMailer({ url, from: '经纬组网 <noreply@weft.example>', timeout: 60_000, ...options })
  closing.push(() => mailer.close())
  return mailer
}
const mail = { id: 'a1b2', to: 'reader@weft.example', subject: '402918 是您的验证码', text: '验证码 402918', html: '<p>验证码 402918</p>' }
const failureOf = (sending: Promise<void>): Promise<SendFailure> =>
  sending.then(
    () => expect.unreachable('it was sent'),
    (error: SendFailure) => error,
  )

describe('a letter by SMTP', () => {
  it('arrives as text and HTML, marked as automatic, with the same id at every try', async () => {
    const server = await aServer()
    const mailer = aMailer(`smtp://127.0.0.1:${server.port}`)
    await mailer.send(mail)
    await mailer.send(mail)
    const [first, second] = server.letters
    expect(first?.to).toBe('reader@weft.example')
    expect(first?.header('Auto-Submitted')).toBe('auto-generated')
    expect(first?.header('From')).toMatch(/^=\?UTF-8\?.+\?= <noreply@weft\.example>$/)
    expect(first?.header('Content-Type')).toMatch(/^multipart\/alternative/)
    expect(first?.raw).toContain('Content-Type: text/plain; charset=utf-8')
    expect(first?.raw).toContain('Content-Type: text/html; charset=utf-8')
    expect([first?.header('Message-ID'), second?.header('Message-ID')]).toEqual(['<a1b2@weft.example>', '<a1b2@weft.example>'])
    expect(server.connections()).toBe(1)
  })

  it('gets no further headers or recipients from its subject or text', async () => {
    const server = await aServer()
    await aMailer(`smtp://127.0.0.1:${server.port}`).send({ ...mail, subject: 'x\r\nBcc: victim@weft.example', text: '.\r\nQUIT\r\n' })
    expect(server.letters).toHaveLength(1)
    expect(server.letters[0]?.header('Bcc')).toBeUndefined()
    expect(server.letters[0]?.to).toBe('reader@weft.example')
  })

  it('is sent over TLS with the name and password in the server’s address', async () => {
    const { key, cert } = selfSigned(['127.0.0.1'])
    const asked: unknown[] = []
    const server = await aServer({
      secure: true,
      key,
      cert,
      authOptional: false,
      onAuth({ username, password }, _session, done) {
        asked.push([username, password])
        done(null, { user: username })
      },
    })
    await aMailer(`smtps://weft%40example:p%3A%40ss@127.0.0.1:${server.port}`, { ca: cert }).send(mail)
    expect(server.letters).toHaveLength(1)
    expect(asked).toEqual([['weft@example', 'p:@ss']])
  })

  it('is not sent to a server whose certificate is not trusted', async () => {
    const { key, cert } = selfSigned(['127.0.0.1'])
    const server = await aServer({ secure: true, key, cert })
    const failure = await failureOf(aMailer(`smtps://127.0.0.1:${server.port}`).send(mail))
    expect(failure).toMatchObject({ lasting: false })
    expect(server.letters).toEqual([])
  })

  it('is sent to another machine only after STARTTLS', async () => {
    // This address reaches this machine but does not look like a local one.
    const there = '0.0.0.0'
    const { key, cert } = selfSigned([there])
    const [plain, encrypted] = [await aServer({}, there), await aServer({ key, cert }, there)]
    expect(await failureOf(aMailer(`smtp://${there}:${plain.port}`).send(mail))).toMatchObject({ lasting: false, reason: 'settings_wrong' })
    expect(await failureOf(aMailer(`smtp://${there}:${encrypted.port}`).send(mail))).toMatchObject({ lasting: false })
    expect([plain.letters, encrypted.letters]).toEqual([[], []])
    await aMailer(`smtp://${there}:${encrypted.port}`, { ca: cert }).send(mail)
    expect(encrypted.letters).toHaveLength(1)
  })
})

describe('the failure of a letter', () => {
  it.each([
    [550, '5.1.1 <reader@weft.example> no such user', { lasting: true, reason: 'mailbox_unknown' }],
    [550, '5.7.1 blocked by policy', { lasting: true, reason: 'refused' }],
    [552, '5.2.2 over quota', { lasting: true, reason: 'mailbox_full' }],
    [451, '4.7.1 greylisted, try again later', { lasting: false, reason: 'unreachable' }],
    [452, '4.2.2 mailbox full', { lasting: false, reason: 'unreachable' }],
  ])('is classified for %i %s at the recipient', async (code, text, expected) => {
    const server = await aServer()
    server.recipient = () => Promise.reject(saying(code, text))
    const failure = await failureOf(aMailer(`smtp://127.0.0.1:${server.port}`).send(mail))
    expect(failure).toMatchObject(expected)
    expect(failure.answer).toContain(`${code} ${text}`)
    expect(failure.message).not.toContain('reader')
  })

  it.each([
    [554, '5.7.1 looks like spam', { lasting: true, reason: 'refused' }],
    [451, '4.3.0 no room', { lasting: false, reason: 'unreachable' }],
  ])('is classified for %i %s at the content', async (code, text, expected) => {
    const server = await aServer()
    server.letter = () => Promise.reject(saying(code, text))
    expect(await failureOf(aMailer(`smtp://127.0.0.1:${server.port}`).send(mail))).toMatchObject(expected)
  })

  it('is lasting and due to the settings if the password is wrong', async () => {
    const server = await aServer({ authOptional: false, allowInsecureAuth: true, onAuth: (_auth, _session, done) => done(new Error('no')) })
    const failure = await failureOf(aMailer(`smtp://weft:wrong@127.0.0.1:${server.port}`).send(mail))
    expect(failure).toMatchObject({ lasting: true, reason: 'settings_wrong' })
    expect(failure.answer).not.toContain('wrong')
  })

  it('is temporary if no server listens, and the letter is sent once one does', async () => {
    const port = await freePort()
    const mailer = aMailer(`smtp://127.0.0.1:${port}`)
    expect(await failureOf(mailer.send(mail))).toMatchObject({ lasting: false, reason: 'unreachable' })
    const back = await aServer({}, '127.0.0.1', port)
    await mailer.send(mail)
    expect(back.letters).toHaveLength(1)
  })

  it.each<[string, (socket: Socket) => void, Partial<SmtpOptions>?]>([
    ['says nothing', () => {}, SHORT],
    ['hangs up', (socket) => socket.end()],
    ['breaks off', (socket) => socket.resetAndDestroy()],
    ['greets and then says nothing', (socket) => socket.write('220 weft.example\r\n'), SHORT],
    ['speaks something else', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['is closing', (socket) => socket.end('421 4.3.2 closing\r\n')],
  ])('is temporary if the server %s', async (_, greet, options) => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => {}))
      greet(socket)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    expect(await failureOf(aMailer(`smtp://127.0.0.1:${port}`, options).send(mail))).toMatchObject({
      lasting: false,
      reason: 'unreachable',
    })
  })

  it('is temporary if the server never answers the content', async () => {
    const server = await aServer()
    server.letter = () => new Promise(() => {})
    expect(await failureOf(aMailer(`smtp://127.0.0.1:${server.port}`, SHORT).send(mail))).toMatchObject({
      lasting: false,
      reason: 'unreachable',
    })
  })

  it('is lasting and due to the settings if the server refuses the sender', () => {
    const failure = smtpFailure({ code: 'EENVELOPE', responseCode: 553, response: '553 5.7.1 not yours', command: 'MAIL FROM' })
    expect(failure).toMatchObject({ lasting: true, reason: 'settings_wrong' })
  })
})
