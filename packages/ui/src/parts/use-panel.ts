import { type KeyboardEvent, useRef, useState } from 'react'

const STOPS = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]'

/**
 * The keyboard of a panel that a button opens. The panel stands elsewhere in the document, so it is stood on once it is open, and
 * Escape or a Tab past its ends leads back to the button.
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
    /** Of the panel: a dialog, which needs a name. */
    panel: { ref: panel, role: 'dialog', tabIndex: -1, onKeyDown } as const,
    /** Of the popover around the button. */
    popover: {
      trigger: 'click',
      open,
      onOpenChange: setOpen,
      afterOpenChange: (shown: boolean) => shown && panel.current?.focus(),
    } as const,
  }
}
