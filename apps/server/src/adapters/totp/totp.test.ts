import { describe, expect, it } from 'vitest'
import { codeAt, newSecret, pictureOf, stepOf, uriOf } from './totp.ts'

/** The secret of RFC 6238, appendix B: the text 12345678901234567890. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

describe('the codes of an authenticator', () => {
  // The last six digits of the appendix's eight.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at second %i', (seconds, code) => {
    expect(codeAt(SECRET, at(seconds))).toBe(code)
    expect(stepOf(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30))
  })

  it('are accepted one step early or late, and no further', () => {
    const code = codeAt(SECRET, at(3000))
    expect([2970, 3000, 3029, 3030, 3059].map((now) => stepOf(SECRET, code, at(now)))).toEqual([100, 100, 100, 100, 100])
    expect(stepOf(SECRET, code, at(2969))).toBeUndefined()
    expect(stepOf(SECRET, code, at(3060))).toBeUndefined()
  })

  it('are six digits and nothing else', () => {
    for (const code of ['', '12345', '1234567', 'ABCDE-FGHJK', '１２３４５６']) expect(stepOf(SECRET, code, at(59))).toBeUndefined()
  })
})

describe('a secret', () => {
  it('has 160 random bits in base32', () => {
    const secrets = Array.from({ length: 50 }, newSecret)
    expect(new Set(secrets).size).toBe(50)
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  })

  it('is shown to an authenticator with its issuer and label, as a picture without scripts', async () => {
    const uri = uriOf(SECRET, '经纬组网控制台', 'owner@12345678')
    const { searchParams, protocol, pathname } = new URL(uri)
    expect(protocol).toBe('otpauth:')
    expect(decodeURIComponent(pathname)).toBe('/经纬组网控制台:owner@12345678')
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: '经纬组网控制台',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    const svg = Buffer.from((await pictureOf(uri)).replace('data:image/svg+xml;base64,', ''), 'base64').toString()
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^]*<\/svg>\s*$/)
    expect(svg).not.toMatch(/script|href|onload/)
  })
})
