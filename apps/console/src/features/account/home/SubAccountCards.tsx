import { KeyOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { useDialog, useText } from '@weft/ui'
import { Suspense } from 'react'
import { OwnPasswordDialog } from '../../../shared/account/own-password.ts'
import { AccountCard } from './AccountCard.tsx'
import * as text from './home.text.ts'

/** Shows the two cards of a sub-account: its password, and who decides on its rights. */
export function SubAccountCards() {
  const t = useText(text)
  const password = useDialog<true>()
  return (
    <>
      <ul className="account-cards account-cards-two" aria-label={t.cards}>
        <AccountCard
          icon={<KeyOutlined />}
          title={t.password}
          state={{ set: true, word: t.isSet }}
          value="••••••••"
          hint={t.ownPasswordHint}
          action={{ label: t.changePassword, onAct: () => password.show(true) }}
        />
        <AccountCard icon={<SafetyCertificateOutlined />} title={t.rights} value={t.byRole} hint={t.rightsHint} />
      </ul>
      <Suspense>{password.subject && <OwnPasswordDialog onClose={password.close} />}</Suspense>
    </>
  )
}
