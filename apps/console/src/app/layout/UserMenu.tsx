import { BellOutlined, HomeOutlined, LockOutlined } from '@ant-design/icons'
import { useDialog, useText } from '@weft/ui'
import { UserButton } from '@weft/ui/frame/UserButton.tsx'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { OwnPasswordDialog } from '../../shared/account/own-password.ts'
import { useAccount } from '../../shared/account/use-account.ts'
import { signOut } from '../../shared/session/leave.ts'
import { mayOpen } from '../menu.ts'
import { pageAt } from '../pages.ts'
import * as text from './layout.text.ts'

/** Shows who is signed in, with links to the user's settings. */
export function UserMenu() {
  const t = useText(text)
  const navigate = useNavigate()
  const account = useAccount()
  const { nickname, username, ram, user_phone, user_email, message_count } = account
  const name = nickname || username
  const password = useDialog<true>()
  const count = message_count > 0 && <span className="frame-count">{message_count}</span>
  const links = [
    { to: '/account/message', icon: <BellOutlined aria-hidden />, label: t.myMessages, extra: count },
    { to: '/account', icon: <HomeOutlined aria-hidden />, label: t.accountHome },
  ].filter(({ to }) => {
    const page = pageAt(to)
    return page !== undefined && mayOpen(page, account)
  })
  const ownPassword = { key: 'password', icon: <LockOutlined aria-hidden />, label: t.changePassword, onPick: () => password.show(true) }
  return (
    <>
      <UserButton
        label={t.userMenu(name)}
        name={name}
        who={
          <>
            {ram === 1 && <span className="frame-tag">{t.subAccount}</span>}
            <div>{user_phone || user_email || username}</div>
          </>
        }
        items={[
          ...links.map(({ to, ...link }) => ({ ...link, key: to, onPick: () => void navigate(to) })),
          ...(ram === 1 ? [ownPassword] : []),
        ]}
        onSignOut={() => signOut()}
      />
      <Suspense>{password.subject && <OwnPasswordDialog onClose={password.close} />}</Suspense>
    </>
  )
}
