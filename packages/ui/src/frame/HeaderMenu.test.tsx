// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { openPage, stubBrowser } from '../testing.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { HeaderMenu } from './HeaderMenu.tsx'
import { user } from '../testing/user.ts'

const picked = vi.fn<(key: string) => void>()
beforeEach(async () => {
  picked.mockReset()
  stubBrowser(() => ({}))
  const item = (key: string, chosen: boolean) => ({ key, label: key, chosen, onPick: () => picked(key) })
  const sections = [{ key: 'theme', heading: '主题', items: [item('浅色', false), item('深色', true), item('跟随系统', false)] }]
  openPage(<HeaderMenu label="主题: 深色" button="◐" sections={sections} />)
  await user.click(await screen.findByRole('button', { name: '主题: 深色' }))
})

it('the menu opens with the focus on its first item and shows which one is chosen', () => {
  expect(document.activeElement?.textContent).toBe('浅色')
  expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('深色')
})

it('the arrow keys move the focus through the menu and around its ends', async () => {
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('跟随系统')
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(picked).toHaveBeenCalledExactlyOnceWith('深色')
})

it('the menu closes with Escape and returns the focus', async () => {
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '主题: 深色' }))
})

it('the menu closes on a click elsewhere', async () => {
  await user.click(document.body)
  expect(screen.queryByRole('menu')).toBeNull()
})

it('an item that cannot be picked is shown, can take the focus and ignores Enter', async () => {
  const items = [{ key: 'linux', label: 'Linux（即将上线）', disabled: true, onPick: () => picked('linux') }]
  openPage(<HeaderMenu label="下载" button="↓" sections={[{ key: 'all', items }]} />)
  await user.click(await screen.findByRole('button', { name: '下载' }))
  const item = screen.getByRole('menuitem', { name: 'Linux（即将上线）' })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{Enter}')
  expect(picked).not.toHaveBeenCalled()
  expect(screen.getByRole('menu')).toBeTruthy()
})
