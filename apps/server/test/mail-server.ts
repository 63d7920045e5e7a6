import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A letter as a mail server received it. */
export interface TakenLetter {
  to: string
  raw: string
  header(name: string): string | undefined
}

export interface MailServer {
  port: number
  letters: TakenLetter[]
  connections(): number
  /** The server's answer to a recipient, and to the letter: throw an error with a `responseCode` to refuse, never resolve to hang. */
  recipient: (address: string) => Promise<void> | void
  letter: (letter: TakenLetter) => Promise<void> | void
  close(): Promise<void>
}

/** Starts a real SMTP server on this machine, for one test. */
export async function startMailServer(options: SMTPServerOptions = {}, host = '127.0.0.1', port = 0): Promise<MailServer> {
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key ? [] : ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onRcptTo({ address }, _session, done) {
      void answer(async () => taken.recipient(address), done)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(raw.split('\r\n\r\n')[0] ?? '')?.[1]?.trim()
        const letter = { to: session.envelope.rcptTo[0]?.address ?? '', raw, header }
        taken.letters.push(letter)
        void answer(async () => taken.letter(letter), done)
      })
    },
    ...options,
  })
  // A client that hangs up, or does not trust the certificate.
  server.on('error', () => {})
  await new Promise<void>((done) => server.listen(port, host, done))
  const taken: MailServer = {
    port: (server.server.address() as AddressInfo).port,
    letters: [],
    connections: () => connections,
    recipient() {},
    letter() {},
    close: () => new Promise((done) => server.close(() => done())),
  }
  return taken
}

async function answer(judge: () => Promise<void>, done: (error?: Error) => void): Promise<void> {
  try {
    await judge()
  } catch (error) {
    return done(error as Error)
  }
  done()
}

/** Makes the error with which a mail server refuses. */
export const saying = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode })
