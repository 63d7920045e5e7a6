// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPage, stubBrowser } from '../testing.tsx'
import { offerTickets, WithSupport } from './WithSupport.tsx'

let site = {}
beforeEach(() => {
  site = { phone: '400-800-1234' }
  stubBrowser(() => site)
})
afterEach(() => offerTickets(undefined))

it('who reads that support helps finds its number, and a new ticket once somebody is signed in', async () => {
  openPage(<WithSupport sentence="账号已停用，请联系客服" />)
  const number = await screen.findByRole<HTMLAnchorElement>('link', { name: '致电 400-800-1234' })
  expect(number.href).toBe('tel:4008001234')
  expect(screen.queryByRole('link', { name: /提交工单/ })).toBeNull()
  act(() => offerTickets('/ticket/create'))
  const ticket = screen.getByRole('link', { name: /提交工单/ })
  expect(ticket.getAttribute('href')).toBe('/ticket/create')
  expect(ticket.getAttribute('target')).toBe('_blank')
})

it('a sentence about something else stands alone', async () => {
  act(() => offerTickets('/ticket/create'))
  openPage(<WithSupport sentence="用户名或密码错误" />)
  expect(await screen.findByText('用户名或密码错误')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
