// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toast } from './toast.ts'
import { ToastHost } from './ToastHost.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<ToastHost />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const shown = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
function say(...contents: string[]): void {
  act(() => {
    for (const content of contents) toast.info(content)
  })
}
function after(seconds: number): void {
  act(() => {
    vi.advanceTimersByTime(seconds * 1000)
  })
}

it('the screen shows at most three toasts, the newest, for five seconds', () => {
  say('1', '2', '3', '4')
  expect(shown()).toEqual(['2', '3', '4'])
  after(4.9)
  expect(shown()).toHaveLength(3)
  after(0.1)
  expect(shown()).toEqual([])
})

it('a repeated toast is shown once and its time restarts', () => {
  say('1', '2')
  after(4)
  say('1')
  expect(shown()).toEqual(['1', '2'])
  after(4)
  expect(shown()).toEqual(['1'])
})

it('a toast stays while the pointer is over it', () => {
  say('1')
  fireEvent.mouseEnter(screen.getByRole('alert'))
  after(60)
  expect(shown()).toEqual(['1'])
  fireEvent.mouseLeave(screen.getByRole('alert'))
  after(5)
  expect(shown()).toEqual([])
})

it('the next try removes errors and warnings, and leaves what succeeded', () => {
  act(() => {
    toast.error('1')
    toast.warning('2')
    toast.success('3')
  })
  expect(shown()).toEqual(['1', '2', '3'])
  act(() => toast.removeProblems())
  expect(shown()).toEqual(['3'])
})

it('the next submit of any form removes errors before the form says new ones', () => {
  render(
    <form
      aria-label="form"
      onSubmit={(event) => {
        event.preventDefault()
        toast.error('new')
      }}
    />,
  )
  act(() => {
    toast.error('old')
    toast.success('done')
  })
  fireEvent.submit(screen.getByRole('form'))
  expect(shown()).toEqual(['done', 'new'])
})
