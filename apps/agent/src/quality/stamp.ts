/**
 * The packets of STAMP without authentication (RFC 8762 §4.2.1 and §4.3.1), with the number of the session from RFC 8972 §3. All
 * times are milliseconds since 1970, and NTP's 64 bits on the wire.
 */

export const STAMP_PORT = 862
/** The length of a packet without padding. */
const STAMP_BYTES = 44

/** The fields that a sender writes into a packet. */
export interface StampQuestion {
  seq: number
  /** Tells apart the sessions of one address and port. */
  ssid: number
  time: number
}

/** The fields that a reflector adds to a packet. */
export interface StampReflection {
  /** The reflector's own count of the session's packets. */
  counter: number
  received: number
  time: number
}

/** The fields that a sender reads in the packet that comes back. */
export interface StampAnswer extends StampReflection {
  /** The number of the question. */
  seq: number
  ssid: number
}

const at = {
  seq: 0,
  time: 4,
  error: 12,
  ssid: 14,
  received: 16,
  sender_seq: 24,
  sender_error: 36,
  sender_ttl: 40,
} as const
/** Seconds from 1900, where NTP begins, to 1970. */
const NTP_OFFSET = 2_208_988_800
/** A clock that follows no other, in NTP's format, and the smallest error that may be written (RFC 4656 §4.1.2). */
const ERROR_ESTIMATE = 0x00_01
/** Node does not tell with which TTL a packet arrived: RFC 8762 asks for 255 then. */
const TTL_UNKNOWN = 255

function writeTime(packet: Buffer, offset: number, time: number): void {
  const seconds = Math.floor(time / 1000)
  packet.writeUInt32BE((seconds + NTP_OFFSET) % 2 ** 32, offset)
  packet.writeUInt32BE(Math.floor(((time - seconds * 1000) / 1000) * 2 ** 32), offset + 4)
}
function readTime(packet: Buffer, offset: number): number {
  const seconds = packet.readUInt32BE(offset)
  // NTP's seconds begin anew in 2036.
  const era = seconds < NTP_OFFSET ? 2 ** 32 : 0
  return (seconds + era - NTP_OFFSET) * 1000 + (packet.readUInt32BE(offset + 4) / 2 ** 32) * 1000
}

/** Returns a packet that asks for an answer. */
export function questionOf({ seq, ssid, time }: StampQuestion): Buffer {
  const packet = Buffer.alloc(STAMP_BYTES)
  packet.writeUInt32BE(seq, at.seq)
  writeTime(packet, at.time, time)
  packet.writeUInt16BE(ERROR_ESTIMATE, at.error)
  packet.writeUInt16BE(ssid, at.ssid)
  return packet
}

/** Returns the number of a question's session; undefined if the packet is no question. */
export const sessionOf = (packet: Buffer): number | undefined => (packet.length < STAMP_BYTES ? undefined : packet.readUInt16BE(at.ssid))

/** Turns a question into its answer, in place: an answer is as long as its question, and padding stays. */
export function reflect(packet: Buffer, { counter, received, time }: StampReflection): void {
  // The sender's number, time and error estimate.
  packet.copyWithin(at.sender_seq, at.seq, at.ssid)
  packet.writeUInt32BE(counter, at.seq)
  packet.writeUInt16BE(ERROR_ESTIMATE, at.error)
  writeTime(packet, at.received, received)
  packet.writeUInt16BE(0, at.sender_error + 2)
  packet.fill(0, at.sender_ttl, STAMP_BYTES)
  packet.writeUInt8(TTL_UNKNOWN, at.sender_ttl)
  writeTime(packet, at.time, time)
}

/** Reads an answer; undefined if the packet is none. */
export function answerOf(packet: Buffer): StampAnswer | undefined {
  if (packet.length < STAMP_BYTES) return undefined
  return {
    seq: packet.readUInt32BE(at.sender_seq),
    ssid: packet.readUInt16BE(at.ssid),
    counter: packet.readUInt32BE(at.seq),
    received: readTime(packet, at.received),
    time: readTime(packet, at.time),
  }
}
