// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { type Contact, contract, MASKED, type WebhookConfig } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { ContactsDrawer } from './ContactsDrawer.tsx'
import { WebhookDrawer } from './WebhookDrawer.tsx'

let server: StubServer
let people: Contact[]
const closed = vi.fn()
beforeEach(() => {
  closed.mockClear()
  sessionStorage.clear()
  people = [
    { uuid: 'u1', name: '曹阳', email: 'caoyang@example.com', email_verify: 1 },
    { uuid: 'u2', name: '值班', email: 'oncall@example.com', email_verify: 0 },
  ]
  server = stubServer()
  server.on(contract.contacts.lists, () => ({ rows: people, count: people.length }))
})

const openContacts = (mayEdit = true) => openPage(<ContactsDrawer mayEdit={mayEdit} onClose={closed} />, '/', '/')
const openWebhook = (webhook: WebhookConfig | null) => openPage(<WebhookDrawer webhook={webhook} mayEdit onClose={closed} />, '/', '/')
const dingtalk: WebhookConfig = { type: 'dingtalk', url: `https://oapi.dingtalk.com/${MASKED}`, secret: MASKED }

it('a contact is added, and a refusal is shown at its field', async () => {
  server.refuse(contract.contacts.create, 422, '已有联系人使用该邮箱', { errors: [{ field: 'email', msg: '已有联系人使用该邮箱' }] })
  openContacts()
  await press('添加联系人')
  await press('添加')
  expect((await screen.findAllByText('姓名不能为空')).length).toBeGreaterThan(0)
  expect(await screen.findByText('邮箱不能为空')).toBeTruthy()
  await user.type(screen.getByLabelText('姓名'), '曹阳')
  await user.type(screen.getByLabelText('邮箱'), 'caoyang@example.com')
  await press('添加')
  await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')?.textContent).toBe('已有联系人使用该邮箱'))
  server.on(contract.contacts.create, { uuid: '3f2b8c1e-0000-4000-8000-000000000003' })
  await press('添加')
  expect(await screen.findByText('添加成功')).toBeTruthy()
  expect(screen.queryByLabelText('姓名')).toBeNull()
})

it('an unchanged contact closes without a call', async () => {
  openContacts()
  await press('编辑 曹阳')
  await press('保存')
  await waitFor(() => expect(screen.queryByLabelText('姓名')).toBeNull())
  expect(server.asked(contract.contacts.edit)).toEqual([])
})

it('a verification is sent after a confirmation, and a countdown follows', async () => {
  server.on(contract.contacts.send_validate_email, null)
  openContacts()
  await press('向 值班 发送验证邮件')
  const asked = await findDialog('发送验证邮件')
  expect(within(asked).getByText('将向 oncall@example.com 发送验证邮件')).toBeTruthy()
  await press('发送', asked)
  expect(await screen.findByText('发送成功')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^(60|59|58) 秒后重试$/ })).toBeTruthy()
  expect(server.asked(contract.contacts.send_validate_email)).toEqual([{ uuid: 'u2' }])
})

it('the countdown lasts as long as a refusal says', async () => {
  server.refuse(contract.contacts.send_validate_email, 429, '操作过于频繁', { retry_after: 31 })
  openContacts()
  await press('向 值班 发送验证邮件')
  await press('发送', await findDialog('发送验证邮件'))
  expect(await screen.findByRole('button', { name: /^(31|30|29) 秒后重试$/ })).toBeTruthy()
})

it('a contact is deleted after a confirmation at its row', async () => {
  server.on(contract.contacts.delete, () => {
    people = people.filter(({ uuid }) => uuid !== 'u2')
    return null
  })
  openContacts()
  await press('删除 值班')
  expect(await screen.findByText('确定要删除吗？')).toBeTruthy()
  await press('删除')
  expect(await screen.findByText('删除成功')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('值班')).toBeNull())
})

it('contacts are read-only for a login that may not edit', async () => {
  openContacts(false)
  expect(await screen.findByText('caoyang@example.com')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '添加联系人' })).toBeNull()
  expect(screen.queryByRole('button', { name: '编辑 曹阳' })).toBeNull()
})

it('a foreign host causes a warning while it is typed, and a secret is required if the type has one', async () => {
  openWebhook(null)
  await user.type(await screen.findByLabelText('Webhook 地址'), 'https://example.com/hook')
  expect(await screen.findByText('钉钉的地址应以 https://oapi.dingtalk.com/ 开头')).toBeTruthy()
  await press('保存')
  expect((await screen.findAllByText('密钥不能为空')).length).toBeGreaterThan(0)
  // A frame at once, as on a busy machine: rules run before watched values have reached the fields.
  const frames = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((draw) => (queueMicrotask(() => draw(0)), 1))
  onTestFinished(() => frames.mockRestore())
  await user.click(screen.getByRole('radio', { name: '企业微信' }))
  frames.mockRestore()
  expect(await screen.findByText('企业微信的地址应以 https://qyapi.weixin.qq.com/ 开头')).toBeTruthy()
  expect(screen.queryByLabelText('加签密钥')).toBeNull()
  server.on(contract.webhook.setting, null)
  await press('保存')
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(server.asked(contract.webhook.setting)).toEqual([{ type: 'wecom', url: 'https://example.com/hook', secret: '' }])
})

it('masked values are sent back unchanged, and a secret that is required again is reported at its field', async () => {
  server.on(contract.webhook.test, { status: 200, elapsed_ms: 31 })
  openWebhook(dingtalk)
  await press('测试')
  await press('发送测试', await findDialog('发送测试消息'))
  expect(await screen.findByText('对方已接收：HTTP 200，用时 31 毫秒')).toBeTruthy()
  expect(server.asked(contract.webhook.test)).toEqual([{ ...dingtalk }])
  const again = '地址已修改，请重新输入密钥'
  server.refuse(contract.webhook.setting, 422, again, { errors: [{ field: 'secret', msg: again }] })
  await user.clear(screen.getByLabelText('Webhook 地址'))
  await user.type(screen.getByLabelText('Webhook 地址'), 'https://oapi.dingtalk.com/robot/send?access_token=2')
  await press('保存')
  await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')?.textContent).toBe(again))
  expect(closed).not.toHaveBeenCalled()
})

it('a failed test shows its reason in the drawer', async () => {
  server.refuse(contract.webhook.test, 422, '发送失败：对方 5 秒内没有响应')
  openWebhook(dingtalk)
  await press('测试')
  await press('发送测试', await findDialog('发送测试消息'))
  expect(await screen.findByText('发送失败：对方 5 秒内没有响应')).toBeTruthy()
})

it('an unchanged webhook closes without a call, and stored values are not used for another type', async () => {
  openWebhook(dingtalk)
  await screen.findByLabelText('Webhook 地址')
  await press('保存')
  expect(closed).toHaveBeenCalled()
  expect(server.asked(contract.webhook.setting)).toEqual([])
  await user.click(screen.getByRole('radio', { name: '飞书' }))
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
  await waitFor(() => expect([value('Webhook 地址'), value('加签密钥')]).toEqual(['', '']))
  await user.click(screen.getByRole('radio', { name: '钉钉' }))
  await waitFor(() => expect([value('Webhook 地址'), value('加签密钥')]).toEqual([dingtalk.url, MASKED]))
})
