import { PageHeader, useText, useUnsavedGuard } from '@weft/ui'
import { TypedForms } from '@weft/ui/form/TypedForms.tsx'
import { SystemResult } from '@weft/ui/frame/SystemResult.tsx'
import { Steps } from 'antd'
import { useReducer, useState } from 'react'
import { Link } from 'react-router'
import { EntranceFrame } from '../../shared/entrance/EntranceFrame.tsx'
import { useSite } from '@weft/ui/site/use-site.ts'
import { AccountStep } from './AccountStep.tsx'
import { IdentityStep } from './IdentityStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { recover, start, steps } from './recovery.wizard.ts'
import * as text from './recovery.text.ts'
import './recovery.css'

/** Sets a new password for a user who proves to be the owner. */
export function ResetPage() {
  const t = useText(text)
  const { channels } = useSite()
  const [recovery, tell] = useReducer(recover, start)
  const [typed, setTyped] = useState(false)
  useUnsavedGuard(typed && recovery.step !== 'done')
  const end = (msg: string) => tell({ type: 'ended', msg })
  if (recovery.step === 'done')
    return (
      <EntranceFrame>
        <SystemResult kind="success" title={t.done} hint={t.doneHint} to="/login" action={t.signInNow} />
      </EntranceFrame>
    )
  return (
    <EntranceFrame>
      <PageHeader title={t.title} />
      <Steps
        className="recovery-steps"
        size="small"
        responsive={false}
        current={steps.indexOf(recovery.step)}
        items={t.steps.map((title) => ({ title }))}
      />
      <TypedForms onTyped={() => setTyped(true)}>
        {recovery.step === 'account' && (
          <AccountStep
            notice={recovery.notice}
            onFound={(uniqid, contacts) => tell({ type: 'found', uniqid, contacts, sendable: channels })}
          />
        )}
        {recovery.step === 'identity' && (
          <IdentityStep
            recovery={recovery}
            onChosen={(channel) => tell({ type: 'chosen', channel })}
            onProved={() => tell({ type: 'proved' })}
            onBack={() => tell({ type: 'back' })}
            onEnded={end}
          />
        )}
        {recovery.step === 'password' && (
          <PasswordStep uniqid={recovery.uniqid} onChanged={() => tell({ type: 'changed' })} onEnded={end} />
        )}
      </TypedForms>
      <p className="entrance-links entrance-prose">
        <span>
          {t.remembered} <Link to="/login">{t.signIn}</Link>
        </span>
      </p>
    </EntranceFrame>
  )
}
