// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { anAccount } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import type { StoredProfile } from './profile-draft.ts'
import { ProfileEditPage } from './ProfileEditPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

let server: StubServer
let stored: StoredProfile
beforeEach(() => {
  server = stubServer()
  stored = { username: 'linxiao', nickname: '林晓', birthday: '1990-01-02', industry: 'I12', occupation: '工程师', update_time: 7 }
  server.on(contract.account.info, anAccount())
  server.on(contract.account.data, () => stored)
  server.on(contract.account.edit_data, null)
  server.on(contract.account.sessions, [])
  server.on(contract.operationLog.lists, { rows: [], count: 0 })
})
const open = () => openPage(<ProfileEditPage />, '/account/edit', '/account/edit')
const nickname = () => screen.findByLabelText<HTMLInputElement>('昵称')
const occupation = () => screen.getByLabelText<HTMLInputElement>('职业')
const save = () => user.click(screen.getByRole('button', { name: '保存' }))
const retype = async (field: HTMLElement, text: string) => {
  await user.clear(field)
  await user.type(field, text)
}

it('saving sends the whole profile and goes back to the account', async () => {
  const { address } = open()
  await retype(await nickname(), '小林')
  await save()
  await waitFor(() => expect(address()).toBe('/account'))
  expect(server.asked(contract.account.edit_data)).toEqual([
    { username: 'linxiao', nickname: '小林', birthday: '1990-01-02', industry: 'I12', occupation: '工程师' },
  ])
})

it('saving an unchanged profile goes back without a call', async () => {
  const { address } = open()
  await nickname()
  await save()
  await waitFor(() => expect(address()).toBe('/account'))
  expect(server.asked(contract.account.edit_data)).toEqual([])
})

it('a new profile has a preset industry, and each empty field is reported', async () => {
  stored = { ...stored, birthday: null, industry: null, occupation: null }
  open()
  await nickname()
  expect(screen.getByText('政府/非营利组织')).toBeTruthy()
  await save()
  expect(await screen.findByText('生日不能为空', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(screen.getByText('职业不能为空')).toBeTruthy()
  expect(server.asked(contract.account.edit_data)).toEqual([])
})

it('a birthday later than 100 days ago is not accepted, even if it is typed', async () => {
  stored = { ...stored, birthday: null }
  open()
  await nickname()
  const birthday = screen.getByLabelText<HTMLInputElement>('生日')
  await user.type(birthday, `${new Date().toISOString().slice(0, 10)}{Enter}`)
  await user.tab()
  await save()
  expect(await screen.findByText('生日不能为空', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(server.asked(contract.account.edit_data)).toEqual([])
})

it('a nickname and an occupation of 13 characters are kept, and their fields say the limit', async () => {
  open()
  await retype(await nickname(), '一二三四五六七八九十甲乙丙')
  await retype(occupation(), '一二三四五六七八九十甲乙丙')
  await save()
  expect(await screen.findByText('昵称不能超过 12 个字符', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect((await nickname()).value).toBe('一二三四五六七八九十甲乙丙')
  expect(occupation().value).toBe('一二三四五六七八九十甲乙丙')
  expect(server.asked(contract.account.edit_data)).toEqual([])
})

it('a change from elsewhere loses no input, and saving again builds on the latest profile', async () => {
  server.refuse(contract.account.edit_data, 409, '内容已被他人修改，请刷新后重试')
  const { address } = open()
  await retype(await nickname(), '小林')
  await save()
  await screen.findByText('资料已在别处修改，您填写的内容没有丢失')
  stored = { ...stored, nickname: '林总', occupation: '经理', update_time: 8 }
  server.on(contract.account.edit_data, null)
  server.on(contract.account.sessions, [])
  server.on(contract.operationLog.lists, { rows: [], count: 0 })
  await user.click(screen.getByRole('button', { name: '载入最新资料' }))
  await screen.findByText('已载入最新资料并保留您的改动，请确认后保存')
  expect((await nickname()).value).toBe('小林')
  expect(occupation().value).toBe('经理')
  await save()
  await waitFor(() => expect(address()).toBe('/account'))
  expect(server.asked(contract.account.edit_data).at(-1)).toMatchObject({ nickname: '小林', occupation: '经理' })
})
