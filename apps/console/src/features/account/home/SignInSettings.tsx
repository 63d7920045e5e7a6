import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Channel, contract } from '@weft/contract'
import { call, StateText, toast, useDialog, useText } from '@weft/ui'
import { Button } from 'antd'
import { lazy, type ReactNode, Suspense } from 'react'
import { accountChanged } from '../../../shared/account/account-changed.ts'
import { EditSignDialog } from '../../../shared/account/edit-sign.ts'
import { useAccount } from '../../../shared/account/use-account.ts'
import { Term } from '../../../shared/help/Term.tsx'
import type { TermName } from '../../../shared/help/terms.ts'
import * as text from './home.text.ts'

const EnableTotpDialog = lazy(() => import('../dialogs/EnableTotpDialog.tsx'))
const DisableTotpDialog = lazy(async () => ({ default: (await import('@weft/ui/totp/DisableTotpDialog.tsx')).DisableTotpDialog }))

/** Shows how one signs in: the second factor, and for an owner which contact is asked first and the suffix of software members. */
export function SignInSettings() {
  const t = useText(text)
  const queries = useQueryClient()
  const asked = useDialog<'enable' | 'disable' | 'sign'>()
  const { user_phone, user_email, totp, sign, default_channel, ram } = useAccount()
  const on = totp === 1
  const preferred = default_channel ?? (user_phone === null && user_email !== null ? 'email' : 'phone')
  const other = preferred === 'phone' ? 'email' : 'phone'
  const bound: Record<Channel, string | null> = { phone: user_phone, email: user_email }
  const prefer = useMutation({
    mutationFn: (channel: Channel) => call(contract.account[channel === 'phone' ? 'default_phone' : 'default_email'], {}),
    onSuccess: () => {
      toast.success(t.saved)
      return accountChanged(queries)
    },
  })
  const done = () => {
    asked.close()
    void accountChanged(queries)
  }
  return (
    <section id="security" tabIndex={-1} className="account-panel" aria-labelledby="account-security">
      <h2 id="account-security">{t.signIn}</h2>
      <ul className="account-rows">
        <Setting
          title={t.totp}
          term="second_factor"
          value={<StateText state={on ? 'up' : 'idle'}>{on ? t.on : t.off}</StateText>}
          hint={on ? t.totpOnHint : t.totpHint}
          action={
            on ? (
              <Button type="link" onClick={() => asked.show('disable')}>
                {t.disable}
              </Button>
            ) : (
              <Button size="small" onClick={() => asked.show('enable')}>
                {t.enable}
              </Button>
            )
          }
        />
        {ram === 0 && (
          <>
            <Setting
              title={t.preferred}
              value={
                bound[preferred] === null ? (
                  <span className="account-none">{t.bindFirst}</span>
                ) : (
                  `${t.channels[preferred]} ${bound[preferred]}`
                )
              }
              action={
                bound[other] !== null &&
                bound[preferred] !== null && (
                  <Button type="link" loading={prefer.isPending} onClick={() => prefer.mutate(other)}>
                    {t.prefer(other)}
                  </Button>
                )
              }
            />
            <Setting
              title={t.sign}
              term="suffix"
              value={sign === '' ? <span className="account-none">{t.isUnset}</span> : <code>@{sign}</code>}
              hint={t.signHint}
              action={
                <Button type="link" aria-label={`${sign === '' ? t.set : t.change} ${t.sign}`} onClick={() => asked.show('sign')}>
                  {sign === '' ? t.set : t.change}
                </Button>
              }
            />
          </>
        )}
      </ul>
      <Suspense>
        {asked.subject === 'enable' && <EnableTotpDialog onClose={done} />}
        {asked.subject === 'disable' && (
          <DisableTotpDialog
            recovery
            disableWith={(code) => call(contract.account.totp_disable, { code })}
            onClose={asked.close}
            onDisabled={done}
          />
        )}
        {asked.subject === 'sign' && <EditSignDialog sign={sign} onClose={asked.close} onSaved={done} />}
      </Suspense>
    </section>
  )
}

interface SettingProps {
  title: string
  /** Explained by a `?` beside the title. */
  term?: TermName
  value: ReactNode
  hint?: string
  action: ReactNode
}

function Setting({ title, term, value, hint, action }: SettingProps) {
  return (
    <li>
      <div className="account-row-title">
        <h3>{title}</h3>
        {term && <Term of={term} />}
      </div>
      <div className="account-row-value">
        {value}
        {hint && <small>{hint}</small>}
      </div>
      {action}
    </li>
  )
}
