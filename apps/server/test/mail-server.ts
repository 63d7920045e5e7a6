import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A letter as a mail server took it. */
export interface TakenLetter {
  to: string
  raw: string
  header(name: string): string | undefined
}

export interface MailServer {
  port: number
  letters: TakenLetter[]
  connections(): number
  /** What the server says to a recipient, and to the letter: an error with a `responseCode`; a promise that never ends hangs. */
  recipient: (address: string) => Promise<void> | void
  letter: (letter: TakenLetter) => Promise<void> | void
  close(): Promise<void>
}

/** A real SMTP server on this machine, for the run of a test. */
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

/** What a mail server answers instead of yes. */
export const saying = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode })
