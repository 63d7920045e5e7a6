import { Button, type ButtonProps, Tooltip } from 'antd'

interface Props extends Omit<ButtonProps, 'disabled' | 'onClick'> {
  /** Why it cannot be pressed, shown on hover and focus; undefined lets it be pressed. */
  reason: string | undefined
  onPress: () => void
}

/** A button that can say why it is off: it stays reachable by keyboard, unlike a disabled one. */
export function BlockedButton({ reason, onPress, ...button }: Props) {
  if (reason === undefined) return <Button {...button} onClick={onPress} />
  return (
    <Tooltip title={reason} trigger={['hover', 'focus']}>
      <Button {...button} aria-disabled className="ant-btn-disabled" />
    </Tooltip>
  )
}
