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
/** Draws a picture for an IP address whose network has drawn none before. @returns the id of the picture and its characters */
async function aFreshPicture() {
  const { uniqid } = await captchas().draw(anAddressElsewhere())
  return { uniqid, code: (await captchas().read(uniqid))! }
}
/** Returns the error with which an answer to a picture is refused; undefined if it is accepted. */
const refusalOf = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: { reason: string; data: { work?: number; retry_after?: number } | null }) => error,
  )

describe('a picture', () => {
  it('is a WebP image of less than 12 kB', async () => {
    const { content, uniqid } = await captchas().draw(anAddressElsewhere())
    const code = (await captchas().read(uniqid))!
    expect(content.length).toBeLessThan(12_000)
    const bytes = Buffer.from(content.replace('data:image/webp;base64,', ''), 'base64')
    expect(pictureType(bytes)).toBe('image/webp')
    expect([...code].every((character) => CHARACTERS.includes(character))).toBe(true)
    expect(code).toHaveLength(LENGTH)
  })

  it('needs no proof of work at first, then more with each picture that an IP network draws, even at the same time', async () => {
    const address = anAddressElsewhere()
    /** Draws pictures at the same time. @returns the work of each, the smallest first */
    const worksOf = async (count: number) => {
      const drawn = await Promise.all(Array.from({ length: count }, () => captchas().draw(address)))
      return drawn.map(({ work }) => work).toSorted((a, b) => a - b)
    }
    expect(new Set(await worksOf(FREE_PICTURES))).toEqual(new Set([0]))
    const more = await worksOf(4)
    expect(more[0]).toBeGreaterThan(0)
    expect(new Set(more).size).toBe(4)
    expect((await captchas().draw(anAddressElsewhere())).work).toBe(0)
    await world.pass(COUNTED_SECONDS + 1)
    expect((await captchas().draw(address)).work).toBe(0)
  })
})

describe('the proof of work for a picture', () => {
  /** Draws a picture for an IP network that has drawn so many that this one needs work. */
  async function aCostlyPicture() {
    const address = anAddressElsewhere()
    for (let i = 0; i < FREE_PICTURES; i++) await captchas().draw(address)
    const { uniqid, work } = await captchas().draw(address)
    return { uniqid, work, address, code: (await captchas().read(uniqid))! }
  }

  it('is refused if it is missing or too small, and the picture stays valid', async () => {
    const { uniqid, work, address, code } = await aCostlyPicture()
    const withoutProof = await refusalOf(captchas().take({ uniqid, code }, aUsername(), address))
    expect(withoutProof).toMatchObject({ reason: 'workNeeded', data: { work: expect.any(Number) } })
    expect(withoutProof!.data!.work).toBeGreaterThan(work)
    const tooSmall = { uniqid, code, proof: prove(uniqid, 100) }
    expect(await refusalOf(captchas().take(tooSmall, aUsername(), address))).toMatchObject({ reason: 'workNeeded' })
    expect(await refusalOf(captchas().take({ uniqid, code, proof: prove(uniqid, work) }, aUsername(), address))).toBeUndefined()
  })

  it('is accepted once, and only for the picture that it was made for', async () => {
    const { uniqid, work, address, code } = await aCostlyPicture()
    const [other, proof] = [await aCostlyPicture(), prove(uniqid, work)]
    expect(await refusalOf(captchas().take({ ...other, proof }, aUsername(), address))).toMatchObject({ reason: 'workNeeded' })
    const answers = await Promise.all([1, 2].map(() => refusalOf(captchas().take({ uniqid, code, proof }, aUsername(), address))))
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1)
    expect(answers.find((answer) => answer !== undefined)).toMatchObject({ reason: 'captchaWrong' })
  })

  it('is needed even with wrong characters, so that they cannot be tried without it', async () => {
    const { uniqid, address } = await aCostlyPicture()
    expect(await refusalOf(captchas().take({ uniqid, code: 'zzzz' }, aUsername(), address))).toMatchObject({ reason: 'workNeeded' })
  })

  it('grows with the sign-ins tried for one name from any address, and a sign-in with enough of it succeeds', async () => {
    const owner = await aBoundOwner(world, { email: anEmail() })
    const { username, password } = owner
    const signIn = async (proof?: (uniqid: string) => number[]) => {
      const { uniqid, code } = await aFreshPicture()
      const input = { username, password: proof ? password : 'wrong-1234', code, uniqid, ...(proof && { proof: proof(uniqid) }) }
      return world.call(undefined, contract.login.authorization, input, { address: anAddressElsewhere() })
    }
    for (let i = 0; i < FREE_TRIES; i++) expect((await signIn()).code).not.toBe(200)
    const answer = await signIn()
    expect(answer).toMatchObject({ code: 422, msg: '请先完成计算验证', data: { work: expect.any(Number) } })
    const { work } = answer.data as { work: number }
    expect((await signIn((uniqid) => prove(uniqid, work))).code).toBe(200)
  })
})

