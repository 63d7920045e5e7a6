import { contract, WORK_WITHOUT_PICTURE } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHARACTERS, LENGTH } from '../../src/adapters/captcha/drawing.ts'
import { pictureType } from '../../src/adapters/pictures/pictures.ts'
import { FREE_PICTURES, FREE_TRIES, WITHOUT_PICTURE, COUNTED_SECONDS } from '../../src/domains/identity/session/captcha.rules.ts'
import { createCaptchaService } from '../../src/domains/identity/session/captcha.service.ts'
import { aBoundOwner, anAddressElsewhere, anEmail, aUsername } from '../verification-fixtures.ts'
import { createWorld, type World } from '../world.ts'
import { prove } from './prove.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const captchas = () => world.services.captchas
/** Draws a picture for a network that has drawn none before, and returns it with its text. */
async function aFreshPicture() {
  const { uniqid } = await captchas().draw(anAddressElsewhere())
  return { uniqid, code: (await captchas().read(uniqid))! }
}
/** Returns the error with which a try is refused, or undefined if it passes. */
const refused = (trying: Promise<unknown>) =>
  trying.then(
    () => undefined,
    (error: { reason: string; data: { work?: number; retry_after?: number } | null }) => error,
  )

describe('a picture', () => {
  it('is sent as a raster of at most 12 kB, without its characters', async () => {
    const { content, uniqid } = await captchas().draw(anAddressElsewhere())
    const code = (await captchas().read(uniqid))!
    expect(content.length).toBeLessThan(12_000)
    const bytes = Buffer.from(content.replace('data:image/webp;base64,', ''), 'base64')
    expect(pictureType(bytes)).toBe('image/webp')
    expect([...code].every((character) => CHARACTERS.includes(character))).toBe(true)
    expect(code).toHaveLength(LENGTH)
  })

  it('costs no work at first, and then more work the more pictures a network draws, even at once', async () => {
    const address = anAddressElsewhere()
    const works = async (count: number) => {
      const drawn = await Promise.all(Array.from({ length: count }, () => captchas().draw(address)))
      return drawn.map(({ work }) => work).toSorted((one, other) => one - other)
    }
    expect(new Set(await works(FREE_PICTURES))).toEqual(new Set([0]))
    const more = await works(4)
    expect(more[0]).toBeGreaterThan(0)
    expect(new Set(more).size).toBe(4)
    expect((await captchas().draw(anAddressElsewhere())).work).toBe(0)
    world.pass(COUNTED_SECONDS + 1)
    expect((await captchas().draw(address)).work).toBe(0)
  })
})

describe('the work of a picture', () => {
  /** Draws a picture for a network that has drawn many. */
  async function aCostlyPicture() {
    const address = anAddressElsewhere()
    for (let i = 0; i < FREE_PICTURES; i++) await captchas().draw(address)
    const { uniqid, work } = await captchas().draw(address)
    return { uniqid, work, address, code: (await captchas().read(uniqid))! }
  }

  it('cannot be left out or too small, and the refusal leaves the picture valid', async () => {
    const { uniqid, work, address, code } = await aCostlyPicture()
    const without = await refused(captchas().take({ uniqid, code }, aUsername(), address))
    expect(without).toMatchObject({ reason: 'workNeeded', data: { work: expect.any(Number) } })
    expect(without!.data!.work).toBeGreaterThan(work)
    const small = { uniqid, code, proof: prove(uniqid, 100) }
    expect(await refused(captchas().take(small, aUsername(), address))).toMatchObject({ reason: 'workNeeded' })
    expect(await refused(captchas().take({ uniqid, code, proof: prove(uniqid, work) }, aUsername(), address))).toBeUndefined()
  })

  it('is accepted once, and only for its own picture', async () => {
    const { uniqid, work, address, code } = await aCostlyPicture()
    const [other, proof] = [await aCostlyPicture(), prove(uniqid, work)]
    expect(await refused(captchas().take({ ...other, proof }, aUsername(), address))).toMatchObject({ reason: 'workNeeded' })
    const answers = await Promise.all([1, 2].map(() => refused(captchas().take({ uniqid, code, proof }, aUsername(), address))))
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1)
    expect(answers.find((answer) => answer !== undefined)).toMatchObject({ reason: 'captchaWrong' })
  })

  it('must be done before a code is checked', async () => {
    const { uniqid, address } = await aCostlyPicture()
    expect(await refused(captchas().take({ uniqid, code: 'zzzz' }, aUsername(), address))).toMatchObject({ reason: 'workNeeded' })
  })

  it('grows with the tries of one name from any address, and a sign-in that has done it succeeds', async () => {
    const owner = await aBoundOwner(world, { email: anEmail() })
    const { username, password } = owner
    const ask = async (proof?: (uniqid: string) => number[]) => {
      const { uniqid, code } = await aFreshPicture()
      const input = { username, password: proof ? password : 'wrong-1234', code, uniqid, ...(proof && { proof: proof(uniqid) }) }
      return world.call(undefined, contract.login.authorization, input, { address: anAddressElsewhere() })
    }
    for (let i = 0; i < FREE_TRIES; i++) expect((await ask()).code).not.toBe(200)
    const asked = await ask()
    expect(asked).toMatchObject({ code: 422, msg: '请先完成计算验证', data: { work: expect.any(Number) } })
    const { work } = asked.data as { work: number }
    expect((await ask((uniqid) => prove(uniqid, work))).code).toBe(200)
  })
})

describe('without reading the picture', () => {
  it('a sign-in requires the longer work, and less is refused', async () => {
    const { username, password } = await aBoundOwner(world, { email: anEmail() })
    const { uniqid } = await aFreshPicture()
    const input = { username, password, uniqid, proof: prove(uniqid, 2000) }
    const answer = await world.call(undefined, contract.login.authorization, input, { address: anAddressElsewhere() })
    expect(answer).toMatchObject({ code: 422, msg: '请先完成计算验证' })
    expect((answer.data as { work: number }).work).toBeGreaterThanOrEqual(WORK_WITHOUT_PICTURE)
  })

  it('a form with neither a code nor a proof is refused at the field of the code', async () => {
    const { uniqid } = await aFreshPicture()
    const answer = await world.call(undefined, contract.verify.find_password, { username: 'nobody99', uniqid })
    expect(answer).toMatchObject({ code: 422, data: { errors: [{ field: 'img_code', msg: '图形验证码不能为空' }] } })
  })

  it('a network passes ten times an hour, and can still use pictures', async () => {
    const short = createCaptchaService({ ...world.infrastructure, work_without_picture: 2000 })
    const address = anAddressElsewhere()
    const pass = async () => {
      const { uniqid } = await aFreshPicture()
      return refused(short.take({ uniqid, proof: prove(uniqid, 2000) }, aUsername(), address))
    }
    for (let i = 0; i < WITHOUT_PICTURE; i++) expect(await pass()).toBeUndefined()
    expect(await pass()).toMatchObject({ reason: 'tooManyTries', data: { retry_after: expect.any(Number) } })
    expect(await refused(short.take(await aFreshPicture(), aUsername(), address))).toBeUndefined()
    world.pass(3601)
    expect(await pass()).toBeUndefined()
  })
})
