import { deviceBudgets, INTERFACES_A_DAY, SENT_AWAY_SECONDS } from '@weft/contract'
import { expect, test } from 'vitest'
import { createDeviceBudgets } from './device-budgets.ts'

function budgetsAt(start = Date.parse('2026-11-22T04:00:00Z')) {
  let now = start
  const slowed: string[] = []
  const ended: string[][] = []
  const budgets = createDeviceBudgets({
    clock: { now: () => new Date(now) },
    slow: (router_name) => void slowed.push(router_name),
    end: (...which) => void ended.push(which),
  })
  return { ...budgets, slowed, ended, pass: (seconds: number) => void (now += seconds * 1000) }
}
const { at_once, a_minute } = deviceBudgets.traffic

test('a device that has used up its budget gets no more than comes back with the time, and its neighbours are not concerned', () => {
  const { take, pass, counts } = budgetsAt()
  expect(take('hostile', 'traffic', at_once - 1)).toBe(at_once - 1)
  expect(take('hostile', 'traffic', 100)).toBe(1)
  expect(take('honest', 'traffic', 100)).toBe(100)
  pass(60)
  expect(take('hostile', 'traffic', 1000)).toBe(a_minute)
  expect([...counts()]).toEqual([['traffic', 2]])
})

test('what is given back can be taken again, and never makes more than the whole', () => {
  const { take, giveBack } = budgetsAt()
  take('one', 'traffic', at_once)
  giveBack('one', 'traffic', 10)
  expect(take('one', 'traffic', 100)).toBe(10)
  giveBack('one', 'traffic', 2 * at_once)
  expect(take('one', 'traffic', 2 * at_once)).toBe(at_once)
})

test('a whole amount is taken or left', () => {
  const { takeWhole, take, pass } = budgetsAt()
  const { at_once, a_minute } = deviceBudgets.events
  take('one', 'events', at_once)
  pass(30)
  expect(takeWhole('one', 'events', a_minute)).toBe(false)
  pass(30)
  expect(takeWhole('one', 'events', a_minute)).toBe(true)
  expect(takeWhole('one', 'events', 1)).toBe(false)
})

test('a device keeps the traffic of as many interfaces a day as it can have at a time', () => {
  const { keepsInterface, pass } = budgetsAt()
  const kept = Array.from({ length: 100 }, (_, i) => keepsInterface('one', `if${i}`))
  expect(kept.filter(Boolean)).toHaveLength(INTERFACES_A_DAY)
  expect([keepsInterface('one', 'if0'), keepsInterface('one', 'new'), keepsInterface('another', 'new')]).toEqual([true, false, true])
  pass(86_400)
  expect(keepsInterface('one', 'new')).toBe(true)
})

test('a device whose entries are refused is slowed, then sent away for a time', () => {
  const { refused, awayFor, slowed, ended, pass } = budgetsAt()
  const { at_once } = deviceBudgets.refused
  refused('one', at_once, 'traffic')
  expect([slowed, ended, awayFor('one')]).toEqual([['one'], [], undefined])
  refused('one', 1, 'traffic')
  expect(ended).toEqual([['one', 'traffic']])
  expect([awayFor('one'), awayFor('another')]).toEqual([SENT_AWAY_SECONDS, undefined])
  pass(SENT_AWAY_SECONDS)
  expect(awayFor('one')).toBeUndefined()
})

test('a device is forgotten only when nothing of it counts any more', () => {
  const { take, keepsInterface, forget, pass } = budgetsAt()
  take('one', 'traffic', at_once)
  keepsInterface('one', 'wan')
  pass(60)
  forget()
  expect(take('one', 'traffic', at_once)).toBe(a_minute)
  pass(30 * 86_400)
  forget()
  expect(take('one', 'traffic', at_once)).toBe(at_once)
})

test('a clock that is set back keeps no device away for longer, and takes nothing from its budget', () => {
  const { take, sendAway, awayFor, pass } = budgetsAt()
  take('one', 'traffic', at_once)
  sendAway('one', 'traffic')
  pass(-3600)
  expect(awayFor('one')).toBe(SENT_AWAY_SECONDS)
  pass(60)
  expect(take('one', 'traffic', at_once)).toBe(a_minute)
  pass(SENT_AWAY_SECONDS - 60)
  expect(awayFor('one')).toBeUndefined()
})
