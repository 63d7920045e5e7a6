import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'

/** Most bytes and messages of a server's answer to one request, and most bytes of a whole conversation. */
const MOST_ANSWER_BYTES = 10 * 1024 * 1024
const MOST_ANSWER_MESSAGES = 65_536
const MOST_BYTES = 64 * 1024 * 1024

/** A conversation was broken off: the server is no directory, or sends too much. */
export class FramingError extends Error {
  readonly reason: 'notLdap' | 'tooLarge'

  constructor(reason: FramingError['reason']) {
    super(reason)
    this.name = 'FramingError'
    this.reason = reason
  }
}

/**
 * Returns where the next message ends, in bytes from its beginning: a BER sequence with its length (RFC 4511 §4.1.1). Undefined until
 * the length has arrived.
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
 * The socket of the LDAP client: it passes on one whole message at a time, and cuts off a server that sends more than any directory
 * would. The client by itself reads the messages that arrive together recursively, and keeps the whole of an answer.
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

  /** Sends a request; the bytes and messages of its answer are counted from 0. */
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
