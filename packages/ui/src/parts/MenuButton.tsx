import { Button, type ButtonProps, Dropdown } from 'antd'
import { useRef } from 'react'
import { popupContainer } from './popup-container.ts'

interface Item {
  key: string
  label: string
  danger?: boolean
  onClick: () => void
}

/**
 * A button with a menu. What is chosen begins from the button: the item is gone with its menu, so a dialog that it opens
 * gives the keyboard back to the button.
 */
export function MenuButton({ items, ...button }: { items: Item[] } & ButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const chosen = (begin: () => void) => () => {
    trigger.current?.focus({ preventScroll: true })
    begin()
  }
  return (
    <Dropdown
      trigger={['click']}
      getPopupContainer={popupContainer}
      menu={{ items: items.map((item) => ({ ...item, onClick: chosen(item.onClick) })) }}
    >
      <Button {...button} ref={trigger} />
    </Dropdown>
  )
}
