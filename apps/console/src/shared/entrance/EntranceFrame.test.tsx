// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { openPage, stubBrowser } from '@weft/ui/testing.tsx'
import { expect, it, onTestFinished, vi } from 'vitest'
import { EntranceFrame } from './EntranceFrame.tsx'

const open = (wide: boolean) => {
  stubBrowser(() => ({}), wide)
  openPage(<EntranceFrame>form</EntranceFrame>)
  return document.querySelector('.entrance-loom')!
}

it('the loom is a picture with names of examples, and a band without names on a narrow screen', () => {
  const loom = open(true)
  expect(loom.getAttribute('aria-hidden')).toBe('true')
  expect(loom.querySelectorAll('text')).toHaveLength(11)
  expect(open(false).querySelectorAll('text')).toHaveLength(0)
})

it('the loom stands still while nobody sees the page', () => {
  const loom = open(true)
  expect(loom.classList).not.toContain('entrance-loom-still')
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  onTestFinished(() => state.mockRestore())
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(loom.classList).toContain('entrance-loom-still')
})
