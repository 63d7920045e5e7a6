import { Button, type ButtonProps, Dropdown } from 'antd'
import { type SyntheticEvent, useRef } from 'react'
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
  const chosen =
    (begin: () => void) =>
    ({ domEvent }: { domEvent: SyntheticEvent }) => {
      // The Enter that chose would press what has the focus by now: this button once more, or 取消 of the question that begins.
      domEvent.preventDefault()
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
