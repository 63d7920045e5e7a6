import { Button, type ButtonProps, Dropdown } from 'antd'
import { type SyntheticEvent, useRef } from 'react'
import { popupContainer } from './popup-container.ts'

interface Line {
  type: 'divider'
  key: string
}
interface Item {
  type?: never
  key: string
  label: string
  danger?: boolean
  onClick: () => void
}

/**
 * Shows a button with a menu, whose parts a line may divide. A chosen action starts with the focus on the button: the menu item is gone by then, so a dialog that
 * the action opens returns the focus to the button.
 */
export function MenuButton({ items, ...button }: { items: (Item | Line)[] } & ButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const chosen =
    (begin: () => void) =>
    ({ domEvent }: { domEvent: SyntheticEvent }) => {
      // The Enter that chose the item would otherwise press what has the focus by now: this button again, or 取消 of a question.
      domEvent.preventDefault()
      trigger.current?.focus({ preventScroll: true })
      begin()
    }
  return (
    <Dropdown
      trigger={['click']}
      getPopupContainer={popupContainer}
      menu={{ items: items.map((item) => (item.type ? item : { ...item, onClick: chosen(item.onClick) })) }}
    >
      <Button {...button} ref={trigger} />
    </Dropdown>
  )
}
