import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createDeflateRaw, deflateRawSync } from 'node:zlib'
import { pack } from '../src/adapters/spreadsheet/archive.ts'

/** Makes an archive of one part whose headers may contain false values. */
export function lying(
  name: string,
  content: Buffer,
  said: { size?: number; packed?: number; flags?: number; local_name?: string; body?: Buffer },
): Buffer {
  const bytes = Buffer.from(pack(new Map([[name, content]])))
  const packed = said.body ?? deflateRawSync(content)
  const head = Buffer.from(bytes.subarray(0, 30))
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(said.packed ?? packed.length, 18)
  head.writeUInt32LE(said.size ?? content.length, 22)
  const directory = Buffer.from(bytes.subarray(30 + name.length + content.length))
  directory.writeUInt16LE(said.flags ?? 0, 8)
  directory.writeUInt16LE(8, 10)
  directory.writeUInt32LE(said.packed ?? packed.length, 20)
  directory.writeUInt32LE(said.size ?? content.length, 24)
  directory.writeUInt32LE(30 + name.length + packed.length, directory.length - 6)
  return Buffer.concat([head, Buffer.from((said.local_name ?? name).padEnd(name.length).slice(0, name.length)), packed, directory])
}

/** Makes an archive of this many parts of zeros, packed once. */
export function repeated(size: number, times: number): Buffer {
  const named = (i: number) => `xl/media/${String(i).padStart(3, '0')}.bin`
  const one = lying(named(0), Buffer.alloc(size), {})
  const body = one.subarray(0, one.readUInt32LE(one.length - 6))
  const names = Array.from({ length: times }, (_, i) => named(i))
  const entries = names.map((name, i) => {
    const entry = Buffer.from(one.subarray(body.length, -22))
    entry.writeUInt32LE(i * body.length, 42)
    entry.write(name, 46)
    return entry
  })
  const bodies = names.map((name) => {
    const copy = Buffer.from(body)
    copy.write(name, 30)
    return copy
  })
  const end = Buffer.from(one.subarray(-22))
  end.writeUInt16LE(times, 8)
  end.writeUInt16LE(times, 10)
  end.writeUInt32LE(times * body.length, 16)
  return Buffer.concat([...bodies, ...entries, end])
}

/** Returns this many megabytes of zeros, packed without ever holding all of them. */
export function zeros(megabytes: number): Promise<Buffer> {
  const one = Buffer.alloc(1024 * 1024)
  return buffer(Readable.from(Array.from({ length: megabytes }, () => one)).pipe(createDeflateRaw()))
}
