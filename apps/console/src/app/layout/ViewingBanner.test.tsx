// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract } from '@weft/contract'
import { press } from '@weft/ui/testing/find-button.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { expect, it } from 'vitest'
import { anAccount } from '../../../test/data.ts'
import { stubServer } from '../../../test/stub-server.ts'
import { ViewingBanner } from './ViewingBanner.tsx'

it('an owner who looks as a role reads which, until when, and leaves the view', async () => {
  const server = stubServer()
  let viewing: { role_name: string; until: number } | null = { role_name: '客服', until: 1_790_000_000 }
  server.on(contract.account.info, () => anAccount({ viewing }))
  server.on(contract.roles.view_as_end, () => {
    viewing = null
    return null
  })
  openPage(<ViewingBanner />, '/dashboard')
  expect(await screen.findByText(/^正在以角色「客服」查看，只能查看不能修改，\d\d:\d\d 自动结束$/)).toBeTruthy()
  await press('退出')
  await waitFor(() => expect(screen.queryByText(/正在以角色/)).toBeNull())
  expect(server.asked(contract.roles.view_as_end)).toHaveLength(1)
})
