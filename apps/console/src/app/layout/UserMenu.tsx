import { BellOutlined, HomeOutlined, LockOutlined, LogoutOutlined, SafetyCertificateOutlined, UserOutlined } from '@ant-design/icons'
import { type Language, languages } from '@weft/contract'
import { confirm, language, size, sizes, useDialog, useText } from '@weft/ui'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { OwnPasswordDialog } from '../../shared/account/own-password.ts'
import { useAccount } from '../../shared/account/use-account.ts'
import { signOut } from '../../shared/session/leave.ts'
import { mayOpen } from '../menu.ts'
import { pageAt } from '../pages.ts'
import { HeaderMenu, type MenuSection } from './HeaderMenu.tsx'
import * as text from './layout.text.ts'

const languageNames: Record<Language, string> = { 'zh-CN': '简体中文', en: 'English' }

/** Who is signed in, and what they may set about their console. */
export function UserMenu() {
  const t = useText(text)
  const navigate = useNavigate()
  const account = useAccount()
  const { nickname, username, ram, user_phone, user_email, message_count } = account
  const spoken = language.use()
  const sized = size.use()
  const name = nickname || username
  const leave = async () => {
    if (await confirm({ title: t.signOut, body: t.signOutAsk, action: t.signOut })) await signOut()
  }
  const password = useDialog<true>()
  const count = message_count > 0 && <span className="console-count">{message_count}</span>
  const links = [
    { to: '/account/message', icon: <BellOutlined aria-hidden />, label: t.myMessages, extra: count },
    { to: '/account', icon: <HomeOutlined aria-hidden />, label: t.accountHome },
    { to: '/account/security', icon: <SafetyCertificateOutlined aria-hidden />, label: t.security },
  ].filter(({ to }) => {
    const page = pageAt(to)
    return page !== undefined && mayOpen(page, account)
  })
  const ownPassword = { key: 'password', icon: <LockOutlined aria-hidden />, label: t.changePassword, onPick: () => password.show(true) }
  const sections: MenuSection[] = [
    {
      key: 'links',
      items: [
        ...links.map(({ to, ...link }) => ({ ...link, key: to, onPick: () => void navigate(to) })),
        ...(ram === 1 ? [ownPassword] : []),
      ],
    },
    {
      key: 'language',
      heading: t.language,
      items: languages.map((key) => ({
        key,
        label: languageNames[key],
        lang: key,
        chosen: key === spoken,
        onPick: () => language.set(key),
      })),
    },
    {
      key: 'size',
      heading: t.size,
      items: sizes.map((key) => ({ key, label: t[key], chosen: key === sized, onPick: () => size.set(key) })),
    },
    { key: 'leave', items: [{ key: 'leave', icon: <LogoutOutlined aria-hidden />, label: t.signOut, onPick: () => void leave() }] },
  ]
  return (
    <>
      <HeaderMenu
        label={t.userMenu(name)}
        className="console-user"
        button={
          <>
            <span className="console-avatar" aria-hidden="true">
              <UserOutlined />
            </span>
            <span className="console-header-text">{name}</span>
          </>
        }
        top={
          <div className="console-who">
            <strong>{name}</strong>
            {ram === 1 && <span className="console-tag">{t.subAccount}</span>}
            <div>{user_phone || user_email || username}</div>
          </div>
        }
        sections={sections.filter(({ items }) => items.length > 0)}
      />
      <Suspense>{password.subject && <OwnPasswordDialog onClose={password.close} />}</Suspense>
    </>
  )
}
