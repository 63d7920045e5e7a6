import { expect, it } from 'vitest'
import { type Recovery, type RecoveryEvent, recover, start } from './recovery.wizard.ts'

const both = { phone: '138****5678', email: 'li***@example.com' }
const all = ['phone', 'email'] as const
const found: RecoveryEvent = { type: 'found', uniqid: 'picture-1', contacts: both, sendable: all }
const after = (...events: RecoveryEvent[]): Recovery => events.reduce(recover, start)
const proved: RecoveryEvent = { type: 'proved' }

it('a recovery goes from the account through the proof to the new password', () => {
  expect(after(found)).toMatchObject({ step: 'identity', uniqid: 'picture-1', channel: 'phone' })
  expect(after(found, proved)).toMatchObject({ step: 'password', uniqid: 'picture-1' })
  expect(after(found, proved, { type: 'changed' })).toEqual({ ...start, step: 'done' })
})

it('the proof uses a contact that exists and can be reached', () => {
  expect(after({ ...found, contacts: { ...both, phone: '' } }).channel).toBe('email')
  expect(after({ ...found, sendable: ['email'] }).channel).toBe('email')
  expect(after(found, { type: 'chosen', channel: 'email' }).channel).toBe('email')
})

it('a contact that does not exist is never chosen', () => {
  const phoneOnly = { ...found, contacts: { ...both, email: '' } }
  expect(after(phoneOnly, { type: 'chosen', channel: 'email' }).channel).toBe('phone')
})

it('an account without a contact cannot be proved', () => {
  const nobody = { ...found, contacts: { phone: '', email: '' } }
  expect(after(nobody).channel).toBeUndefined()
  expect(after(nobody, proved).step).toBe('identity')
})

it('going back discards the recovery', () => {
  expect(after(found, { type: 'back' })).toEqual(start)
})

it('a recovery that ended starts again, and says why', () => {
  const msg = '找回密码已超时，请重新开始'
  expect(after(found, { type: 'ended', msg })).toEqual({ ...start, notice: msg })
  expect(after(found, proved, { type: 'ended', msg })).toEqual({ ...start, notice: msg })
  expect(after(found, proved, { type: 'ended', msg }, found).notice).toBeUndefined()
})

it('an event that comes too late changes nothing', () => {
  expect(after(proved)).toBe(start)
  expect(after({ type: 'changed' })).toBe(start)
  expect(after({ type: 'ended', msg: '' })).toBe(start)
  const there = after(found, proved)
  expect(recover(there, { type: 'back' })).toBe(there)
  expect(recover(there, { ...found, uniqid: 'picture-2' })).toBe(there)
})
