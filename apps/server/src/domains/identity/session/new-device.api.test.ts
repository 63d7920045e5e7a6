import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAuthenticator, aSubAccount } from '../../../../test/credential-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const DAY = 86_400

const setCookies = (headers: Record<string, unknown>): string[] => [headers['set-cookie'] ?? []].flat() as string[]

/** Signs in from a browser that sends its cookie; returns the cookie that it has afterwards. */
async function signIn(
  { username, password }: Pick<Person, 'username' | 'password'>,
  device?: string,
  call: 'authorization' | 'ram' = 'authorization',
) {
  const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
  const code = (await world.services.captchas.read(uniqid))!
  const headers = { 'user-agent': CHROME, ...(device && { cookie: `weft_device=${device}` }) }
  const answer = await world.call(
    undefined,
    contract.login[call],
    { username, password, code, uniqid },
    { headers, address: '203.0.113.9' },
  )
  const cookie = setCookies(answer.headers).find((each) => each.startsWith('weft_device='))
  return { ...answer, browser: /^weft_device=([^;]+)/.exec(cookie ?? '')?.[1], attributes: cookie ?? '' }
}
const warnings = async ({ login_id }: { login_id: number }) =>
  world.db.systemNow.sql
    .selectFrom('message')
    .where('login_id', '=', login_id)
    .where('title', 'like', '%在新设备登录：%')
    .orderBy('message_id')
    .select('content')
    .execute()
const devicesOf = async ({ login_id }: { login_id: number }) =>
  world.db.systemNow.sql.selectFrom('login_device').where('login_id', '=', login_id).selectAll().execute()

describe('a sign-in from a browser', () => {
  it('sends no warning when it is the first ever, and sets a cookie that no script can read', async () => {
    const owner = await world.anOwner()
    const { browser, attributes } = await signIn(owner)
    expect(browser).toMatch(/^[\w-]{43}$/)
    expect(attributes).toMatch(/HttpOnly/)
    expect(attributes).toMatch(/SameSite=Strict/)
    expect(attributes).toMatch(/Path=\/api\/v1/)
    expect(await warnings(owner)).toEqual([])
  })

  it('sends no warning when the browser is known', async () => {
    const owner = await world.anOwner()
    const { browser } = await signIn(owner)
    expect((await signIn(owner, browser)).browser).toBe(browser)
    expect(await warnings(owner)).toEqual([])
    expect(await devicesOf(owner)).toHaveLength(1)
  })

  it('warns the login with time, device and address when the browser is new', async () => {
    const owner = await world.anOwner()
    await signIn(owner)
    await signIn(owner)
    const [warning, ...more] = await warnings(owner)
    expect(more).toEqual([])
    expect(warning?.content).toContain('Chrome 141 · Windows')
    expect(warning?.content).toContain('203.0.113.9')
    expect(warning?.content).toMatch(/时间：\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
  })

  it('treats a browser of another login as new, and keeps its cookie', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    const { browser } = await signIn(owner)
    await signIn(other)
    expect((await signIn(other, browser)).browser).toBe(browser)
    expect(await warnings(other)).toHaveLength(1)
    expect(await warnings(owner)).toEqual([])
  })

  it('replaces a cookie that was made up', async () => {
    const owner = await world.anOwner()
    for (const made of ['x', 'a b', 'x'.repeat(44), '../../etc']) {
      const { code, browser } = await signIn(owner, made)
      expect([code, browser === made]).toEqual([200, false])
    }
  })

  it('warns the sub-account that signed in, and no other login of the account', async () => {
    const owner = await world.anOwner()
    const sub = await aSubAccount(world, owner)
    await signIn(sub, undefined, 'ram')
    await signIn(sub, undefined, 'ram')
    expect([(await warnings(sub)).length, (await warnings(owner)).length]).toEqual([1, 0])
    const count = async (who: { access_token: string }) =>
      ((await world.call(who, contract.account.info, {})).data as { message_count: number }).message_count
    expect([await count(sub), await count(owner)]).toEqual([1, 0])
  })

  it('records the browser after the second step was right, not before', async () => {
    const owner = await world.anOwner()
    await signIn(owner)
    const { code } = await anAuthenticator(world, owner)
    const first = await signIn(owner)
    expect([first.code, first.browser]).toEqual([401, undefined])
    expect(await warnings(owner)).toEqual([])
    const { challenge } = first.data as { challenge: string }
    const answer = await world.call(undefined, contract.login.totp, { challenge, code: code() })
    expect(setCookies(answer.headers).join()).toContain('weft_device=')
    expect(await warnings(owner)).toHaveLength(1)
  })

  it('stores the browser as a digest, for a year from its last use', async () => {
    const owner = await world.anOwner()
    const { browser } = await signIn(owner)
    expect(JSON.stringify(await devicesOf(owner))).not.toContain(browser)
    await world.pass(200 * DAY)
    await signIn(owner, browser)
    await world.pass(200 * DAY)
    await world.services.signIns.forgetDevices()
    expect(await devicesOf(owner)).toHaveLength(1)
    await world.pass(166 * DAY)
    await world.services.signIns.forgetDevices()
    expect(await devicesOf(owner)).toEqual([])
  })
})
