import { useQueryClient } from '@tanstack/react-query'
import { contract, sessionRefusals } from '@weft/contract'
import { ApiRefusal, asking, send, toast, useText } from '@weft/ui'
import { SITE_KEY } from '@weft/ui/site/use-site.ts'
import { Spin } from 'antd'
import { useEffect, useRef } from 'react'
import { endOnServer } from '../../shared/session/leave.ts'
import { session } from '../../shared/session/session.ts'
import * as text from './session.text.ts'
import './session.css'

/** What each refusal says of a login link. */
const problems = new Map([
  [sessionRefusals.accessExpired.code, 'linkExpired'],
  [sessionRefusals.linkUsed.code, 'linkUsed'],
  [sessionRefusals.sessionRevoked.code, 'linkEnded'],
  [sessionRefusals.tokenUnknown.code, 'linkUnknown'],
] as const)

interface Props {
  token: string
  onSignedIn: () => void
  /** @param notice why, for the sign-in form */
  onFailed: (notice: string) => void
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
        // Who runs the service stays: it is nobody's data.
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SITE_KEY })
        const info = await send(contract.account.info, {}, { token })
        session.startLink(token)
        client.setQueryData(asking(contract.account.info, {}).queryKey, info)
      } catch (error) {
        if (!(error instanceof ApiRefusal)) return onFailed(t.timedOut)
        const problem = problems.get(error.code)
        return onFailed(t.notAuthorised(problem ? t[problem] : error.msg))
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
