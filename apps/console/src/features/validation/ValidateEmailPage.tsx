import { contract } from '@weft/contract'
import { ApiRefusal, call, PageHeader, useText } from '@weft/ui'
import { useSubmit } from '@weft/ui/form/use-submit.ts'
import { SystemResult } from '@weft/ui/frame/SystemResult.tsx'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import * as text from './validation.text.ts'

/** What became of the link, with the server's sentence. */
interface Shown {
  kind: 'success' | 'failure'
  msg: string
  hint?: string
}

/** Proves a contact's address; the link in the letter leads here. It waits for a press, because mail services open links by themselves. */
export function ValidateEmailPage() {
  const t = useText(text)
  const [params] = useSearchParams()
  const [outcome, setOutcome] = useState<Shown>()
  const s = params.get('s') ?? ''
  const [validate, loading] = useSubmit(async () => {
    const told = (msg: string) => setOutcome({ kind: 'success', msg, hint: t.validatedHint })
    await call(contract.contacts.validate_email, { s }, { quiet: true, told }).catch((error: unknown) =>
      setOutcome(
        error instanceof ApiRefusal ? { kind: 'failure', msg: error.msg, hint: t.noLinkHint } : { kind: 'failure', msg: t.timedOut },
      ),
    )
  })
  const shown: Shown | undefined = s === '' ? { kind: 'failure', msg: t.noLink, hint: t.noLinkHint } : outcome
  if (!shown)
    return (
      <div className="system-result">
        <PageHeader title={t.title} />
        <p>{t.ask}</p>
        <Button type="primary" autoFocus loading={loading} onClick={() => void validate(undefined)}>
          {t.validate}
        </Button>
      </div>
    )
  const { kind, msg, hint } = shown
  const onward = kind === 'success' ? { to: '/login', action: t.signIn } : { to: '/', action: t.home }
  return (
    <SystemResult kind={kind} title={t.title} hint={msg} {...onward}>
      {hint && <p>{hint}</p>}
    </SystemResult>
  )
}
