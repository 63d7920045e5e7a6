// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { Input } from 'antd'
import { beforeEach, expect, it, vi } from 'vitest'
import { openPage, stubBrowser } from '../testing.tsx'

beforeEach(() => stubBrowser(() => ({})))

/** How browsers mark the keys of an input method. Safari has ended the composition before the key comes. */
const browsers: [string, KeyboardEventInit][] = [
  ['Chrome and Firefox', { isComposing: true, keyCode: 229 }],
  ['Safari', { isComposing: false, keyCode: 229 }],
]

it.each(browsers)('the keys of a composition reach no part of the page: %s', (_, init) => {
  const [entered, pressed, searched] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
  openPage(
    <>
      <Input aria-label="名称" onPressEnter={entered} onKeyDown={pressed} />
      <Input.Search aria-label="搜索" onSearch={searched} />
    </>,
  )
  for (const key of ['Enter', 'Escape', 'Tab', 'ArrowDown']) {
    const kept = fireEvent.keyDown(screen.getByLabelText('名称'), { key, ...init })
    // The input method still gets its key.
    expect(kept).toBe(true)
  }
  fireEvent.keyDown(screen.getByLabelText('搜索'), { key: 'Enter', ...init })
  expect([entered, pressed, searched].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])

  fireEvent.keyDown(screen.getByLabelText('名称'), { key: 'Enter', keyCode: 13 })
  fireEvent.keyDown(screen.getByLabelText('搜索'), { key: 'Enter', keyCode: 13 })
  expect([entered, pressed, searched].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
})

it('a letter that a phone’s keyboard composes is left alone', () => {
  const pressed = vi.fn<() => void>()
  openPage(<Input aria-label="名称" onKeyDown={pressed} />)
  fireEvent.keyDown(screen.getByLabelText('名称'), { key: 'Unidentified', isComposing: true, keyCode: 229 })
  expect(pressed).toHaveBeenCalledOnce()
})
