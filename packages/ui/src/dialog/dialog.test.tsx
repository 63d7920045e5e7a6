// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openPage, stubBrowser } from '../testing.tsx'
import { ConfirmByTyping } from './ConfirmByTyping.tsx'
import { confirm } from './confirm.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'
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
  function Editor({ changed }: { changed: boolean }) {
    const { leave } = useUnsavedGuard(changed)
    return (
      <>
        <Link to="/elsewhere">走开</Link>
        <button type="button" onClick={() => leave(() => undefined)}>
          已保存
        </button>
      </>
    )
  }

  it('is not discarded without a question', async () => {
    const { address } = openPage(<Editor changed />, '/edit', '/edit')
    await user.click(await screen.findByText('走开'))
    await user.click(await screen.findByRole('button', { name: '继续编辑' }))
    expect(address()).toBe('/edit')
    await user.click(screen.getByText('走开'))
    await user.click(await screen.findByRole('button', { name: '放弃' }))
    await waitFor(() => expect(address()).toBe('/elsewhere'))
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
