// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { lazy } from 'react'
import { expect, it } from 'vitest'
import { user } from '../testing/user.ts'
import { PaletteHost } from './PaletteHost.tsx'
import { usePalette } from './use-palette.ts'

function Field() {
  const { typed } = usePalette()
  return <input aria-label="field" value={typed} readOnly />
}

it('what is typed before the palette has loaded is in its field, and reaches nothing else', async () => {
  const loaded = Promise.withResolvers<{ default: typeof Field }>()
  const Palette = lazy(() => loaded.promise)
  const heard: string[] = []
  const listen = ({ key, defaultPrevented }: KeyboardEvent) => !defaultPrevented && heard.push(key)
  render(<PaletteHost Palette={Palette} />)
  await user.keyboard('{Control>}k{/Control}')
  window.addEventListener('keydown', listen)
  await user.keyboard('hefeix{Backspace} 2')
  await act(async () => loaded.resolve({ default: Field }))
  window.removeEventListener('keydown', listen)
  expect(screen.getByLabelText<HTMLInputElement>('field').value).toBe('hefei 2')
  expect(heard).toEqual([])
})
