import type { Session } from '@weft/contract'
import { lastSignIn, rememberSignIn } from '@weft/ui/session/last-sign-in.ts'
import { forgetLeaveReason, safeRedirect } from '@weft/ui/session/leave.ts'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { EntranceFrame } from '../../shared/entrance/EntranceFrame.tsx'
import { spendLinkToken } from '../../shared/session/link-token.ts'
import { session } from '../../shared/session/session.ts'
import { LinkSignIn } from './LinkSignIn.tsx'
import { LoginForm, type Mode, modes, type Who } from './LoginForm.tsx'
import { SecondFactorForm } from './SecondFactorForm.tsx'

/** A sign-in that waits for its second factor. */
interface Second {
  challenge: string
  who: Who
}

/** Returns the mode of the address: `mode=2`, or `mode=ram` in links from before, is that of sub-accounts. */
function modeOf(params: URLSearchParams): Mode | undefined {
  const named = params.get('mode')
  return named === null ? undefined : named === '2' || named === 'ram' ? 'ram' : 'authorization'
}

/**
 * Returns the user named by a link to this page: `?mode=2&username=@20000001` leaves a sub-account its own name to type. What the link does
 * not name is that of the user who signed in here last.
 */
function named(params: URLSearchParams): Who {
  const last = lastSignIn(modes)
  const mode = modeOf(params) ?? (params.has('username') ? 'authorization' : last?.mode) ?? 'authorization'
  return { mode, username: params.get('username') ?? (last?.mode === mode ? last.username : '') }
}

/** Signs in with a password, or with the token of a login link. */
export function LoginPage() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [token, setToken] = useState(spendLinkToken)
  const [second, setSecond] = useState<Second>()
  const [back, setBack] = useState<{ who?: Who; notice?: string | undefined }>()
  const enter = () => void navigate(safeRedirect(params.get('redirect')), { replace: true })
  const start = (answer: Session, who: Who) => {
    session.start(answer)
    rememberSignIn(who)
    forgetLeaveReason()
    enter()
  }
  if (token !== undefined)
    return (
      <EntranceFrame>
        <LinkSignIn
          token={token}
          onSignedIn={enter}
          onFailed={(notice) => {
            setBack({ notice })
            setToken(undefined)
          }}
        />
      </EntranceFrame>
    )
  if (second)
    return (
      <EntranceFrame>
        <SecondFactorForm
          challenge={second.challenge}
          onSignedIn={(answer) => start(answer, second.who)}
          onBack={(notice) => {
            setBack({ who: second.who, notice })
            setSecond(undefined)
          }}
        />
      </EntranceFrame>
    )
  const { mode, username } = named(params)
  return (
    <EntranceFrame>
      <LoginForm
        mode={modeOf(params) ?? back?.who?.mode ?? mode}
        known={back?.who?.username ?? username}
        notice={back?.notice}
        onSignedIn={start}
        onChallenge={(challenge, who) => setSecond({ challenge, who })}
      />
    </EntranceFrame>
  )
}
