import {
  IdcardOutlined,
  LockOutlined,
  MailOutlined,
  MobileOutlined,
  SafetyCertificateOutlined,
  SendOutlined,
  TagOutlined,
} from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Channel, contract } from '@weft/contract'
import { call, PageHeader, toast, useDialog, useText } from '@weft/ui'
import { lazy, Suspense } from 'react'
import { EditSignDialog } from '../../../shared/account/edit-sign.ts'
import { useAccount } from '../../../shared/account/use-account.ts'
import { accountChanged } from '../../../shared/account/account-changed.ts'
import './info.css'
import * as text from './info.text.ts'
import { SettingRow } from './SettingRow.tsx'

const BindPhoneDialog = lazy(() => import('../dialogs/BindPhoneDialog.tsx'))
const BindEmailDialog = lazy(() => import('../dialogs/BindEmailDialog.tsx'))

/** Shows every account setting that an owner may change, with its state. */
export function AccountInfoPage() {
  const t = useText(text)
  const queries = useQueryClient()
  const asked = useDialog<Channel | 'sign'>()
  const { user_phone, user_email, birthday, industry, occupation, totp, sign, default_channel } = useAccount()
  const preferred = default_channel ?? 'phone'
  const other = preferred === 'phone' ? 'email' : 'phone'
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
  const isSet = (set: boolean) => ({ kind: set ? ('online' as const) : ('idle' as const), text: set ? t.isSet : t.isUnset })
  const contactRow = (channel: Channel, bound: string | null) => ({
    status: { kind: bound ? ('online' as const) : ('pending' as const), text: bound ? t.certified : t.uncertified },
    value: bound ?? undefined,
    ...(bound ? { action: t.change, to: `/account/${channel}` } : { action: t.certify, onAct: () => asked.show(channel) }),
  })
  return (
    <>
      <PageHeader title={t.title} />
      <ul className="account-rows" aria-label={t.rows}>
        <SettingRow
          icon={<IdcardOutlined />}
          title={t.profile}
          text={t.profileText}
          status={isSet(birthday !== null && industry !== null && occupation !== null)}
          action={t.set}
          to="/account/edit"
        />
        <SettingRow
          icon={<LockOutlined />}
          title={t.password}
          text={t.passwordText}
          status={isSet(true)}
          action={t.change}
          to="/account/password"
        />
        <SettingRow icon={<MobileOutlined />} title={t.phone} text={t.phoneText} {...contactRow('phone', user_phone)} />
        <SettingRow icon={<MailOutlined />} title={t.email} text={t.emailText} {...contactRow('email', user_email)} />
        <SettingRow
          icon={<SafetyCertificateOutlined />}
          title={t.totp}
          term="second_factor"
          text={t.totpText}
          status={totp === 1 ? { kind: 'online', text: t.on } : { kind: 'disabled', text: t.off }}
          action={totp === 1 ? t.manage : t.set}
          to="/account/security"
        />
        {user_phone !== null && user_email !== null && (
          <SettingRow
            icon={<SendOutlined />}
            title={t.preferred}
            text={t.preferredText}
            status={t.channels[preferred]}
            action={t.prefer(other)}
            onAct={() => prefer.mutate(other)}
            busy={prefer.isPending}
          />
        )}
        <SettingRow
          icon={<TagOutlined />}
          title={t.sign}
          term="suffix"
          text={t.signText}
          status={isSet(sign !== '')}
          value={sign && `@${sign}`}
          action={sign === '' ? t.set : t.change}
          onAct={() => asked.show('sign')}
        />
      </ul>
      <Suspense>
        {asked.subject === 'sign' && <EditSignDialog sign={sign} onClose={asked.close} onSaved={done} />}
        {asked.subject === 'phone' && <BindPhoneDialog onClose={asked.close} onBound={done} />}
        {asked.subject === 'email' && <BindEmailDialog onClose={asked.close} onBound={done} />}
      </Suspense>
    </>
  )
}
