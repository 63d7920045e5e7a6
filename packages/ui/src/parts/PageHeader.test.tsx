// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
import { Button } from 'antd'
import { beforeEach, expect, it, vi } from 'vitest'
import { stubBrowser } from '../testing.tsx'
import { user } from '../testing/user.ts'
import { markArrival, takeArrival } from './arrival.ts'
import { PageHeader } from './PageHeader.tsx'

const asked = { history: vi.fn(), delete: vi.fn() }
beforeEach(() => stubBrowser(() => new Response()))

const header = () =>
  render(
    <PageHeader
      title="总部—门店"
      status={<a href="#problems">3 处需要处理</a>}
      meta="编号 1000000001"
      actions={<Button type="primary">添加分支</Button>}
      more={[
        { key: 'delete', label: '删除组网', danger: true, onClick: asked.delete },
        { key: 'rename', label: '修改名称', rare: true, onClick: () => {} },
        { key: 'history', label: '版本历史', onClick: asked.history },
      ]}
    />,
  )

it('reads as heading, state, facts, the one button, and the menu', () => {
  const { container } = header()
  const parts = [...container.querySelectorAll('h1, a, .weft-page-meta, button')].map(
    (part) => part.getAttribute('aria-label') ?? part.textContent,
  )
  expect(parts).toEqual(['总部—门店', '3 处需要处理', '编号 1000000001', '添加分支', '更多操作'])
})

it('keeps the place of actions that it hides, and nobody reaches them', () => {
  render(<PageHeader title="客户端版本" actions={<Button>上传</Button>} hidesActions />)
  expect(screen.getByRole('button').parentElement!.style.visibility).toBe('hidden')
})

it('lists what is done daily, then what is done seldom, then what destroys, with a line between', async () => {
  header()
  await user.click(screen.getByRole('button', { name: '更多操作' }))
  const menu = await screen.findByRole('menu')
  expect([...menu.children].map((item) => (item.getAttribute('role') === 'separator' ? '—' : item.textContent))).toEqual([
    '版本历史',
    '—',
    '修改名称',
    '—',
    '删除组网',
  ])
  expect(within(menu).getByRole('menuitem', { name: '删除组网' }).className).toContain('danger')
  await user.click(within(menu).getByRole('menuitem', { name: '版本历史' }))
  expect(asked.history).toHaveBeenCalledOnce()
  expect(asked.delete).not.toHaveBeenCalled()
})

it('has no menu and no buttons where there is nothing to do', () => {
  render(<PageHeader title="我的服务" more={[]} />)
  expect(screen.queryByRole('button')).toBeNull()
})

it('takes the focus after a navigation, and hands it on to the heading that takes its place', () => {
  const Whole = () => <PageHeader title="总部—门店" />
  markArrival()
  const { rerender } = render(<PageHeader title="组网详情" />)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '组网详情' }))
  rerender(<Whole />)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '总部—门店' }))
})

it('leaves the focus where the user has put it', () => {
  const Whole = () => <PageHeader title="总部—门店" />
  markArrival()
  const { rerender } = render(<PageHeader title="组网详情" />)
  screen.getByRole('heading').blur()
  rerender(<Whole />)
  expect(document.activeElement).toBe(document.body)
  expect(takeArrival()).toBe(false)
})
