import { expect, it } from 'vitest'
import { type Draft, draftOf, isEdited, rebase } from './profile-draft.ts'

const base: Draft = { username: 'linxiao', nickname: '林晓', birthday: '1990-01-02', industry: 'I12', occupation: '工程师' }

it('starts a profile that was never filled in with the preset industry', () => {
  const stored = { username: 'linxiao', nickname: '林晓', birthday: null, industry: null, occupation: null, update_time: 1 }
  expect(draftOf(stored)).toEqual({ username: 'linxiao', nickname: '林晓', birthday: null, industry: 'I1', occupation: null })
})

it('does not count spaces around a text, nor an emptied field that was empty, as an edit', () => {
  expect(isEdited(base, { ...base, nickname: ' 林晓 ' })).toBe(false)
  expect(isEdited({ ...base, occupation: null }, { ...base, occupation: '' })).toBe(false)
  expect(isEdited(base, { ...base, occupation: '' })).toBe(true)
})

it('keeps what was edited and follows the latest elsewhere', () => {
  const typed = { ...base, nickname: '小林', occupation: '' }
  const latest = { ...base, nickname: '林总', birthday: '1991-03-04', occupation: '经理' }
  expect(rebase(base, typed, latest)).toEqual({ ...base, nickname: '小林', birthday: '1991-03-04', occupation: '' })
})
