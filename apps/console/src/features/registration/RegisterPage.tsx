import { PageHeader, toast, useText, useUnsavedGuard } from '@weft/ui'
import { TypedForms } from '@weft/ui/form/TypedForms.tsx'
import { SystemResult } from '@weft/ui/frame/SystemResult.tsx'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { EntranceFrame } from '../../shared/entrance/EntranceFrame.tsx'
import { EntranceSwitch } from '../../shared/entrance/EntranceSwitch.tsx'
import { useSite } from '@weft/ui/site/use-site.ts'
import { RegistrationForm } from './RegistrationForm.tsx'
import * as text from './registration.text.ts'
import './registration.css'

const LEAVE_MS = 2000

/** Registers an account with a phone or an e-mail. */
export function RegisterPage() {
  const t = useText(text)
  const { channels } = useSite()
  const [params] = useSearchParams()
  const [done, setDone] = useState(false)
  const [typed, setTyped] = useState(false)
  useUnsavedGuard(typed && !done)
  const wanted = params.get('by') === 'email' ? 'email' : 'phone'
  const channel = channels.find((one) => one === wanted) ?? channels[0] ?? 'phone'
  if (done)
    return (
      <EntranceFrame>
        <Registered />
      </EntranceFrame>
    )
  return (
    <EntranceFrame>
      <PageHeader title={t.title} />
      {channels.length > 1 && (
        <EntranceSwitch
          label={t.way}
          current={channel}
          ways={[
            { key: 'phone', label: t.byPhone, to: { search: '' } },
            { key: 'email', label: t.byEmail, to: { search: 'by=email' } },
          ]}
        />
      )}
      <TypedForms onTyped={() => setTyped(true)}>
        <RegistrationForm
          channel={channel}
          onRegistered={() => {
            toast.success(t.done)
            setDone(true)
          }}
        />
      </TypedForms>
      <p className="entrance-links entrance-prose">
        <span>
          {t.known} <Link to="/login">{t.signIn}</Link>
        </span>
      </p>
    </EntranceFrame>
  )
}

/** Replaces the form until the sign-in page opens. */
function Registered() {
  const t = useText(text)
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/login'), LEAVE_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return <SystemResult kind="success" title={t.done} hint={t.doneHint} to="/login" action={t.signInNow} />
}
