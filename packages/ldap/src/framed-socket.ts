import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'

/** Bytes and messages that a server may answer to one request, and bytes of a whole conversation. */
const MOST_ANSWER_BYTES = 10 * 1024 * 1024
const MOST_ANSWER_MESSAGES = 65_536
const MOST_BYTES = 64 * 1024 * 1024

/** What broke the conversation: a server that is no directory, or one that never ends. */
export class FramingError extends Error {
  readonly reason: 'notLdap' | 'tooLarge'

  constructor(reason: FramingError['reason']) {
    super(reason)
    this.name = 'FramingError'
    this.reason = reason
  }
}

/**
 * Where the next message ends, in bytes from its beginning: a BER sequence with its length (RFC 4511 §4.1.1). Undefined where
 * that is not in yet.
 * @throws FramingError
 */
export function messageEnd(bytes: Buffer): number | undefined {
  if (bytes.length > 0 && bytes[0] !== 0x30) throw new FramingError('notLdap')
  const [, first] = bytes
  if (first === undefined) return undefined
  if (first < 0x80) return 2 + first
  const size = first & 0x7f
  if (size === 0 || size > 4) throw new FramingError('notLdap')
  if (bytes.length < 2 + size) return undefined
  const length = bytes.readUIntBE(2, size)
  if (length > MOST_ANSWER_BYTES) throw new FramingError('tooLarge')
  return 2 + size + length
}

/**
 * What the LDAP client takes for its socket: it hands on one whole message at a time, and none of a server that sends more than
 * any directory would. The client by itself reads as many messages as come in one inside the other, and keeps all of an answer.
 */
export class FramedSocket extends EventEmitter {
  readonly connecting = false
  readonly readyState = 'open'
  id = ''
  private readonly socket: Socket
  private rest: Buffer = Buffer.alloc(0)
  private total = 0
  private answered = { bytes: 0, messages: 0 }

  constructor(socket: Socket, broken: (error: Error) => void) {
    super()
    this.socket = socket
    socket.on('data', (part: Buffer) => {
      try {
        this.read(part)
      } catch (error) {
        broken(error as Error)
        socket.destroy()
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => this.emit('close'))
  }

  private read(part: Buffer): void {
    this.total += part.length
    this.answered.bytes += part.length
    if (this.total > MOST_BYTES || this.answered.bytes > MOST_ANSWER_BYTES) throw new FramingError('tooLarge')
    let bytes = this.rest.length === 0 ? part : Buffer.concat([this.rest, part])
    for (let end = messageEnd(bytes); end !== undefined && end <= bytes.length; end = messageEnd(bytes)) {
      this.answered.messages += 1
      if (this.answered.messages > MOST_ANSWER_MESSAGES) throw new FramingError('tooLarge')
      this.emit('data', bytes.subarray(0, end))
      bytes = bytes.subarray(end)
    }
    this.rest = bytes
  }

  /** A request: what is answered from now on is counted anew. */
  write(bytes: Buffer, done?: () => void): boolean {
    this.answered = { bytes: 0, messages: 0 }
    return this.socket.write(bytes, () => done?.())
  }

  end(): void {
    this.socket.end()
  }

  destroy(): void {
    this.socket.destroy()
  }
}
