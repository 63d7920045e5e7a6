import { contract } from '@weft/contract'
import { ApiRefusal, call, useText } from '@weft/ui'
import { Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Outcome } from '../../shared/entrance/Outcome.tsx'
import * as text from './validation.text.ts'
import './validation.css'

/** What became of the link, with the server's sentence. */
interface Shown {
  kind: 'success' | 'failure'
  msg: string
  hint?: string
}

/** Proves a contact's address; the link in the letter leads here. */
export function ValidateEmailPage() {
  const t = useText(text)
  const [params] = useSearchParams()
  const [outcome, setOutcome] = useState<Shown>()
  const begun = useRef(false)
  const s = params.get('s') ?? ''
  useEffect(() => {
    // The link is valid once.
    if (begun.current || s === '') return
    begun.current = true
    const told = (msg: string) => setOutcome({ kind: 'success', msg, hint: t.validatedHint })
    call(contract.contacts.validate_email, { s }, { quiet: true, told }).catch((error: unknown) =>
      setOutcome(
        error instanceof ApiRefusal ? { kind: 'failure', msg: error.msg, hint: t.noLinkHint } : { kind: 'failure', msg: t.timedOut },
      ),
    )
  }, [s, t])
  const shown: Shown | undefined = s === '' ? { kind: 'failure', msg: t.noLink, hint: t.noLinkHint } : outcome
  if (!shown)
    return (
      <div className="validation-card" role="status">
        <Spin size="large" />
        <span>{t.validating}</span>
      </div>
    )
  const { kind, msg, hint } = shown
  return (
    <div className="validation-card">
      <Outcome kind={kind} title={t.title} {...(kind === 'success' ? { to: '/login', action: t.signIn } : { to: '/', action: t.home })}>
        <p className="validation-answer">{msg}</p>
        {hint && <p>{hint}</p>}
      </Outcome>
    </div>
  )
}
