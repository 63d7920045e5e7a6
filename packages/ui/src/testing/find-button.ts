import { waitFor } from '@testing-library/react'
import { user } from './user.ts'

const nameOf = (button: Element) => (button.getAttribute('aria-label') ?? button.textContent ?? '').trim()

/** Waits for the only button of that name. Searches by label or text, because a query by role is slow in a full table. */
export const findButton = (name: string, inside: Element = document.body): Promise<HTMLButtonElement> =>
  waitFor(() => {
    const found = [...inside.querySelectorAll('button')].filter((button) => nameOf(button) === name)
    if (found.length !== 1) throw new Error(`${found.length} buttons are called ${name}`)
    return found[0]!
  })

/** Presses the only button of that name. */
export const press = async (name: string, inside?: Element): Promise<void> => user.click(await findButton(name, inside))

/** Waits for the open dialog with that title. */
export const findDialog = (title: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].filter(
      (dialog) => dialog.querySelector('.ant-modal-title, .ant-drawer-title')?.textContent === title,
    )
    if (found.length !== 1) throw new Error(`${found.length} dialogs are called ${title}`)
    return found[0]!
  })