describe('tries of a name that use no picture up', () => {
  it('cost the person who has it nothing, whether the picture is invented, used up or waits for its work', async () => {
    const name = aUsername()
    const take = (answer: { uniqid: string; code: string }) => refusalOf(captchas().take(answer, name, anAddressElsewhere()))
    const used = await aFreshPicture()
    expect(await take(used)).toBeUndefined()
    const invented = { uniqid: 'no-such-picture', code: 'abcd' }
    const answers = await Promise.all(Array.from({ length: 4 * FREE_TRIES }, (_, i) => take(i % 2 ? used : invented)))
    expect(new Set(answers.map((answer) => answer?.reason))).toEqual(new Set(['captchaWrong']))
    for (let i = 1; i < FREE_TRIES; i++) expect(await take(await aFreshPicture())).toBeUndefined()
    const waiting = await aFreshPicture()
    const asked = []
    for (let i = 0; i < FREE_TRIES; i++) asked.push((await take(waiting))?.data?.work)
    expect(new Set(asked)).toEqual(new Set([asked[0]]))
    expect(asked[0]).toBeGreaterThan(0)
  })
})

describe('a person who does not type the characters of the picture', () => {
  it('signs in only with a longer proof of work, and is refused with less', async () => {
    const { username, password } = await aBoundOwner(world, { email: anEmail() })
    const { uniqid } = await aFreshPicture()
    const input = { username, password, uniqid, proof: prove(uniqid, 2000) }
    const answer = await world.call(undefined, contract.login.authorization, input, { address: anAddressElsewhere() })
    expect(answer).toMatchObject({ code: 422, msg: '请先完成计算验证' })
    expect((answer.data as { work: number }).work).toBeGreaterThanOrEqual(WORK_WITHOUT_PICTURE)
  })

  it('is told at the field of the characters that they are missing, if the form has no proof of work either', async () => {
    const { uniqid } = await aFreshPicture()
    const answer = await world.call(undefined, contract.verify.find_password, { username: 'nobody99', uniqid })
    expect(answer).toMatchObject({ code: 422, data: { errors: [{ field: 'img_code', msg: '图形验证码不能为空' }] } })
  })

  it('is accepted ten times an hour in one IP network, and after that only with the characters', async () => {
    const withLittleWork = createCaptchaService({ ...world.infrastructure, work_without_picture: 2000 })
    const address = anAddressElsewhere()
    const answerWithWork = async () => {
      const { uniqid } = await aFreshPicture()
      return refusalOf(withLittleWork.take({ uniqid, proof: prove(uniqid, 2000) }, aUsername(), address))
    }
    for (let i = 0; i < WITHOUT_PICTURE; i++) expect(await answerWithWork()).toBeUndefined()
    expect(await answerWithWork()).toMatchObject({ reason: 'tooManyTries', data: { retry_after: expect.any(Number) } })
    expect(await refusalOf(withLittleWork.take(await aFreshPicture(), aUsername(), address))).toBeUndefined()
    await world.pass(3601)
    expect(await answerWithWork()).toBeUndefined()
  })
})
