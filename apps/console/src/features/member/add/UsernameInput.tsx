import { useText } from '@weft/ui'
import { Button, Input, type InputProps } from 'antd'
import * as text from './add-member.text.ts'
import './add-member.css'

interface Props extends Omit<InputProps, 'suffix'> {
  sign: string
  /** Opens the dialog that changes the suffix; undefined if the role does not grant it. */
  onEditSign: (() => void) | undefined
}

/** Shows a member's name before `@` and the account's suffix, with a button to change the suffix. */
export function UsernameInput({ sign, onEditSign, ...input }: Props) {
  const t = useText(text)
  return (
    <div className="add-member-name">
      <Input
        {...input}
        suffix={<span className="add-member-sign">@{sign}</span>}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      {onEditSign && (
        <Button type="link" onClick={onEditSign}>
          {t.editSign}
        </Button>
      )}
    </div>
  )
}
