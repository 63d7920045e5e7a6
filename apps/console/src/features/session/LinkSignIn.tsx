import { useQueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, send, toast, useText } from '@weft/ui'
import { Spin } from 'antd'
import { useEffect, useRef } from 'react'
import { endOnServer } from '../../shared/session/leave.ts'
import { session } from '../../shared/session/session.ts'
import * as text from './session.text.ts'
import './session.css'

interface Props {
  token: string
  onSignedIn: () => void
  onFailed: () => void
}

/** Ends an open session, then signs in with the token of a login link if the server knows it. */
export function LinkSignIn({ token, onSignedIn, onFailed }: Props) {
  const t = useText(text)
  const client = useQueryClient()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const signIn = async () => {
      try {
        await endOnServer()
        session.clear()
        client.clear()
        const info = await send(contract.account.info, {}, { token })
        session.startLink(token)
        client.setQueryData(asking(contract.account.info, {}).queryKey, info)
      } catch {
        toast.error(t.notAuthorised)
        return onFailed()
      }
      toast.success(t.authorised)
      onSignedIn()
    }
    void signIn()
  }, [token, client, t, onSignedIn, onFailed])
  return (
    <div className="session-overlay" role="status">
      <Spin size="large" />
      <span>{t.authorising}</span>
    </div>
  )
}
