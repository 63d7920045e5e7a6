import { expect, test } from 'vitest'
import { answerOf, questionOf, reflect, sessionOf } from './stamp.ts'

// 2026-01-01 00:00:00.5 UTC: 1,767,225,600 s since 1970, and 70 years with 17 leap days more since 1900.
const TIME = 1_767_225_600_500
const NTP_TIME = 'ed00378080000000'
const hex = (packet: Buffer) => packet.toString('hex')

/** The fields of RFC 8762, figure 3, with the SSID of RFC 8972, figure 1. */
const QUESTION = ['00000007', NTP_TIME, '0001', 'beef', '00'.repeat(28)].join('')
/** RFC 8762, figure 5: number, time, error, SSID, time of arrival, and the sender's number, time, error, zeros, TTL, zeros. */
const ANSWER = [
  '00000003',
  'ed00378100000000',
  '0001',
  'beef',
  'ed003780c0000000',
  '00000007',
  NTP_TIME,
  '0001',
  '0000',
  'ff',
  '000000',
].join('')

test('a question has the 44 bytes of RFC 8762', () => {
  expect(hex(questionOf({ seq: 7, ssid: 0xbeef, time: TIME }))).toBe(QUESTION)
})

test('an answer has the reflector’s own number and times, and repeats the sender’s', () => {
  const packet = Buffer.from(QUESTION, 'hex')
  reflect(packet, { counter: 3, received: TIME + 250, time: TIME + 500 })
  expect(hex(packet)).toBe(ANSWER)
})

test('an answer is as long as its question, and repeats its padding', () => {
  const packet = Buffer.from(`${QUESTION}0102030405`, 'hex')
  reflect(packet, { counter: 3, received: TIME + 250, time: TIME + 500 })
  expect(hex(packet)).toBe(`${ANSWER}0102030405`)
})

test('an answer made by hand is read', () => {
  expect(answerOf(Buffer.from(ANSWER, 'hex'))).toEqual({ seq: 7, ssid: 0xbeef, counter: 3, received: TIME + 250, time: TIME + 500 })
})

test('times after 2036, when the seconds of NTP begin anew, are read as they were written', () => {
  const time = Date.UTC(2040, 0, 1) + 125
  const packet = questionOf({ seq: 1, ssid: 1, time })
  reflect(packet, { counter: 0, received: time, time })
  expect(answerOf(packet)).toMatchObject({ received: time, time })
})

test('a packet that is too short is neither a question nor an answer', () => {
  const short = Buffer.alloc(43)
  expect([sessionOf(short), answerOf(short), sessionOf(Buffer.from(QUESTION, 'hex'))]).toEqual([undefined, undefined, 0xbeef])
})
