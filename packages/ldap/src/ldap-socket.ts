import { isIP, connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls, type DetailedPeerCertificate, type PeerCertificate, type TLSSocket } from 'node:tls'
import { FramingError, messageEnd } from './framed-socket.ts'
import { LdapFailure } from './ldap-failure.ts'

/** The address of a directory, and how the connection is secured. */
export interface LdapServer {
  host: string
  port: number
  security: 'none' | 'ssl' | 'starttls'
  /** PEM of the authority that its certificate must come from; undefined trusts the public ones. */
  ca: string | undefined
}

/** Looks a host up, and refuses one that must not be connected to. @throws LdapFailure of the step `reach` */
export type Resolve = (host: string, port: number) => Promise<{ address: string; family: 4 | 6 }>

/** Waits for work, but no longer than until the conversation ends. */
export type Waiting = <T>(work: Promise<T>) => Promise<T>

/** The extended request StartTLS, as message 1 (RFC 4511 §4.14). */
const START_TLS = Buffer.concat([
  Buffer.from([0x30, 0x1d, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, 0x16]),
  Buffer.from('1.3.6.1.4.1.1466.20037'),
])

/** Milliseconds within which a server must accept the connection. */
const CONNECT_MS = 8_000

/** Connects to the server. @throws LdapFailure of the step `reach` */
export async function reach({ host, port }: LdapServer, resolve: Resolve, wait: Waiting): Promise<Socket> {
  const where = { host, port: String(port) }
  const { address, family } = await wait(resolve(host, port))
  const socket = connectTcp({ host: address, port, family, noDelay: true })
  const connected = Promise.withResolvers<void>()
  socket.once('connect', () => connected.resolve())
  // Also catches later errors, which are noticed by the end of the connection.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ECONNREFUSED' ? 'refused' : error.code === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
    connected.reject(new LdapFailure('reach', reason, where))
  })
  const late = setTimeout(() => connected.reject(new LdapFailure('reach', 'timeout', where)), CONNECT_MS)
  try {
    await wait(connected.promise)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(late)
  }
}

/** Asks for TLS on an open connection. @throws LdapFailure of the step `tls` */
async function askForTls(socket: Socket, wait: Waiting): Promise<void> {
  const answered = Promise.withResolvers<Buffer>()
  let bytes = Buffer.alloc(0)
  const read = (part: Buffer) => {
    bytes = Buffer.concat([bytes, part])
    try {
      const end = messageEnd(bytes)
      if (end === bytes.length) answered.resolve(bytes)
      // Bytes after the answer would be read as if they had come inside TLS.
      else if (end !== undefined && end < bytes.length) answered.reject(new LdapFailure('tls', 'notLdap'))
    } catch {
      answered.reject(new LdapFailure('tls', 'notLdap'))
    }
  }
  const closed = () => answered.reject(new LdapFailure('tls', 'closed'))
  socket.on('data', read)
  socket.once('close', closed)
  socket.write(START_TLS)
  try {
    const answer = await wait(answered.promise)
    // An extended response whose first element is the result code 0.
    const at = answer.indexOf(Buffer.from([0x0a, 0x01]))
    if (!answer.includes(0x78) || at < 0 || answer[at + 2] !== 0) throw new LdapFailure('tls', 'startTlsRefused')
  } finally {
    socket.off('data', read)
    socket.off('close', closed)
    socket.pause()
  }
}

/** Returns the connection inside TLS once the server's certificate is verified. @throws LdapFailure of the step `tls` */
export async function secure(socket: Socket, { host, security, ca }: LdapServer, wait: Waiting): Promise<Socket> {
  if (security === 'none') return socket
  if (security === 'starttls') await askForTls(socket, wait)
  const shaken = Promise.withResolvers<void>()
  // Nothing is sent before the certificate is checked below; if TLS itself refused it, the reason could not be reported.
  const inside = connectTls({
    socket,
    host,
    ...(!isIP(host) && { servername: host }),
    ...(ca !== undefined && { ca }),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: false,
  })
  inside.once('secureConnect', () => shaken.resolve())
  inside.on('error', () => shaken.reject(new LdapFailure('tls', 'notTls')))
  inside.once('close', () => shaken.reject(new LdapFailure('tls', 'notTls')))
  await wait(shaken.promise)
  if (!inside.authorized) throw certificateFailure(inside, host, ca !== undefined)
  return inside
}

const nameOf = (names: PeerCertificate['subject'] | undefined) => [names?.CN ?? names?.O ?? ''].flat()[0] || '—'

/** Returns a server's certificate and those of its authorities, as far as the server sent them or the client knows them. */
function chainOf(server: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = []
  // The certificate of a root is its own issuer's.
  for (let next: DetailedPeerCertificate | undefined = server; next && !chain.includes(next); next = next.issuerCertificate)
    chain.push(next)
  return chain
}

function certificateFailure(socket: TLSSocket, host: string, own: boolean): LdapFailure {
  const peer = socket.getPeerCertificate(true)
  const chain = chainOf(peer)
  const subject = nameOf(peer.subject)
  const code = String(socket.authorizationError)
  if (code.includes('ALTNAME')) {
    const names = (peer.subjectaltname ?? subject).replace(/(DNS|IP Address):/g, '').slice(0, 200)
    return new LdapFailure('tls', 'otherHost', { names, host })
  }
  if (code.includes('EXPIRED')) {
    // If one has expired, then the one that ends first has.
    const first = chain.reduce((one, other) => (Date.parse(other.valid_to) < Date.parse(one.valid_to) ? other : one))
    return new LdapFailure('tls', first === peer ? 'expired' : 'authorityExpired', {
      subject: nameOf(first.subject),
      date: dayOf(first.valid_to),
    })
  }
  if (code.includes('NOT_YET_VALID')) {
    const last = chain.reduce((one, other) => (Date.parse(other.valid_from) > Date.parse(one.valid_from) ? other : one))
    return new LdapFailure('tls', last === peer ? 'notYetValid' : 'authorityNotYetValid', {
      subject: nameOf(last.subject),
      date: dayOf(last.valid_from),
    })
  }
  const last = chain.at(-1)!
  // Only a root is its own issuer. Without it nothing tells whether the authority would be trusted.
  if (JSON.stringify(last.subject) !== JSON.stringify(last.issuer))
    return new LdapFailure('tls', 'partOfChain', { subject, issuer: nameOf(last.issuer) })
  return new LdapFailure('tls', own ? 'otherAuthority' : 'unknownAuthority', { subject, issuer: nameOf(last.subject) })
}

/** The day in Shanghai as `yyyy-MM-dd`. */
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' })
const dayOf = (text: string | undefined) => (text && !Number.isNaN(Date.parse(text)) ? day.format(new Date(text)) : '—')

/** Returns the reason for which a conversation was broken off. */
export const brokenOff = (error: unknown): 'notLdap' | 'tooLarge' | 'closed' => (error instanceof FramingError ? error.reason : 'closed')
