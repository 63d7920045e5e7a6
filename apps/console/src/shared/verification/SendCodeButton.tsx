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
  /** What waits for the next code: every button of this name counts down together, also after a reload. */
  name: string
  /** Asks for a code; answers undefined where the form is not ready for that, and throws where the server refuses. */
  send: () => Promise<{ receipt: string } | undefined>
  disabled?: boolean | undefined
  size?: ButtonProps['size']
  /** A code is on its way. */
  onSent?: () => void
  /** Why a code will not arrive, or undefined once another one is asked for. */
  onDelivery?: (problem: string | undefined) => void
}

/** Asks for a code, then counts down until another may be asked for. Says so at once where the code cannot be delivered. */
export function SendCodeButton({ name, send, disabled, size, onSent, onDelivery }: SendCodeProps) {
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
    setAnnounced('')
    follow(undefined)
    onDelivery?.(undefined)
    try {
      const sent = await send()
      if (!sent) return reset()
      start(CODE_WAIT_SECONDS)
      setAnnounced(t.sent)
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
