// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { opsContract } from '@weft/contract'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '@weft/ui/testing/stub-server.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import type { Pop } from './pop-row.ts'
import { PopListPage } from './PopListPage.tsx'

const { pops, session } = opsContract
const pop: Pop = {
  id: '1',
  name: '上海一',
  pop_name: 'pop-abcd2345',
  region: '上海',
  public_ip: '203.0.113.1',
  port: 1194,
  capacity: 1000,
  sold: 150,
  create_time: 1_790_000_000,
  online_status: 0,
  activate_time: null,
  version: null,
  revision_state: 'pending',
  config_error: null,
}
let server: StubServer
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  server.on(session.info, { username: 'desk', role: 'network', totp: 0 })
  server.on(pops.list, { rows: [pop], count: 1 })
})

it('a POP is registered once all fields are right, and its code is shown once', async () => {
  server.on(pops.create, { id: '2', pop_name: 'pop-wxyz6789', activation_code: '2345-6789-ABCD-EFGH' })
  openPage(<PopListPage />)
  await press('登记 POP')
  const dialog = await findDialog('登记 POP')
  const field = (name: string) => within(dialog).getByLabelText(name)
  await user.type(field('名称'), '北京一')
  await user.type(field('区域'), '北京')
  await user.type(field('公网 IP'), '300.1.1.1')
  await user.type(field('端口'), '1194')
  await user.type(field('容量'), '500')
  await press('登记', dialog)
  await waitFor(() => expect(dialog.querySelectorAll('.ant-form-item-explain-error')).toHaveLength(1))
  expect(server.asked(pops.create)).toEqual([])
  await user.clear(field('公网 IP'))
  await user.type(field('公网 IP'), '203.0.113.2')
  await press('登记', dialog)
  expect(await screen.findByText('2345-6789-ABCD-EFGH')).toBeTruthy()
  expect(server.asked(pops.create)).toEqual([{ name: '北京一', region: '北京', public_ip: '203.0.113.2', port: 1194, capacity: 500 }])
  await press('完成')
  await waitFor(() => expect(screen.queryByText('2345-6789-ABCD-EFGH')).toBeNull())
})

it('a refused change shows the reason and keeps what was typed', async () => {
  server.refuse(pops.edit, 403, '「上海一」已提供 150 Mbit/s，容量不能更小')
  openPage(<PopListPage />)
  await press('编辑 上海一')
  const dialog = await findDialog('编辑 POP')
  const capacity = within(dialog).getByLabelText<HTMLInputElement>('容量')
  await user.clear(capacity)
  await user.type(capacity, '100')
  await press('保存', dialog)
  expect(await screen.findByText('「上海一」已提供 150 Mbit/s，容量不能更小')).toBeTruthy()
  expect(server.asked(pops.edit)).toMatchObject([{ id: '1', capacity: 100 }])
  expect(capacity.value).toBe('100')
})

it('a new code is made only after a confirmation', async () => {
  server.on(pops.activate_code, { pop_name: pop.pop_name, activation_code: '9876-5432-ABCD-EFGH' })
  openPage(<PopListPage />)
  await press('重新生成激活码：上海一')
  const dialog = await screen.findByRole('dialog')
  expect(server.asked(pops.activate_code)).toEqual([])
  await press('重新生成激活码', dialog)
  expect(await screen.findByText('9876-5432-ABCD-EFGH')).toBeTruthy()
})

it('an operator who may not change POPs sees only the list', async () => {
  server.on(session.info, { username: 'desk', role: 'support', totp: 0 })
  openPage(<PopListPage />)
  expect(await screen.findByText('上海一')).toBeTruthy()
  expect(screen.getByText('未激活')).toBeTruthy()
  for (const name of ['登记 POP', '编辑 上海一', '重新生成激活码：上海一']) expect(screen.queryByRole('button', { name })).toBeNull()
})
