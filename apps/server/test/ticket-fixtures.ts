import { deflateSync } from 'node:zlib'
import { contract, doorBase, type Endpoint, opsContract, type TicketDetail, type TicketPicture } from '@weft/contract'
import type { Answer, Person, World } from './world.ts'

type Who = Pick<Person, 'access_token'>

const crcOf = (bytes: Buffer): number => {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  crc.writeUInt32BE(crcOf(named))
  return Buffer.concat([length, named, crc])
}
/** Makes a black and white PNG of any size, byte by byte. @param more chunks before the end */
export function aPng(width: number, height: number, more: [type: string, data: Buffer][] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (Math.ceil(width / 8) + 1))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...more.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
export const PICTURE = aPng(4, 3)
/** The smallest possible GIF, of one pixel. */
export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const BOUNDARY = 'a-boundary-of-the-tickets'
/** Sends a file as a browser does. */
export async function sendPicture(
  world: World,
  who: Who,
  bytes: Buffer,
  {
    name = '截图.png',
    type = 'image/png',
    endpoint = contract.supportTickets.upload_file,
    query = {},
  }: { name?: string; type?: string; endpoint?: Endpoint; query?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await world.apps[endpoint.door].inject({
    method: 'POST',
    url: `${doorBase[endpoint.door]}/${endpoint.path}`,
    query,
    headers: { authorization: `Bearer ${who.access_token}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="image"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
  })
  const envelope: Pick<Answer, 'code' | 'msg' | 'data'> = response.json()
  return { status: response.statusCode, headers: response.headers, cookie: undefined, ...envelope }
}

function taken(what: string, { code, msg, data }: Answer): Answer['data'] {
  if (code !== 200) throw new Error(`${what} answered ${code} ${msg}`)
  return data
}

/** Uploads a picture that no ticket shows yet. */
export const aPicture = async (world: World, who: Who, bytes = PICTURE): Promise<TicketPicture> =>
  taken('ticket/upload_file', await sendPicture(world, who, bytes))

/** Uploads an operator's picture for a ticket. */
export const aDeskPicture = async (world: World, operator: Who, ticket_number: string): Promise<TicketPicture> =>
  taken(
    'tickets/upload_file',
    await sendPicture(world, operator, PICTURE, { endpoint: opsContract.tickets.upload_file, query: { ticket_number } }),
  )

export const DRAFT = { title: '门店打印机离线', content: '今天上午九点起，静安店的打印机无法访问。', type: 3, file_ids: [] as string[] }

/** Opens a ticket, which must succeed, and returns its number. */
export async function aTicket(
  world: World,
  who: Who,
  more: Partial<Record<keyof typeof DRAFT | 'router_name' | 'evidence', unknown>> = {},
): Promise<string> {
  const made: { ticket_number: string } = taken(
    'ticket/create',
    await world.call(who, contract.supportTickets.create, { ...DRAFT, ...more }),
  )
  return made.ticket_number
}

export const ticketOf = async (world: World, who: Who, ticket_number: string): Promise<TicketDetail> =>
  taken('ticket/info', await world.call(who, contract.supportTickets.info, { ticket_number }))

export const answerTicket = (
  world: World,
  operator: Who,
  ticket_number: string,
  content = '请重启路由器后再试。',
  file_ids: string[] = [],
) => world.call(operator, opsContract.tickets.reply, { ticket_number, content, file_ids })
