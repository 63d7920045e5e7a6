import { addColumns, branchColumns, contract, DELETE_COLUMN, doorBase, type Endpoint } from '@weft/contract'
import { type CellValue, type WriteSheet, writeXlsx } from 'hucre'
import { pack, type Parts, unpack } from '../src/adapters/spreadsheet/archive.ts'
import { createSheetReader } from '../src/adapters/spreadsheet/sheet-reader.ts'
import { resultOf } from '../src/adapters/spreadsheet/sheet-result.ts'
import type { SheetRow } from '../src/adapters/spreadsheet/sheet.ts'
import type { Answer, Person, World } from './world.ts'

export const MEGABYTE = 1024 * 1024
export const headings = Object.values(addColumns)
type Cells = readonly CellValue[]

/** Reads files in the thread of the tests: a thread for each takes half a second of a test that is about the content alone. */
export const readerInThread = createSheetReader({ apart: resultOf })

/** Makes a workbook as an office program writes it. */
export async function aWorkbook(rows: readonly Cells[], more: Partial<WriteSheet> = {}): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet1', rows: rows.map((row) => [...row]), ...more }] }))
}
/** Makes a list of members to add, under its headings. */
export const aList = (...rows: Cells[]): Promise<Buffer> => aWorkbook([headings, ...rows])
/** Makes a sheet of branches to add, under its headings. */
export const aBranchSheet = (...rows: Cells[]): Promise<Buffer> => aWorkbook([Object.values(branchColumns), ...rows])
export const aDeletion = (...names: string[]): Promise<Buffer> => aWorkbook([[DELETE_COLUMN], ...names.map((name) => [name])])

/** Returns a row that may be added. */
export const aRow = (username: string, phone = '', note = ''): string[] => [username, 'abc12345', phone && '86', phone, note]

/** Makes a workbook with some of its parts changed; a part whose text is undefined is removed. */
export async function altered(change: (text: (name: string) => string) => Record<string, string | undefined>): Promise<Buffer> {
  const parts = unpack(await aList(aRow('zhangsan')), 20 * MEGABYTE)
  for (const [name, text] of Object.entries(change((of) => Buffer.from(parts.get(of)!).toString())))
    if (text === undefined) parts.delete(name)
    else parts.set(name, Buffer.from(text))
  return Buffer.from(pack(parts))
}

/** Returns the parts of a file that the server made. */
export const partsOf = (bytes: Uint8Array): Parts => unpack(bytes, 200 * MEGABYTE)

/** Returns the rows of a file that the server made, under these headings. */
export const rowsIn = (bytes: Uint8Array, under: readonly string[]): Promise<SheetRow[]> =>
  readerInThread.read(0, bytes, { headings: under, max_rows: 1_000_000, max_unpacked_bytes: 200 * MEGABYTE })

interface Part {
  bytes: Uint8Array
  name?: string
  type?: string
  field?: string
}
const BOUNDARY = 'a-boundary-of-the-spreadsheets'

interface UploadOptions {
  query?: Record<string, string>
  language?: string
}

/** Sends files as a browser does; the input is in the address. The answer is an envelope. */
export async function upload(
  world: World,
  who: Pick<Person, 'access_token'>,
  endpoint: Endpoint,
  file: Uint8Array | readonly Part[],
  options: UploadOptions = {},
): Promise<Answer> {
  const response = await uploadForFile(world, who, endpoint, file, options)
  const envelope: Pick<Answer, 'code' | 'msg' | 'data'> = response.json()
  return { status: response.statusCode, headers: response.headers, cookie: undefined, ...envelope }
}

/** Does the same where the answer may be a file. */
export async function uploadForFile(
  world: World,
  who: Pick<Person, 'access_token'>,
  endpoint: Endpoint,
  file: Uint8Array | readonly Part[],
  { query = {}, language = 'zh-CN' }: UploadOptions = {},
) {
  const parts = file instanceof Uint8Array ? [{ bytes: file }] : file
  const pieces = parts.flatMap(({ bytes, name = '成员.xlsx', type = 'application/octet-stream', field = 'file' }: Part) => [
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])
  return world.apps[endpoint.door].inject({
    method: 'POST',
    url: `${doorBase[endpoint.door]}/${endpoint.path}`,
    query,
    headers: {
      authorization: `Bearer ${who.access_token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'accept-language': language,
    },
    payload: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  })
}

const { batch, batch_delete } = contract.memberFiles
/** Adds the members of a list, or only checks them. */
export const addAll = (world: World, who: Pick<Person, 'access_token'>, file: Uint8Array, check: '0' | '1' = '0', language = 'zh-CN') =>
  upload(world, who, batch, file, { query: { check }, language })
export const deleteAll = (world: World, who: Pick<Person, 'access_token'>, file: Uint8Array, language = 'zh-CN') =>
  upload(world, who, batch_delete, file, { language })
