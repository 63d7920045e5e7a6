import { KeyOutlined, MailOutlined, MobileOutlined, UserOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type Channel, industries, type Industry } from '@weft/contract'
import { language, useDialog, useText } from '@weft/ui'
import { lazy, Suspense } from 'react'
import { accountChanged } from '../../../shared/account/account-changed.ts'
import { useAccount } from '../../../shared/account/use-account.ts'
import { AccountCard } from './AccountCard.tsx'
import * as text from './home.text.ts'
import { safetyOf } from './safety.ts'

const BindPhoneDialog = lazy(() => import('../dialogs/BindPhoneDialog.tsx'))
const BindEmailDialog = lazy(() => import('../dialogs/BindEmailDialog.tsx'))

const icons: Record<Channel, React.ReactNode> = { phone: <MobileOutlined />, email: <MailOutlined /> }

/** Shows the four cards of an owner: password, details, phone and e-mail. */
export function AccountCards() {
  const t = useText(text)
  const spoken = language.use()
  const queries = useQueryClient()
  const binding = useDialog<Channel>()
  const account = useAccount()
  const { user_phone, user_email, birthday, industry, occupation } = account
  const filled = birthday !== null && industry !== null && occupation !== null
  const { level } = safetyOf(account)
  const done = () => {
    binding.close()
    void accountChanged(queries)
  }
  const contact = (channel: Channel, bound: string | null) => (
    <AccountCard
      icon={icons[channel]}
      title={t.contacts[channel]}
      state={{ set: bound !== null, word: bound === null ? t.uncertified : t.certified }}
      value={bound ?? t.without[channel]}
      hint={bound === null ? t.onceBound[channel] : t.boundFor[channel]}
      urgent={channel === 'phone' && level === 'low'}
      action={
        bound === null
          ? { label: t.bindContact[channel], onAct: () => binding.show(channel) }
          : { label: t.changeContact[channel], to: `/account/${channel}` }
      }
    />
  )
  return (
    <>
      <ul id="info" tabIndex={-1} className="account-cards" aria-label={t.cards}>
        <AccountCard
          icon={<KeyOutlined />}
          title={t.password}
          state={{ set: true, word: t.isSet }}
          value="••••••••"
          hint={t.passwordHint}
          action={{ label: t.changePassword, to: '/account/password' }}
        />
        <AccountCard
          icon={<UserOutlined />}
          title={t.info}
          state={{ set: filled, word: filled ? t.isSet : t.isUnset }}
          value={filled ? `${industries[industry as Industry]?.[spoken] ?? industry} · ${occupation}` : t.unfilled}
          hint={filled ? t.birthday(birthday) : t.oneMinute}
          action={{ label: filled ? t.editInfo : t.set, to: '/account/edit' }}
        />
        {contact('phone', user_phone)}
        {contact('email', user_email)}
      </ul>
      <Suspense>
        {binding.subject === 'phone' && <BindPhoneDialog onClose={binding.close} onBound={done} />}
        {binding.subject === 'email' && <BindEmailDialog onClose={binding.close} onBound={done} />}
      </Suspense>
    </>
  )
}
