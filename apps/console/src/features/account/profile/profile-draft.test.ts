import { expect, it } from 'vitest'
import { type Draft, draftOf, isEdited, rebase } from './profile-draft.ts'

const base: Draft = { username: 'linxiao', nickname: '林晓', birthday: '1990-01-02', industry: 'I12', occupation: '工程师' }

it('a profile that was never filled in starts with the preset industry', () => {
  const stored = { username: 'linxiao', nickname: '林晓', birthday: null, industry: null, occupation: null, update_time: 1 }
  expect(draftOf(stored)).toEqual({ username: 'linxiao', nickname: '林晓', birthday: null, industry: 'I1', occupation: null })
})

it('spaces around a text, or an emptied field that was empty, do not count as an edit', () => {
  expect(isEdited(base, { ...base, nickname: ' 林晓 ' })).toBe(false)
  expect(isEdited({ ...base, occupation: null }, { ...base, occupation: '' })).toBe(false)
  expect(isEdited(base, { ...base, occupation: '' })).toBe(true)
})

it('rebase keeps edited fields and takes the latest value of the others', () => {
  const typed = { ...base, nickname: '小林', occupation: '' }
  const latest = { ...base, nickname: '林总', birthday: '1991-03-04', occupation: '经理' }
  expect(rebase(base, typed, latest)).toEqual({ ...base, nickname: '小林', birthday: '1991-03-04', occupation: '' })
})
