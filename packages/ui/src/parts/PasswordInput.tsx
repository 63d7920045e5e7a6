import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Input, type InputProps } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import * as text from './parts.text.ts'
import './parts.css'

/** Longer passwords are cut while they are typed (specification 1 §5). */
const LONGEST = 18

interface Props extends Omit<InputProps, 'type' | 'suffix'> {
  /** The password was generated for the user to read. */
  shownAtFirst?: boolean
}

/** Shows a password field with a button that reveals it, and a message when Caps Lock is on. */
export function PasswordInput({ shownAtFirst = false, ...props }: Props) {
  const t = useText(text)
  const [shown, setShown] = useState(shownAtFirst)
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const label = shown ? t.hidePassword : t.showPassword
  return (
    <>
      <Input
        maxLength={LONGEST}
        {...props}
        type={shown ? 'text' : 'password'}
        onKeyDown={look}
        onKeyUp={look}
        suffix={
          <button type="button" className="weft-icon-button" aria-label={label} aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
          </button>
        }
      />
      <span className="weft-field-hint" role="status">
        {capsLock && t.capsLock}
      </span>
    </>
  )
}
