import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Input, type InputProps } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import * as text from './parts.text.ts'
import './parts.css'

interface Props extends Omit<InputProps, 'type' | 'suffix'> {
  /** The password was generated for the user to read. */
  shownAtFirst?: boolean
}

/**
 * Shows a password field with a button that reveals it, and a message when Caps Lock is on. It keeps a password that is too long, for the
 * form to say so.
 */
export function PasswordInput({ shownAtFirst = false, ...props }: Props) {
  const t = useText(text)
  const [shown, setShown] = useState(shownAtFirst)
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const label = shown ? t.hidePassword : t.showPassword
  return (
    <>
      <Input
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
