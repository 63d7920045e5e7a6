import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pipeline as connect } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { BackupError } from './backup-error.ts'
import { decrypted, decryptText, encrypted, encryptText } from './encryption.ts'

/**
 * Version of the file format: a first line `weft-backup 1 <bytes of header> <SHA-256 of header>`, the header as a line of JSON (padded
 * with spaces), then the tables' rows in the header's order as PostgreSQL's COPY text, one after another, all in one gzip stream. In
 * version 2 this stream is encrypted in the age format, and the header holds the installation's secret encrypted likewise.
 */
const PLAIN_VERSION = 1
const ENCRYPTED_VERSION = 2
const firstLine = /^weft-backup (\d+) +(\d+) ([0-9a-f]{64})\n/

const Header = z.object({
  /** Unix seconds. */
  created_time: z.number().int(),
  postgres: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      partitioned: z.boolean(),
      columns: z.array(z.string()),
      partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string(), partition_by: z.string().nullable() })),
      rows: z.number().int(),
      checksum: z.string(),
      /** Length of its rows before compression. */
      bytes: z.number().int(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string().regex(/^-?\d+$/), is_called: z.boolean() })),
  /** The installation's secret, encrypted; only where the rows are encrypted too. */
  sealed_secret: z.string().optional(),
  /** The compressed rows. */
  data: z.object({ bytes: z.number().int(), sha256: z.string() }),
})
export type Header = z.infer<typeof Header>
export type Contents = Omit<Header, 'data' | 'sealed_secret'>

/** The public keys whose owners can open a backup, and the secret of the installation, which only an encrypted backup holds. */
export interface Protection {
  recipients: readonly string[]
  secret: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const LARGEST = Number.MAX_SAFE_INTEGER

/**
 * Writes an archive to a temporary file and renames that, so that `file` is whole or not there (an older one stays until then).
 * `rows` yields all tables' rows; it may fill in the tables' `bytes` as it goes, which are read once it has ended.
 */
export async function writeArchive(
  file: string,
  contents: Contents,
  rows: () => AsyncIterable<Buffer>,
  protection?: Protection,
): Promise<Header> {
  const sealed = protection && { sealed_secret: await encryptText(protection.recipients, protection.secret) }
  const version = protection ? ENCRYPTED_VERSION : PLAIN_VERSION
  const unfinished = `${file}.tmp`
  await fs.rm(unfinished, { force: true })
  const handle = await fs.open(unfinished, 'wx', 0o600)
  try {
    const largest = { tables: contents.tables.map((table) => ({ ...table, bytes: LARGEST })), data: { bytes: LARGEST, sha256: sha256('') } }
    const room = Buffer.byteLength(JSON.stringify({ ...contents, ...sealed, ...largest })) + 1
    const start = headLine(version, room, '').length
    await handle.write(Buffer.alloc(start + room, ' '), 0)
    const data = await pipeline(rows(), createGzip(), (packed: AsyncIterable<Buffer>) =>
      writeAll(handle, protection ? encrypted(protection.recipients, packed) : packed, start + room),
    )
    const header: Header = { ...contents, ...sealed, data }
    const json = padded(JSON.stringify(header), room)
    await handle.write(headLine(version, room, json) + json, 0)
    await handle.sync()
    await handle.close()
    await fs.rename(unfinished, file)
    await using folder = await fs.open(path.dirname(path.resolve(file)))
    await folder.sync()
    return header
  } catch (error) {
    await handle.close().catch(() => {})
    await fs.rm(unfinished, { force: true })
    throw error
  }
}

const headLine = (version: number, room: number, json: string) => `weft-backup ${version} ${room} ${sha256(json)}\n`
const padded = (json: string, room: number) => `${json}${' '.repeat(room - 1 - Buffer.byteLength(json))}\n`

async function writeAll(handle: fs.FileHandle, chunks: AsyncIterable<Buffer>, start: number): Promise<Header['data']> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    // On a nearly full disk a write may take only a part of the bytes.
    for (let taken = 0; taken < chunk.length; )
      taken += (await handle.write(chunk, taken, chunk.length - taken, start + bytes + taken)).bytesWritten
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

export interface Archive {
  header: Header
  /** The secret of the installation that was backed up; undefined if the backup is not encrypted and does not hold it. */
  secret: string | undefined
  /** Yields the next `bytes` of the tables' rows; to be read to its end before the next call. */
  take(bytes: number): AsyncGenerator<Buffer>
  close(): void
}

/**
 * Opens an archive after reading all of it once.
 * @param identities the private keys that may open it, if it is encrypted
 * @throws BackupError unless it is a whole, unchanged backup that this program reads and one of the keys opens
 */
export async function openArchive(file: string, identities: readonly string[] = []): Promise<Archive> {
  const handle = await fs.open(file)
  try {
    const { header, start } = await readHeader(handle, file)
    const { size } = await handle.stat()
    if (size < start + header.data.bytes)
      throw new BackupError(`${file} is cut short: ${size} of ${start + header.data.bytes} bytes are there.`)
    const hash = createHash('sha256')
    for await (const chunk of handle.createReadStream({ start, autoClose: false })) hash.update(chunk as Buffer)
    if (size > start + header.data.bytes || hash.digest('hex') !== header.data.sha256) throw damaged(file)
    const { sealed_secret } = header
    if (sealed_secret === undefined) return { header, secret: undefined, ...rowsOf(file, start) }
    if (identities.length === 0)
      throw new BackupError(`${file} is encrypted: name the file with its key, weft restore ${file} --key KEYFILE.`)
    const secret = await decryptText(identities, sealed_secret, file)
    return { header, secret, ...rowsOf(file, start, (bytes) => decrypted(identities, bytes)) }
  } finally {
    await handle.close()
  }
}

const damaged = (file: string) => new BackupError(`${file} is damaged: its contents do not match its checksum.`)

async function readHeader(handle: fs.FileHandle, file: string): Promise<{ header: Header; start: number }> {
  const { buffer } = await handle.read(Buffer.alloc(128), 0, 128, 0)
  const [line = '', version, room = '', checksum] = firstLine.exec(buffer.toString('latin1')) ?? []
  if (line === '') throw new BackupError(`${file} is not a backup of Weft.`)
  if (Number(version) > ENCRYPTED_VERSION)
    throw new BackupError(`${file} was written by a newer version of Weft: restore it with that one.`)
  const size = (await handle.stat()).size
  const length = Number(room)
  if (size < line.length + length) throw new BackupError(`${file} is cut short: it ends within its header.`)
  const json = (await handle.read(Buffer.alloc(length), 0, length, line.length)).buffer.toString('utf8')
  if (sha256(json) !== checksum) throw damaged(file)
  return { header: Header.parse(JSON.parse(json)), start: line.length + length }
}

type Unsealed = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

function rowsOf(file: string, start: number, unsealed: Unsealed = (bytes) => bytes): Pick<Archive, 'take' | 'close'> {
  const unpacked = createGunzip()
  const chunks = unpacked[Symbol.asyncIterator]()
  let begun = false
  let rest: Buffer = Buffer.alloc(0)
  async function* take(bytes: number): AsyncGenerator<Buffer> {
    if (!begun) connect(createReadStream(file, { start }), unsealed, unpacked, () => {})
    begun = true
    for (let missing = bytes; missing > 0; ) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done) throw damaged(file)
        rest = next.value as Buffer
      }
      const piece = rest.subarray(0, missing)
      rest = rest.subarray(piece.length)
      missing -= piece.length
      yield piece
    }
  }
  return { take, close: () => unpacked.destroy() }
}
