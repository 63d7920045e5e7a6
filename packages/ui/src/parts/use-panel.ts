import { type KeyboardEvent, useRef, useState } from 'react'
import { focusOnceOpen } from '../dialog/focus-once-open.ts'

const STOPS = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]'

/**
 * Handles the keyboard of a panel that a button opens. The panel is elsewhere in the document, so it takes the focus when it opens;
 * Escape, or a Tab past its ends, closes it and returns the focus to the button.
 */
export function usePanel() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    if (event.key !== 'Tab') return
    const stops = [...(panel.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])]
    const edge = event.shiftKey ? stops[0] : stops.at(-1)
    if (edge === undefined || document.activeElement === edge || (event.shiftKey && document.activeElement === panel.current)) {
      event.preventDefault()
      close()
    }
  }
  return {
    open,
    close,
    button,
    /** Props of the panel: a dialog, which needs a name. */
    panel: { ref: panel, role: 'dialog', tabIndex: -1, onKeyDown } as const,
    /** Props of the popover around the button. */
    popover: {
      trigger: 'click',
      open,
      onOpenChange: setOpen,
      afterOpenChange: (shown: boolean) => focusOnceOpen(shown, () => panel.current?.focus()),
    } as const,
  }
}
