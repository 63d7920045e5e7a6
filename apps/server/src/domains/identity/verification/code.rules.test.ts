import { CODES_PER_ADDRESS_HOUR, type Language } from '@weft/contract'
import { describe, expect, it } from 'vitest'
import { type Counted, ofAccount, ofAddress, ofAll, ofLogin, ofTarget, type Quota, refusalOf } from './code.rules.ts'

const at = (text: string) => new Date(`2026-03-08T${text}+08:00`)
const seconds = (text: string) => at(text).getTime() / 1000

describe('a quota', () => {
  it('begins at midnight in Beijing when it is for a day', () => {
    for (const time of ['00:00:00', '07:59:59', '08:00:00', '23:59:59']) {
      expect(ofTarget('phone 1', at(time)).start).toEqual(at('00:00:00'))
      expect(ofAccount(1, at(time)).over < at('00:00:00')).toBe(true)
    }
  })

  it('begins with its first code when it is for an hour or a minute', () => {
    expect(ofAddress('a', true, at('10:20:30'))).toMatchObject({ start: at('10:20:30'), over: at('09:20:30') })
    expect(ofAll(300, at('10:20:30'))).toMatchObject({ start: at('10:20:30'), over: at('10:19:30'), limit: 300 })
  })
})

describe('the refusal of a full quota', () => {
  const refusalFor = (quota: Quota, counted: Counted, now: Date, language: Language = 'zh-CN') => {
    const { reason, params, data } = refusalOf(quota, counted, now, language)
    return { reason, ...(params && { params }), ...(data && { data }) }
  }

  it('says for a target how long to wait, or that the day’s codes are used up', () => {
    const [now, window_start] = [at('10:00:30'), seconds('00:00:00')]
    const quota = ofTarget('phone 1', now)
    expect(refusalFor(quota, { window_start, sent: 1, last_time: seconds('10:00:00') }, now)).toEqual({
      reason: 'codeTooSoon',
      params: { seconds: 29 },
      data: { retry_after: 29 },
    })
    expect(refusalFor(quota, { window_start, sent: quota.limit, last_time: seconds('10:00:00') }, now)).toEqual({
      reason: 'codeDayLimit',
      data: { retry_after: 14 * 3600 - 30 },
    })
  })

  it('never names less than a second, nor more than the pause when a clock went back', () => {
    const now = at('10:00:30')
    const counted = { window_start: seconds('00:00:00'), sent: 1 }
    expect(refusalFor(ofTarget('phone 1', now), { ...counted, last_time: seconds('09:59:31') }, now)).toMatchObject({
      data: { retry_after: 1 },
    })
    expect(refusalFor(ofTarget('phone 1', now), { ...counted, last_time: seconds('11:00:00') }, now)).toMatchObject({
      data: { retry_after: 59 },
    })
  })

  it('asks an address for the image code while one would help, then to wait', () => {
    const [now, window_start] = [at('10:30:00'), seconds('10:00:00')]
    const counted = { window_start, last_time: window_start }
    expect(refusalFor(ofAddress('a', false, now), { ...counted, sent: 3 }, now)).toEqual({ reason: 'imageCodeNeeded' })
    for (const pictured of [false, true])
      expect(refusalFor(ofAddress('a', pictured, now), { ...counted, sent: CODES_PER_ADDRESS_HOUR }, now)).toEqual({
        reason: 'codeCallerLimit',
        params: { wait: '30 分钟' },
        data: { retry_after: 1800 },
      })
  })

  it('says how long a login or an account has to wait, in the language of the caller', () => {
    const [now, window_start] = [at('10:00:00'), seconds('09:30:00')]
    const counted = { window_start, sent: 50, last_time: window_start }
    expect(refusalFor(ofLogin('login 1', now), counted, now).params).toEqual({ wait: '30 分钟' })
    expect(refusalFor(ofAccount(1, now), { ...counted, window_start: seconds('00:00:00') }, now).params).toEqual({ wait: '14 小时' })
    expect(refusalFor(ofLogin('login 1', now), counted, now, 'en').params).toEqual({ wait: '30 min' })
  })
})
