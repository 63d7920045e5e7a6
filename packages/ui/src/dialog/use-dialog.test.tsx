// @vitest-environment jsdom
import { act, render, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useDialog } from './use-dialog.ts'

it('a dialog that was opened while nothing had the focus leaves the focus on the heading of the page', () => {
  const { container } = render(<h1 tabIndex={-1}>运营人员</h1>)
  const { result } = renderHook(() => useDialog<true>())
  expect(document.activeElement).toBe(document.body)
  act(() => result.current.show(true))
  act(() => result.current.close())
  expect(document.activeElement).toBe(container.querySelector('h1'))
})
