import { deflateSync } from 'node:zlib'
import { budgets, contract } from '@weft/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteUnreferred } from '../../../adapters/files/files.ts'
import { after } from '../../../kernel/clock.ts'
import { aSubAccount } from '../../../../test/network-fixtures.ts'
import { openAsKeeper } from '../../../../test/matrix/rows.ts'
import { anOperator, type OperatorPerson } from '../../../../test/ops-people.ts'
import {
  aDeskPicture,
  answerTicket,
  aPicture,
  aPng,
  aTicket,
  DRAFT,
  GIF,
  PICTURE,
  sendPicture,
  ticketOf,
} from '../../../../test/ticket-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

const { supportTickets } = contract
const DAY = 86_400
let world: World
let owner: Person
let support: OperatorPerson
beforeAll(async () => {
  world = await createWorld()
  owner = await world.anOwner()
  support = await anOperator(world, 'support')
})
afterAll(() => world.close())

const create = (who: Person, file_ids: string[]) => world.call(who, supportTickets.create, { ...DRAFT, file_ids })
const look = (src: string, door: 'console' | 'ops' = 'console') => world.apps[door].inject({ url: src })
const drawn = async (src: string) => (await look(src)).rawPayload
const jpeg = (width = 8, height = 6) => sharp({ create: { width, height, channels: 3, background: '#336699' } }).jpeg()
/** Returns the number of stored files. */
const stored = async () => (await world.asSystem(({ sql }) => sql.selectFrom('stored_file').select('file_id').execute())).length

describe('a picture', () => {
  it('is served to anyone who has its address, as a picture and nothing else', async () => {
    const { id, src } = await aPicture(world, owner)
    expect(src).toMatch(new RegExp(`^/download/pictures/${id}/\\d+/[\\w-]{43}$`))
    for (const door of ['console', 'ops'] as const) {
      const answer = await look(src, door)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=3600, immutable',
      })
      const { width, height, format } = await sharp(answer.rawPayload).metadata()
      expect([width, height, format]).toEqual([4, 3, 'png'])
    }
  })

  it('is no longer served under its address after two hours', async () => {
    const { src } = await aPicture(world, owner)
    await world.pass(2 * 3600)
    expect((await look(src)).statusCode).toBe(404)
  })

  it.each([
    ['another picture’s signature', (src: string, other: string) => src.replace(/[^/]+$/, other.split('/').at(-1)!)],
    ['a later end', (src: string) => src.replace(/\/(\d+)\//, (_, until: string) => `/${Number(until) + 3600}/`)],
    ['no end', (src: string) => src.replace(/\/\d+\//, '/x/')],
    ['a signature of nothing', (src: string) => src.replace(/[^/]+$/, 'A')],
  ])('is not served with %s', async (_, forged) => {
    const [one, other] = [await aPicture(world, owner), await aPicture(world, owner)]
    expect((await look(forged(one.src, other.src))).statusCode).toBe(404)
  })

  it('is not served where other files are', async () => {
    const { id } = await aPicture(world, owner)
    expect((await look(`/download/files/${id}/a.png`)).statusCode).toBe(404)
  })

  it.each([
    ['a GIF', GIF, 'image/gif', 'gif'],
    ['a JPEG', undefined, 'image/jpeg', 'jpeg'],
    ['a JPEG that is called a PNG', undefined, 'image/png', 'jpeg'],
  ])('may be %s', async (_, bytes, type, format) => {
    const answer = await sendPicture(world, owner, bytes ?? (await jpeg().toBuffer()), { type })
    expect(answer.code).toBe(200)
    expect((await sharp(await drawn((answer.data as { src: string }).src)).metadata()).format).toBe(format)
  })

  it('is stored upright and without its metadata, such as the place', async () => {
    const turned = await jpeg(8, 6)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'secret-place' } })
      .toBuffer()
    expect(turned.includes('secret-place')).toBe(true)
    const { src } = await aPicture(world, owner, turned)
    const bytes = await drawn(src)
    const { width, height, exif, orientation } = await sharp(bytes).metadata()
    expect([width, height, exif, orientation]).toEqual([6, 8, undefined, undefined])
    expect(bytes.includes('secret-place')).toBe(false)
  })
})

