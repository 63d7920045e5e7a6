// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { aConfig, anAccount, aNetwork } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { PopEditPage } from './PopEditPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

let server: StubServer
beforeEach(() => {
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(contract.network.config, aConfig())
  server.on(contract.network.info, aNetwork({ network_type: 3 }))
  server.on(contract.router.hardware, { rows: [], count: 0 })
  server.on(contract.router.software, { rows: [], count: 0 })
})

it('a network with POPs may have a name of up to 32 characters', async () => {
  server.on(contract.network.edit, null)
  const page = openPage(<PopEditPage />, '/network/pop_edit?network_number=1000000001', '/network/pop_edit')
  expect(await screen.findByRole('heading', { level: 1, name: '编辑 POP 组网' })).toBeTruthy()
  const name = await screen.findByLabelText<HTMLInputElement>('组网名称')
  await user.clear(name)
  await user.click(name)
  await user.paste('长'.repeat(40))
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('组网名称不能超过 32 个字符', { selector: '#network-name-problem' })).toBeTruthy()
  await user.clear(name)
  await user.paste('长'.repeat(32))
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(page.address()).toBe('/network/detail?network_number=1000000001'))
  expect(server.asked(contract.network.edit)[0]).toMatchObject({ network_name: '长'.repeat(32), revision: 7 })
})
