import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { Button, type ButtonProps, Tooltip } from 'antd'

interface Props extends Omit<ButtonProps, 'disabled' | 'onClick'> {
  /** The reason why it cannot be pressed, shown on hover and focus; undefined enables it. */
  reason: string | undefined
  onPress: () => void
}

/** A button that shows why it is disabled; unlike a natively disabled one it can still be focused by keyboard. */
export function BlockedButton({ reason, onPress, ...button }: Props) {
  if (reason === undefined) return <Button {...button} onClick={onPress} />
  return (
    <Tooltip title={reason} trigger={['hover', 'focus']} getPopupContainer={popupContainer}>
      <Button {...button} aria-disabled className="ant-btn-disabled" />
    </Tooltip>
  )
}
