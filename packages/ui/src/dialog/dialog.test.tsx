// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { usePageKey } from '../frame/page-key.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openPage, stubBrowser } from '../testing.tsx'
import { ConfirmByTyping } from './ConfirmByTyping.tsx'
import { confirm } from './confirm.ts'
import { useFormGuard, useUnsavedGuard } from './use-unsaved-guard.ts'
import { user } from '../testing/user.ts'

beforeEach(() => stubBrowser(() => ({})))

describe('an L2 question', () => {
  const ask = () => confirm({ title: '移出成员', body: '移出后将断开', action: '移出', danger: true })

  it('starts with the focus on its cancel button', async () => {
    openPage('页面')
    const answer = ask()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('取消'))
    await user.keyboard('{Enter}')
    expect(await answer).toBe(false)
  })

  it('answers yes when its verb is chosen', async () => {
    openPage('页面')
    const answer = ask()
    await user.click(await screen.findByRole('button', { name: '移出' }))
    expect(await answer).toBe(true)
  })

  it('is cancelled by the next question', async () => {
    openPage('页面')
    const first = ask()
    await screen.findByRole('dialog')
    void ask()
    expect(await first).toBe(false)
  })
})

describe('an L3 confirmation', () => {
  const done = vi.fn<() => void>()
  const open = () => {
    done.mockReset()
    openPage(<ConfirmByTyping title="删除组网" body="无法恢复" name="总部—门店" action="删除" onConfirm={done} onClose={() => {}} />)
    return screen.findByLabelText('请输入 总部—门店 以确认')
  }
  const button = () => screen.getByRole('button', { name: '删除' })

  it('waits for the exact name and ignores only spaces around it', async () => {
    const field = await open()
    await user.type(field, '总部')
    expect(button().hasAttribute('disabled')).toBe(true)
    await user.keyboard('{Enter}')
    expect(done).not.toHaveBeenCalled()
    await user.clear(field)
    await user.type(field, ' 总部—门店 ')
    await user.click(button())
    expect(done).toHaveBeenCalledOnce()
  })

  it('accepts a pasted name', async () => {
    const field = await open()
    await user.click(field)
    await user.paste('总部—门店')
    expect(button().hasAttribute('disabled')).toBe(false)
  })
})

