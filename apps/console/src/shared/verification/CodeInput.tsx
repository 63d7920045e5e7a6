import { plain, readCode } from '@weft/contract'
import { WithSupport } from '@weft/ui/site/WithSupport.tsx'
import { useText } from '@weft/ui'
import { Input, type InputProps, type InputRef } from 'antd'
import { useId, useRef, useState } from 'react'
import { SendCodeButton, type SendCodeProps } from './SendCodeButton.tsx'
import { useCountdown } from './use-countdown.ts'
import * as text from './verification.text.ts'
import './verification.css'

interface Props extends Omit<InputProps, 'onChange' | 'name'> {
  /** Properties of the button next to the field. */
  code: Pick<SendCodeProps, 'name' | 'send' | 'disabled' | 'sentText'>
  onChange?: (digits: string) => void
}

/** Returns the code in a pasted text, which may be the whole message. */
const codeIn = (text: string) => readCode(/(?<!\d)\d{3}[ -]?\d{3}(?!\d)/.exec(plain(text))?.[0] ?? text)

/** A form's field for a six-digit code from an e-mail or text message, with the button that sends it. Its value is the digits. */
export function CodeInput({ code, onChange, 'aria-describedby': described, ...input }: Props) {
  const t = useText(text)
  const { late } = useCountdown(code.name)
  const [problem, setProblem] = useState<string>()
  const field = useRef<InputRef>(null)
  const box = useRef<HTMLDivElement>(null)
  const note = useId()
  const hint = problem ?? (late ? t.late : undefined)
  const focusField = () => {
    const { activeElement } = document
    // Someone who types elsewhere by the time the code was sent goes on there. A button that is disabled loses the focus to the body.
    if (activeElement === document.body || box.current?.contains(activeElement)) field.current?.focus()
  }
  return (
    <>
      <div className="verification-code" ref={box}>
        <Input
          {...input}
          ref={field}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-describedby={[described, hint && note].filter(Boolean).join(' ') || undefined}
          onChange={(event) => onChange?.(readCode(event.target.value))}
          onPaste={(event) => {
            event.preventDefault()
            onChange?.(codeIn(event.clipboardData.getData('text')))
          }}
        />
        <SendCodeButton {...code} size={input.size} onSent={focusField} onDelivery={setProblem} />
      </div>
      {hint && (
        <p id={note} className={problem ? 'verification-problem' : 'verification-hint'}>
          <WithSupport sentence={hint} />
        </p>
      )}
    </>
  )
}
