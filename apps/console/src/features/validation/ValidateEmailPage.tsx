import { contract } from '@weft/contract'
import { ApiRefusal, call, useText } from '@weft/ui'
import { Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Outcome } from '../../shared/entrance/Outcome.tsx'
import * as text from './validation.text.ts'
import './validation.css'

/** Proves a contact's address; the link in the letter leads here. */
export function ValidateEmailPage() {
  const t = useText(text)
  const [params] = useSearchParams()
  const [outcome, setOutcome] = useState<{ problem?: string; hint?: string }>()
  const begun = useRef(false)
  const s = params.get('s') ?? ''
  useEffect(() => {
    // The link is valid once.
    if (begun.current || s === '') return
    begun.current = true
    call(contract.contacts.validate_email, { s }, { quiet: true }).then(
      () => setOutcome({}),
      (error: unknown) => setOutcome(error instanceof ApiRefusal ? { problem: error.msg, hint: t.noLinkHint } : { problem: t.timedOut }),
    )
  }, [s, t])
  const shown = s === '' ? { problem: t.noLink, hint: t.noLinkHint } : outcome
  if (!shown)
    return (
      <div className="validation-card" role="status">
        <Spin size="large" />
        <span>{t.validating}</span>
      </div>
    )
  const { problem, hint } = shown
  return (
    <div className="validation-card">
      {problem === undefined ? (
        <Outcome kind="success" title={t.title} to="/login" action={t.signIn}>
          <p className="validation-answer">{t.validated}</p>
          <p>{t.validatedHint}</p>
        </Outcome>
      ) : (
        <Outcome kind="failure" title={t.title} to="/" action={t.home}>
          <p className="validation-answer">{problem}</p>
          {hint && <p>{hint}</p>}
        </Outcome>
      )}
    </div>
  )
}
