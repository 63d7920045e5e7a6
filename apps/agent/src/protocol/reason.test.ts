import { describe, expect, it } from 'vitest'
import { createCauses, reasonOf, reasonText } from './reason.ts'

const failing = (message: string, code?: string) => Object.assign(new Error(message), { code })
const now = () => new Date(Date.UTC(1970, 0, 1, 0, 5))
const textOf = (error: unknown) => reasonText(reasonOf(error, now))

describe('the reason why the controller is not reached', () => {
  it.each([
    ['a refused connection', failing('connect ECONNREFUSED 198.51.100.1:8082', 'ECONNREFUSED'), 'connect ECONNREFUSED 198.51.100.1:8082'],
    [
      'a name that is not found',
      failing('getaddrinfo ENOTFOUND controller.example', 'ENOTFOUND'),
      'getaddrinfo ENOTFOUND controller.example',
    ],
    [
      'each address of a name',
      new AggregateError([failing('connect ETIMEDOUT a'), failing('connect EHOSTUNREACH b')]),
      'connect ETIMEDOUT a; connect EHOSTUNREACH b',
    ],
    ['an error without words', new TypeError(), 'TypeError'],
    ['several lines', failing('one\ntwo'), 'one two'],
  ])('has the words of %s', (_what, error, text) => expect(textOf(error)).toBe(text))

  it.each([
    'CERT_NOT_YET_VALID',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])("names the device's own time for %s, which is no part of the cause", (code) => {
    expect(textOf(failing('certificate is not accepted', code))).toBe(
      "certificate is not accepted (the device's clock says 1970-01-01T00:05:00Z)",
    )
    expect(reasonOf(failing('certificate is not accepted', code)).cause).toBe('certificate is not accepted')
  })

  it('is new once, until the controller was reached', () => {
    const causes = createCauses()
    expect(['a', 'b', 'a', 'b'].map(causes.isNew)).toEqual([true, true, false, false])
    causes.succeeded()
    expect(causes.isNew('a')).toBe(true)
  })
})