describe('an uploaded picture', () => {
  const HTML = '<html><script>alert(document.domain)</script></html>'

  it.each([
    ['an archive behind a PNG', () => Buffer.concat([PICTURE, Buffer.from(`PK\x03\x04${HTML}`)])],
    ['a page behind a GIF', () => Buffer.concat([GIF, Buffer.from(HTML)])],
    ['a page in a chunk of a PNG', () => aPng(4, 3, [['tEXt', Buffer.from(`Comment\0${HTML}`)]])],
    ['a compressed page in a chunk of a PNG', () => aPng(4, 3, [['zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(HTML)])]])],
    [
      'a page in the profile of a JPEG',
      () =>
        jpeg()
          .withExif({ IFD0: { ImageDescription: HTML } })
          .toBuffer(),
    ],
    [
      'a script that is a GIF too',
      () => Buffer.concat([GIF.subarray(0, -1), Buffer.from([0x21, 0xfe, HTML.length]), Buffer.from(HTML), Buffer.from([0, 0x3b])]),
    ],
  ])('loses %s', async (_, bytes) => {
    const sent = await bytes()
    const { src } = await aPicture(world, owner, sent)
    const kept = await drawn(src)
    expect(kept.includes('alert')).toBe(false)
    expect(kept.includes('PK\x03\x04')).toBe(false)
    expect((await sharp(kept).metadata()).width).toBeGreaterThan(0)
  })

  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  it.each([
    ['an SVG that is called a PNG', Buffer.from(SVG), '仅支持 PNG、GIF、JPEG 格式'],
    ['an SVG after the first bytes of a PNG', Buffer.concat([PICTURE.subarray(0, 8), Buffer.from(SVG)]), '图片已损坏，无法读取'],
    ['a page', Buffer.from(HTML), '仅支持 PNG、GIF、JPEG 格式'],
    ['a program', Buffer.from('MZ\x90\0'), '仅支持 PNG、GIF、JPEG 格式'],
    ['a WebP', Buffer.from('RIFF\x24\0\0\0WEBPVP8 '), '仅支持 PNG、GIF、JPEG 格式'],
    ['nothing', Buffer.alloc(0), '仅支持 PNG、GIF、JPEG 格式'],
    ['half a PNG', PICTURE.subarray(0, 40), '图片已损坏，无法读取'],
  ])('is refused if the file is %s', async (_, bytes, msg) => {
    const before = await stored()
    expect(await sendPicture(world, owner, bytes)).toMatchObject({ code: 422, msg })
    expect(await stored()).toBe(before)
  })

  it('is refused if its header says 30,000 by 30,000 pixels, however small the file is', async () => {
    const huge = aPng(30_000, 30_000)
    expect(huge.length).toBeLessThan(2 * 1024 * 1024)
    expect(await sendPicture(world, owner, huge)).toMatchObject({ code: 422, msg: '图片不能超过 25 百万像素（动图按所有帧合计）' })
    expect((await sendPicture(world, owner, aPng(5000, 5000))).code).toBe(200)
    expect((await sendPicture(world, owner, aPng(5001, 5000))).code).toBe(422)
  })

  it('is refused if the frames of a GIF have too many pixels together', async () => {
    const [head, frame] = [Buffer.from(GIF.subarray(0, 19)), Buffer.from(GIF.subarray(19, -1))]
    for (const [part, at] of [
      [head, 6],
      [frame, 13],
    ] as const) {
      part.writeUInt16LE(5000, at)
      part.writeUInt16LE(2600, at + 2)
    }
    const two = Buffer.concat([head, frame, frame, GIF.subarray(-1)])
    expect(await sendPicture(world, owner, two, { type: 'image/gif' })).toMatchObject({
      code: 422,
      msg: expect.stringContaining('25 百万'),
    })
  })

  it('is refused if it is too large or declared as another type', async () => {
    expect((await sendPicture(world, owner, Buffer.concat([PICTURE, Buffer.alloc(2 * 1024 * 1024)]))).code).toBe(413)
    expect((await sendPicture(world, owner, PICTURE, { type: 'image/svg+xml', name: 'a.svg' })).code).toBe(415)
    expect((await sendPicture(world, owner, PICTURE, { type: 'text/html' })).code).toBe(415)
  })
})

describe('the pictures of a ticket', () => {
  it('are shown in the order in which they were named, with the ticket and with each reply', async () => {
    const sent = [await aPicture(world, owner), await aPicture(world, owner), await aPicture(world, owner)]
    const [first, second, third] = sent.map(({ id }) => id) as [string, string, string]
    const number = await aTicket(world, owner, { file_ids: [third, first] })
    expect((await world.call(owner, supportTickets.reply, { ticket_number: number, content: '补一张', file_ids: [second] })).code).toBe(200)
    const { images, dialogue } = await ticketOf(world, owner, number)
    expect(images.map(({ id }) => id)).toEqual([third, first])
    expect(dialogue.map((one) => one.images.map(({ id }) => id))).toEqual([[second]])
  })

  it('can be shown only once', async () => {
    const { id } = await aPicture(world, owner)
    const number = await aTicket(world, owner, { file_ids: [id] })
    for (const answer of [
      await create(owner, [id]),
      await world.call(owner, supportTickets.reply, { ticket_number: number, content: '再来', file_ids: [id] }),
    ])
      expect(answer).toMatchObject({ code: 422, msg: '附件已被使用或已过期，请重新上传' })
    expect((await ticketOf(world, owner, number)).dialogue).toEqual([])
  })

  it('can be named by their sender alone, whatever the account of another caller', async () => {
    const [stranger, colleague] = [await world.anOwner(), await aSubAccount(world, owner, {})]
    const { id } = await aPicture(world, owner)
    const number = await aTicket(world, stranger)
    for (const who of [stranger, colleague]) expect(await create(who, [id])).toMatchObject({ code: 204 })
    expect(await answerTicket(world, support, number, '看图', [id])).toMatchObject({ code: 204 })
    expect((await create(owner, [id])).code).toBe(200)
  })

  it('can be named, if an operator sent them in, by that operator for that customer alone', async () => {
    const other = await world.anOwner()
    const [ours, theirs] = [await aTicket(world, owner), await aTicket(world, other)]
    const { id } = await aDeskPicture(world, support, ours)
    expect(await answerTicket(world, support, theirs, '看图', [id])).toMatchObject({ code: 204 })
    const colleague = await anOperator(world, 'support')
    expect(await answerTicket(world, colleague, ours, '看图', [id])).toMatchObject({ code: 204 })
    expect((await answerTicket(world, support, ours, '看图', [id])).code).toBe(200)
    const { dialogue } = await ticketOf(world, owner, ours)
    expect((await look(dialogue[0]!.images[0]!.src)).statusCode).toBe(200)
  })

  it('are deleted a day after they were sent in if they are shown nowhere', async () => {
    const someone = await world.anOwner()
    const [left, shown] = [await aPicture(world, someone), await aPicture(world, someone)]
    await aTicket(world, someone, { file_ids: [shown.id] })
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('support_ticket_file')
        .set({ create_time: after(new Date(), -DAY - 60) })
        .where('account_id', '=', someone.account_id)
        .execute(),
    )
    await world.services.ticketFiles.deleteLeft()
    await deleteUnreferred(world.db.systemNow, after(new Date(), 60))
    const there = await world.asSystem(({ sql }) =>
      sql.selectFrom('stored_file').select('file_id').where('file_id', 'in', [left.id, shown.id]).execute(),
    )
    expect(there).toEqual([{ file_id: shown.id }])
    expect(await create(someone, [left.id])).toMatchObject({ code: 204 })
  })

  const take = (who: Person, budget: 'ticket_picture' | 'picture_bytes', amount: number) =>
    world.services.budgets.take(budget, { account_id: who.account_id, login_id: who.login_id, language: 'zh-CN' }, amount)

  it('are limited in number for a day, however many come at once', async () => {
    const many = await world.anOwner()
    await take(many, 'ticket_picture', budgets.ticket_picture.counts[0].amount - 3)
    const answers = await Promise.all(Array.from({ length: 12 }, () => sendPicture(world, many, PICTURE)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3)
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({ code: 429, msg: '本账号上传图片的数量已达上限，请在 24 小时后重试' })
    expect((await sendPicture(world, owner, PICTURE)).code).toBe(200)
  })

  it('are limited in bytes for a day, and nothing of a refused one is stored', async () => {
    const many = await world.anOwner()
    await take(many, 'picture_bytes', budgets.picture_bytes.counts[0].amount - 10)
    const before = await stored()
    expect(await sendPicture(world, many, PICTURE)).toMatchObject({ code: 429, msg: '本账号上传图片的总大小已达上限，请在 24 小时后重试' })
    expect(await stored()).toBe(before)
    await world.pass(DAY + 60)
    const again = await world.signedIn(many)
    expect((await sendPicture(world, again, PICTURE)).code).toBe(200)
  })

  it('cost nothing if they are refused as no pictures', async () => {
    const many = await world.anOwner()
    await take(many, 'ticket_picture', budgets.ticket_picture.counts[0].amount - 1)
    expect((await sendPicture(world, many, Buffer.from('no picture'))).code).toBe(422)
    expect((await sendPicture(world, many, PICTURE)).code).toBe(200)
  })

  it('are limited in size for an account over all its days', async () => {
    const many = await world.anOwner()
    const keeper = await openAsKeeper(world.url)
    await keeper.client.query(
      `with f as (insert into stored_file (file_id, media_type, size, sha256)
         select gen_random_uuid(), 'image/png', 1048576, '' from generate_series(1, 1024) returning file_id)
       insert into support_ticket_file (account_id, file_id) select $1, file_id from f`,
      [many.account_id],
    )
    await keeper.close()
    expect(await sendPicture(world, many, PICTURE)).toMatchObject({ code: 403, msg: '本账号的工单图片已达 1024 MB，请联系客服' })
    expect((await sendPicture(world, owner, PICTURE)).code).toBe(200)
  })
})
