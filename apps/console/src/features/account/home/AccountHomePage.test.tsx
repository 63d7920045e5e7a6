// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { anAccount } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { AccountHomePage } from './AccountHomePage.tsx'

let server: StubServer
beforeEach(() => {
  server = stubServer()
})
const open = (change: Parameters<typeof anAccount>[0] = {}) => {
  server.on(contract.account.info, anAccount(change))
  openPage(<AccountHomePage />)
}
const leadsTo = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')

it('the cards link to password, details, phone and e-mail, and show the contacts masked', async () => {
  open()
  const cards = await screen.findByRole('list', { name: '账号设置' })
  expect(within(cards).getAllByRole('listitem')).toHaveLength(4)
  expect(within(cards).getByText('138****5678')).toBeTruthy()
  expect([/账号密码/, /账号信息/, /联系手机/, /联系邮箱/].map(leadsTo)).toEqual([
    '/account/password',
    '/account/info',
    '/account/phone',
    '/account/email',
  ])
})

it('the page shows how safe the account is, and links to what is missing', async () => {
  open({ user_phone: null, user_email: null })
  expect((await screen.findByRole('heading', { name: /账号安全：/ })).textContent).toBe('账号安全：低')
  expect(screen.getAllByText('未绑定')).toHaveLength(2)
  const missing = within(screen.getByRole('list', { name: '待完成的安全设置' }))
  expect(missing.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/account/phone',
    '/account/email',
    '/account/security',
  ])
})

it('the page asks for nothing more if nothing is missing', async () => {
  open({ totp: 1 })
  expect((await screen.findByRole('heading', { name: /账号安全：/ })).textContent).toBe('账号安全：高')
  expect(screen.queryByRole('list', { name: '待完成的安全设置' })).toBeNull()
})
