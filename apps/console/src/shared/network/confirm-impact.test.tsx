// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { contract, type NetworkImpact } from '@weft/contract'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { confirmImpact } from './confirm-impact.tsx'

const { changes } = contract.networkRevisions
let server: StubServer
beforeEach(() => {
  server = stubServer()
  openPage(<p>page</p>)
})
const foresees = (...impact: NetworkImpact[]) => server.on(changes, { revision: 8, impact, diff: [], steps: [] })
const asks = (more: { action?: string; ask?: { title: string; action: string } } = {}) =>
  confirmImpact({ network_number: '1000000001', members: [], changes: [{ call: 'dns', input: { dns: [] } }], ...more })
const member = { count: 1, router_names: ['SH-0002'], names: ['上海门店'] }

it('a change that disturbs nobody, or that would be refused, asks nothing', async () => {
  foresees({ kind: 'live', seconds: 0, ...member })
  expect(await asks()).toBe(true)
  for (const code of [204, 403, 409, 422]) {
    server.refuse(changes, code, '不行')
    expect(await asks()).toBe(true)
  }
})

it('a change that disturbs members names them', async () => {
  foresees({ kind: 'restart', seconds: 9, ...member })
  const answer = asks()
  const dialog = await findDialog('有成员的连接会中断')
  expect(within(dialog).getByText('1 个成员重建隧道，约 9 秒')).toBeTruthy()
  expect(within(dialog).getByText('上海门店')).toBeTruthy()
  await press('保存', dialog)
  expect(await answer).toBe(true)
})

it.each([429, 500, 503, undefined])(
  'a change whose effect could not be found out (%s) asks whether to make it all the same',
  async (code) => {
    if (code === undefined) server.silence(changes)
    else server.refuse(changes, code, '稍后再试')
    const kept = asks()
    await press('取消', await findDialog('无法预估影响，仍然保存？'))
    expect(await kept).toBe(false)
    const made = asks({ action: '添加' })
    await press('添加', await findDialog('无法预估影响，仍然添加？'))
    expect(await made).toBe(true)
    const asked = asks({ ask: { title: '停用互联', action: '停用' } })
    const dialog = await findDialog('停用互联')
    expect(within(dialog).getByRole('alert').textContent).toContain('无法预估影响')
    await press('停用', dialog)
    expect(await asked).toBe(true)
    expect(screen.getByText('page')).toBeTruthy()
  },
)
