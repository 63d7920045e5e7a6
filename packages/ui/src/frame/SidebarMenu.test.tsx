// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPage, stubBrowser } from '../testing.tsx'
import type { FrameGroup } from './pages.ts'
import { SidebarMenu } from './SidebarMenu.tsx'
import { user } from '../testing/user.ts'

const named = (name: string) => ({ zhCN: name, en: name })
const groups: FrameGroup[] = [
  {
    name: 'support',
    title: named('售后'),
    icon: null,
    pages: [
      { path: '/tickets', title: named('售后工单') },
      { path: '/replies', title: named('常用回复') },
    ],
  },
]

it('the menu shows the number of waiting items at a closed group, and at the page once the group is open', async () => {
  stubBrowser(() => ({}))
  openPage(<SidebarMenu groups={groups} top={undefined} collapsed={false} waiting={{ '/tickets': 120, '/replies': 0 }} onGo={undefined} />)
  const group = await screen.findByRole('button', { name: /^售后\s*（120 个待处理）$/ })
  expect(group.textContent).toContain('99+')
  await user.click(group)
  expect(screen.getByRole('button', { name: '售后' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^售后工单\s*（120 个待处理）$/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: '常用回复' })).toBeTruthy()
})
