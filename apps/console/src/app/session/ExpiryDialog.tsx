import { textNow, useText } from '@weft/ui'
import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { endSession, signOut } from '../../shared/session/leave.ts'
import { session } from '../../shared/session/session.ts'
import * as text from '../app.text.ts'
import * as layout from '../layout/layout.text.ts'

const ANNOUNCE_MS = 120_000

/** Whole seconds until nothing can prolong the session, once there are two minutes or fewer. */
function useSecondsLeft(): number | undefined {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    const look = () => {
      const current = session.get()
      const ms = current ? current.session_expires - Date.now() : Infinity
      if (ms <= 0) endSession(textNow(text).expired)
      setLeft(ms <= ANNOUNCE_MS ? Math.max(0, Math.ceil(ms / 1000)) : undefined)
    }
    look()
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [])
  return left
}

/** Two minutes before a forced end: 「登录即将过期」. */
export function ExpiryDialog() {
  const t = useText(text)
  const { signOut: leave } = useText(layout)
  const left = useSecondsLeft()
  const [putOff, setPutOff] = useState(false)
  if (left === undefined || putOff) return null
  const goOn = () => {
    setPutOff(true)
    void session.refresh().catch(() => undefined)
  }
  return (
    <Modal
      open
      width={416}
      title={t.expiring}
      onCancel={goOn}
      footer={[
        <Button key="leave" onClick={() => void signOut()}>
          {leave}
        </Button>,
        <Button key="on" type="primary" autoFocus onClick={goOn}>
          {t.goOn}
        </Button>,
      ]}
    >
      <p role="timer">{t.expiringIn(left)}</p>
    </Modal>
  )
}