describe('changed data', () => {
  function Editor({ changed, of = '' }: { changed: boolean; of?: string }) {
    const { leave } = useUnsavedGuard(changed, of)
    return (
      <>
        <Link to="/elsewhere">走开</Link>
        <button type="button" onClick={() => leave(() => undefined)}>
          已保存
        </button>
      </>
    )
  }

  function OneThing() {
    const id = usePageKey('id')
    return <Editor key={id} changed />
  }
  function Other() {
    useUnsavedGuard(false)
    return null
  }
  function Typing() {
    const [form] = Form.useForm<{ name: string }>()
    const { close } = useFormGuard(form)
    const [closed, setClosed] = useState(false)
    return (
      <>
        <Form form={form}>
          <Form.Item name="name" label="名称">
            <Input />
          </Form.Item>
        </Form>
        <button type="button" onClick={() => void close(() => setClosed(true))}>
          {closed ? '已关闭' : '关闭'}
        </button>
        <Link to="/elsewhere">走开</Link>
      </>
    )
  }

  /** Waits until no question is open. One that was answered stays in the page, as nothing that moves away comes to its end here. */
  const answered = () => waitFor(() => expect(document.querySelector('[role=dialog]:not([class*=-leave])')).toBeNull())

  it('is not discarded without a question', async () => {
    const { address } = openPage(<Editor changed />, '/edit', '/edit')
    await user.click(await screen.findByText('走开'))
    await user.click(await screen.findByRole('button', { name: '继续编辑' }))
    expect(address()).toBe('/edit')
    await user.click(screen.getByText('走开'))
    await user.click(await screen.findByRole('button', { name: '放弃' }))
    await waitFor(() => expect(address()).toBe('/elsewhere'))
  })

  it('is asked about once, although another form of the page is unchanged', async () => {
    const { address } = openPage(
      <>
        <Editor changed />
        <Other />
      </>,
      '/edit',
      '/edit',
    )
    await user.click(await screen.findByText('走开'))
    await user.click(await screen.findByRole('button', { name: '放弃' }))
    await waitFor(() => expect(address()).toBe('/elsewhere'))
    await answered()
  })

  it('is asked about where the address names something else to edit, and not where it changes in another part', async () => {
    const { address, router } = openPage(<Editor changed of="id" />, '/edit?id=1', '/edit')
    await screen.findByText('走开')
    await act(() => router.navigate('/edit?id=1&tab=2'))
    expect(address()).toBe('/edit?id=1&tab=2')
    await act(() => router.navigate('/edit?id=2'))
    await user.click(await screen.findByRole('button', { name: '继续编辑' }))
    expect(address()).toBe('/edit?id=1&tab=2')
  })

  it('is asked about where the address names another thing that the page is about, by a form that does not know it', async () => {
    const { address, router } = openPage(<OneThing />, '/edit?id=1', '/edit')
    await screen.findByText('走开')
    await act(() => router.navigate('/edit?id=1&tab=2'))
    expect(address()).toBe('/edit?id=1&tab=2')
    await act(() => router.navigate('/edit?id=2'))
    await user.click(await screen.findByRole('button', { name: '继续编辑' }))
    expect(address()).toBe('/edit?id=1&tab=2')
  })

  it('is asked about once by Back twice, and the answer counts', async () => {
    const { address, router } = openPage(<Editor changed />, '/first', '/edit')
    await act(() => router.navigate('/second'))
    await act(() => router.navigate('/edit'))
    await screen.findByText('走开')
    for (const answer of ['继续编辑', '放弃']) {
      await act(() => router.navigate(-1))
      await screen.findByRole('button', { name: answer })
      await act(() => router.navigate(-1))
      expect(address()).toBe('/edit')
      await user.click(screen.getByRole('button', { name: answer }))
      await answered()
    }
    await waitFor(() => expect(address()).toBe('/second'))
  })

  it('is left by the answer, although its form closed while the question was shown', async () => {
    function Closing() {
      const [open, setOpen] = useState(true)
      return (
        <>
          {open && <Editor changed />}
          <button type="button" onClick={() => setOpen(false)}>
            收起
          </button>
        </>
      )
    }
    const { address } = openPage(<Closing />, '/edit', '/edit')
    await user.click(await screen.findByText('走开'))
    await screen.findByRole('button', { name: '放弃' })
    act(() => screen.getByText('收起').click())
    await user.click(screen.getByRole('button', { name: '放弃' }))
    await waitFor(() => expect(address()).toBe('/elsewhere'))
  })

  it('of a form is asked about from the first field that was typed into', async () => {
    const { address } = openPage(<Typing />, '/edit', '/edit')
    const field = await screen.findByLabelText('名称')
    await user.type(field, '甲')
    await user.click(screen.getByText('走开'))
    await user.click(await screen.findByRole('button', { name: '继续编辑' }))
    expect(address()).toBe('/edit')
    await user.click(screen.getByText('关闭'))
    await user.click(await screen.findByRole('button', { name: '放弃' }))
    expect(await screen.findByText('已关闭')).toBeTruthy()
  })

  it('that was saved, and unchanged data, can be left without a question', async () => {
    const saved = openPage(<Editor changed />, '/edit', '/edit')
    await user.click(await screen.findByText('已保存'))
    await user.click(screen.getByText('走开'))
    await waitFor(() => expect(saved.address()).toBe('/elsewhere'))
    const unchanged = openPage(<Editor changed={false} />, '/edit', '/edit')
    await user.click(await screen.findByText('走开'))
    await waitFor(() => expect(unchanged.address()).toBe('/elsewhere'))
  })
})
