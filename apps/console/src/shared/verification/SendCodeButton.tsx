import { CODE_WAIT_SECONDS } from '@weft/contract'
import { toast, useText } from '@weft/ui'
import { Button, type ButtonProps } from 'antd'
import { useRef, useState } from 'react'
import { useCountdown } from './use-countdown.ts'
import { useDelivery } from './use-delivery.ts'
import * as text from './verification.text.ts'
import { waitOf } from './wait-of.ts'
import './verification.css'

export interface SendCodeProps {
  /** Name of the countdown: all buttons with this name count down together, also after a reload. */
  name: string
  /** Requests a code; returns undefined if the form is not ready for that, and throws if the server refuses. */
  send: () => Promise<{ receipt: string } | undefined>
  disabled?: boolean | undefined
  /** Replaces the usual announcement that a code was sent, for a form that must not reveal whether the account exists. */
  sentText?: string
  size?: ButtonProps['size']
  /** Called when a code was sent. */
  onSent?: () => void
  /** Receives why a code will not arrive, or undefined when another code is requested. */
  onDelivery?: (problem: string | undefined) => void
}

/** Requests a code, then counts down until another may be requested. Reports at once if the code cannot be delivered. */
export function SendCodeButton({ name, send, disabled, sentText, size, onSent, onDelivery }: SendCodeProps) {
  const t = useText(text)
  const { left, start, reset } = useCountdown(name)
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const [announced, setAnnounced] = useState('')
  const follow = useDelivery((reason) => {
    const problem = t.notDelivered(reason)
    setAnnounced('')
    reset()
    toast.error(problem)
    onDelivery?.(problem)
  })
  const press = async () => {
    if (busy.current) return
    busy.current = true
    setSending(true)
    toast.removeProblems()
    setAnnounced('')
    follow(undefined)
    onDelivery?.(undefined)
    try {
      const sent = await send()
      if (!sent) return reset()
      start(CODE_WAIT_SECONDS)
      setAnnounced(sentText ?? t.sent)
      follow(sent.receipt)
      onSent?.()
    } catch (error) {
      const wait = waitOf(error)
      if (wait > 0) start(wait)
      else reset()
    } finally {
      busy.current = false
      setSending(false)
    }
  }
  return (
    <>
      <Button className="verification-send" disabled={disabled || left > 0} loading={sending} onClick={() => void press()} size={size}>
        {left > 0 ? t.again(left) : t.get}
      </Button>
      <span className="weft-hidden" role="status">
        {announced}
      </span>
    </>
  )
}
