import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

/** One line of a menu: an action, a link, or one of several choices under a heading. */
export interface MenuItem {
  key: string
  label: ReactNode
  icon?: ReactNode
  extra?: ReactNode
  /** Set only for a choice. */
  chosen?: boolean
  lang?: string
  /** Makes the item a link: to a new tab, to a file, or (with `onPick`) to a page of the app. An open menu must keep it, or the focus is lost. */
  link?: { href: string; newTab?: boolean; file?: boolean }
  /** The item is shown and can take the focus, but not be picked. */
  disabled?: boolean
  onPick?: () => void
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
  /** Shown above the sections; not part of the menu for the keyboard. */
  top?: ReactNode
  sections: MenuSection[]
  onOpen?: () => void
}

/** Shows a button of the header and its menu, with the keyboard of the ARIA menu-button pattern. */
export function HeaderMenu({ label, className = '', button, top, sections, onOpen }: Props) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const id = useId()
  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
  const focusAt = (at: number) => {
    const all = items()
    all[(at + all.length) % all.length]?.focus()
  }
  const show = () => {
    setOpen(true)
    onOpen?.()
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
  const pick = (item: MenuItem, event: MouseEvent) => {
    if (item.onPick || item.disabled) event.preventDefault()
    if (item.disabled) return
    // A browser follows only a link that is still on the page after its click.
    if (item.link && !item.onPick) setTimeout(close)
    else close()
    item.onPick?.()
  }
  return (
    <div className="frame-drop" ref={root}>
      <button
        type="button"
        ref={trigger}
        className={`frame-header-item ${className}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => (open ? setOpen(false) : show())}
        onKeyDown={(event) => event.key === 'ArrowDown' && show()}
      >
        {button}
      </button>
      {open && (
        <div className="frame-drop-panel">
          {top}
          <div id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={steer}>
            {sections.map(({ key, heading, items }) => (
              <div key={key} role="group" aria-label={heading} className="frame-drop-section">
                {heading && <div aria-hidden="true">{heading}</div>}
                {items.map((item) => (
                  <MenuLine key={item.key} item={item} onPick={(event) => pick(item, event)} />
                ))}
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

function MenuLine({ item, onPick }: { item: MenuItem; onPick: (event: MouseEvent) => void }) {
  const { label, icon, extra, chosen, lang, link, disabled } = item
  const common = {
    role: chosen === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': chosen,
    'aria-disabled': disabled,
    lang,
    tabIndex: -1,
    onClick: onPick,
  }
  const content = (
    <>
      {icon}
      <span className="frame-drop-label">{label}</span>
      {extra}
    </>
  )
  if (!link)
    return (
      <button type="button" {...common}>
        {content}
      </button>
    )
  return (
    <a href={link.href} download={link.file} {...(link.newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})} {...common}>
      {content}
    </a>
  )
}
