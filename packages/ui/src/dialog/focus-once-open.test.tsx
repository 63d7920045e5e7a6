// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { focusOnceOpen } from './focus-once-open.ts'

afterEach(() => document.body.replaceChildren())
/** Returns the fields of a page, and of the dialogs that are open on it, the last one on top. */
function fields(...dialogs: string[][]): Record<string, HTMLInputElement> {
  const all: Record<string, HTMLInputElement> = {}
  const add = (parent: HTMLElement, names: string[]) => {
    for (const name of names) parent.append((all[name] = document.createElement('input')))
  }
  add(document.body, ['page'])
  for (const names of dialogs) {
    const dialog = document.createElement('div')
    dialog.setAttribute('role', 'dialog')
    add(dialog, names)
    document.body.append(dialog)
  }
  return all
}

it('a dialog that has opened gives the focus to its first field', () => {
  const { page, first } = fields(['first', 'second'])
  page!.focus()
  focusOnceOpen(true, () => first!.focus())
  expect(document.activeElement).toBe(first)
})

it('a user who is in another of its fields already stays there', () => {
  const { first, second } = fields(['first', 'second'])
  second!.focus()
  focusOnceOpen(true, () => first!.focus())
  expect(document.activeElement).toBe(second)
})

it('a dialog above another takes the focus from the fields of that one, and none when it has closed', () => {
  const { below, above } = fields(['below'], ['above'])
  below!.focus()
  const focus = () => above!.focus()
  focusOnceOpen(false, focus)
  expect(document.activeElement).toBe(below)
  focusOnceOpen(true, focus)
  expect(document.activeElement).toBe(above)
})
