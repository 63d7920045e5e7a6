import type { Session } from '@weft/contract'
import { safeRedirect } from '@weft/ui/session/leave.ts'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { EntranceFrame } from '../../shared/entrance/EntranceFrame.tsx'
import { spendLinkToken } from '../../shared/session/link-token.ts'
import { session } from '../../shared/session/session.ts'
import { LinkSignIn } from './LinkSignIn.tsx'
import { LoginForm, type Who } from './LoginForm.tsx'
import { SecondFactorForm } from './SecondFactorForm.tsx'

/** A sign-in that waits for its second factor. */
interface Second {
  challenge: string
  who: Who
}

/** Returns the user named by a link to this page: `?mode=ram&username=@20000001` leaves a sub-account its own name to type. */
const named = (params: URLSearchParams): Who => ({
  username: params.get('username') ?? '',
  mode: params.get('mode') === 'ram' ? 'ram' : 'authorization',
})

/** Signs in with a password, or with the token of a login link. */
export function LoginPage() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [token, setToken] = useState(spendLinkToken)
  const [second, setSecond] = useState<Second>()
  const [back, setBack] = useState<{ who: Who; notice?: string | undefined }>()
  const enter = () => void navigate(safeRedirect(params.get('redirect')), { replace: true })
  const start = (answer: Session) => {
    session.start(answer)
    enter()
  }
  if (token !== undefined)
    return (
      <EntranceFrame>
        <LinkSignIn token={token} onSignedIn={enter} onFailed={() => setToken(undefined)} />
      </EntranceFrame>
    )
  if (second)
    return (
      <EntranceFrame>
        <SecondFactorForm
          challenge={second.challenge}
          onSignedIn={start}
          onBack={(notice) => {
            setBack({ who: second.who, notice })
            setSecond(undefined)
          }}
        />
      </EntranceFrame>
    )
  return (
    <EntranceFrame>
      <LoginForm who={named(params)} {...back} onSignedIn={start} onChallenge={(challenge, who) => setSecond({ challenge, who })} />
    </EntranceFrame>
  )
}
