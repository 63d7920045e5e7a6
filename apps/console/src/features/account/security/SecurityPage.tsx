import { LockOutlined } from '@ant-design/icons'
import { PageHeader, useDialog, useText } from '@weft/ui'
import { Button } from 'antd'
import { Suspense } from 'react'
import { OwnPasswordDialog } from '../../../shared/account/own-password.ts'
import { useAccount } from '../../../shared/account/use-account.ts'
import './security.css'
import * as text from './security.text.ts'
import { SecurityCard } from './SecurityCard.tsx'
import { SessionCard } from './SessionCard.tsx'
import { TotpCard } from './TotpCard.tsx'

/** Shows how the user signs in, and where they are signed in, for owners and sub-accounts alike. */
export function SecurityPage() {
  const t = useText(text)
  const { ram } = useAccount()
  const password = useDialog<true>()
  return (
    <>
      <PageHeader title={t.title} />
      <div className="security-cards">
        {ram === 1 && (
          <SecurityCard
            icon={<LockOutlined />}
            title={t.password}
            text={t.passwordText}
            action={<Button onClick={() => password.show(true)}>{t.changePassword}</Button>}
          />
        )}
        <TotpCard />
        <SessionCard />
      </div>
      <Suspense>{password.subject && <OwnPasswordDialog onClose={password.close} />}</Suspense>
    </>
  )
}
