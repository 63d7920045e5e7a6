import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { safeRedirect } from '../../shared/session/leave.ts'
import { spendLinkToken } from '../../shared/session/link-token.ts'
import { session } from '../../shared/session/session.ts'
import { LinkSignIn } from './LinkSignIn.tsx'
import { LoginForm } from './LoginForm.tsx'
import { SignInFrame } from './SignInFrame.tsx'

/** Signs in with a password, or with the token of a login link. */
export function LoginPage() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [token, setToken] = useState(spendLinkToken)
  const enter = () => void navigate(safeRedirect(params.get('redirect')), { replace: true })
  return (
    <SignInFrame>
      {token === undefined ? (
        <LoginForm
          onSignedIn={(answer) => {
            session.start(answer)
            enter()
          }}
        />
      ) : (
        <LinkSignIn token={token} onSignedIn={enter} onFailed={() => setToken(undefined)} />
      )}
    </SignInFrame>
  )
}
