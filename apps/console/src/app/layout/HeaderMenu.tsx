import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

/** One line of a menu: a deed, or one of several choices under a heading. */
export interface MenuItem {
  key: string
  label: ReactNode
  icon?: ReactNode
  extra?: ReactNode
  /** Present on a choice. */
  chosen?: boolean
  lang?: string
  onPick: () => void
}
export interface MenuSection {
  key: string
  heading?: string
  items: MenuItem[]
}

interface Props {
  label: string
  className?: string
  button: ReactNode
  /** Above the sections; not a part of the menu for the keyboard. */
  top?: ReactNode
  sections: MenuSection[]
}

/** A button of the header and its menu, with the keyboard of the ARIA menu-button pattern. */
export function HeaderMenu({ label, className = '', button, top, sections }: Props) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const id = useId()
  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
  const focusAt = (at: number) => {
    const all = items()
    all[(at + all.length) % all.length]?.focus()
  }
  const close = () => {
    setOpen(false)
    trigger.current?.focus()
  }

  useEffect(() => {
    if (!open) return
    root.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
    }
  }, [open, root])

  const steer = (event: KeyboardEvent) => {
    const at = items().indexOf(document.activeElement as HTMLElement)
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusAt(at + 1),
      ArrowUp: () => focusAt(at - 1),
      Home: () => focusAt(0),
      End: () => focusAt(-1),
      Escape: close,
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  const pick = (item: MenuItem) => {
    close()
    item.onPick()
  }
  return (
    <div className="console-drop" ref={root}>
      <button
        type="button"
        ref={trigger}
        className={`console-header-item ${className}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => event.key === 'ArrowDown' && setOpen(true)}
      >
        {button}
      </button>
      {open && (
        <div className="console-drop-panel">
          {top}
          <div id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={steer}>
            {sections.map(({ key, heading, items }) => (
              <div key={key} role="group" aria-label={heading} className="console-drop-section">
                {heading && <div aria-hidden="true">{heading}</div>}
                {items.map((item) => (
                  <button
                    key={item.key}
                    type="button"
                    role={item.chosen === undefined ? 'menuitem' : 'menuitemradio'}
                    aria-checked={item.chosen}
                    lang={item.lang}
                    tabIndex={-1}
                    onClick={() => pick(item)}
                  >
                    {item.icon}
                    <span>{item.label}</span>
                    {item.extra}
                  </button>
                ))}
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
