import { crc32, inflateRawSync } from 'node:zlib'
import { NotTaken } from './sheet.ts'

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END_BYTES = 22
/** Most bytes of the comment that follows the end of the directory. */
const MAX_COMMENT = 65_535
/** Marks a value that is too large for its field: no file of ours is so large. */
const ELSEWHERE = 0xffffffff
const ENCRYPTED = 1
const STORED = 0
const DEFLATED = 8
/** Most parts of an archive; a workbook has a few dozen. */
const MAX_PARTS = 1000

/** The parts of an archive by name, unpacked. */
export type Parts = Map<string, Uint8Array>

/**
 * Unpacks an archive without trusting its headers: the size is limited while a part is unpacked.
 * @param max_bytes of all parts together
 * @throws NotTaken sheetNotXlsx, sheetUnreadable, sheetTooLarge
 */
export function unpack(bytes: Uint8Array, max_bytes: number): Parts {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (data.length < 4 || data.readUInt32LE(0) !== LOCAL) throw new NotTaken(isEncrypted(data) ? 'sheetUnreadable' : 'sheetNotXlsx')
  const { count, offset } = endOf(data)
  if (count > MAX_PARTS) throw new NotTaken('sheetTooLarge')
  const parts: Parts = new Map()
  const folded = new Set<string>()
  let left = max_bytes
  let at = offset
  for (let i = 0; i < count; i++) {
    const entry = entryAt(data, at)
    at = entry.next
    if (entry.name.endsWith('/')) continue
    if (folded.has(entry.name.toLowerCase()) || !isPlain(entry.name)) throw new NotTaken('sheetUnreadable')
    folded.add(entry.name.toLowerCase())
    const part = contentOf(data, entry, left)
    left -= part.length
    parts.set(entry.name, part)
  }
  return parts
}

/** Returns whether a file is a workbook with a password. Office puts these, and all files before 2007, into another container format. */
function isEncrypted(data: Buffer): boolean {
  return data.indexOf('d0cf11e0a1b11ae1', 'hex') === 0 && data.includes(Buffer.from('EncryptedPackage', 'utf16le'))
}

/** Returns whether a name remains inside its folder: no steps up, no drive, no separator of another system. */
const isPlain = (name: string): boolean => !/^\/|\\|:|\0|(^|\/)\.{1,2}(\/|$)/.test(name)

function endOf(data: Buffer): { count: number; offset: number } {
  for (let at = data.length - END_BYTES; at >= Math.max(0, data.length - END_BYTES - MAX_COMMENT); at--)
    if (data.readUInt32LE(at) === END) return { count: data.readUInt16LE(at + 10), offset: data.readUInt32LE(at + 16) }
  throw new NotTaken('sheetUnreadable')
}

interface Entry {
  name: string
  method: number
  checksum: number
  packed: number
  size: number
  /** Offsets of the part's local header and of the next entry of the directory. */
  local: number
  next: number
}

function entryAt(data: Buffer, at: number): Entry {
  if (at + 46 > data.length || data.readUInt32LE(at) !== CENTRAL) throw new NotTaken('sheetUnreadable')
  const name_length = data.readUInt16LE(at + 28)
  const entry = {
    name: data.toString('utf8', at + 46, at + 46 + name_length),
    method: data.readUInt16LE(at + 10),
    checksum: data.readUInt32LE(at + 16),
    packed: data.readUInt32LE(at + 20),
    size: data.readUInt32LE(at + 24),
    local: data.readUInt32LE(at + 42),
    next: at + 46 + name_length + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32),
  }
  if (data.readUInt16LE(at + 8) & ENCRYPTED) throw new NotTaken('sheetUnreadable')
  if (entry.packed === ELSEWHERE || entry.size === ELSEWHERE || entry.local === ELSEWHERE) throw new NotTaken('sheetUnreadable')
  return entry
}

function contentOf(data: Buffer, { name, method, checksum, packed, size, local }: Entry, max: number): Uint8Array {
  if (local + 30 > data.length || data.readUInt32LE(local) !== LOCAL) throw new NotTaken('sheetUnreadable')
  const name_end = local + 30 + data.readUInt16LE(local + 26)
  const begin = name_end + data.readUInt16LE(local + 28)
  // The two headers must name the same part, or programs disagree on what the file holds.
  if (begin + packed > data.length || data.toString('utf8', local + 30, name_end) !== name) throw new NotTaken('sheetUnreadable')
  const part = inflated(data.subarray(begin, begin + packed), method, max)
  if (part.length !== size || crc32(part) !== checksum) throw new NotTaken('sheetUnreadable')
  return part
}

function inflated(packed: Buffer, method: number, max: number): Uint8Array {
  if (method !== STORED && method !== DEFLATED) throw new NotTaken('sheetUnreadable')
  if (method === STORED) {
    if (packed.length > max) throw new NotTaken('sheetTooLarge')
    return packed
  }
  try {
    // One byte more than allowed, so that a part of exactly the remaining size is accepted.
    const part = inflateRawSync(packed, { maxOutputLength: max + 1 })
    if (part.length <= max) return part
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_BUFFER_TOO_LARGE') throw new NotTaken('sheetUnreadable')
  }
  throw new NotTaken('sheetTooLarge')
}

/** Packs parts into an archive without compressing them. */
export function pack(parts: Parts): Uint8Array {
  const [body, directory]: Buffer[][] = [[], []]
  let offset = 0
  for (const [name, part] of parts) {
    const title = Buffer.from(name)
    // Versions, flags, method and time are the same in both headers, then checksum and sizes.
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(part), 10)
    facts.writeUInt32LE(part.length, 14)
    facts.writeUInt32LE(part.length, 18)
    facts.writeUInt16LE(title.length, 22)
    body!.push(marked(LOCAL, facts), title, Buffer.from(part.buffer, part.byteOffset, part.length))
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory!.push(marked(CENTRAL, Buffer.from([20, 0])), facts, place, title)
    offset += 30 + title.length + part.length
  }
  const end = Buffer.alloc(END_BYTES - 4)
  end.writeUInt16LE(parts.size, 4)
  end.writeUInt16LE(parts.size, 6)
  end.writeUInt32LE(
    directory!.reduce((sum, { length }) => sum + length, 0),
    8,
  )
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...body!, ...directory!, marked(END, end)])
}

function marked(signature: number, rest: Buffer): Buffer {
  const mark = Buffer.alloc(4)
  mark.writeUInt32LE(signature)
  return Buffer.concat([mark, rest])
}
