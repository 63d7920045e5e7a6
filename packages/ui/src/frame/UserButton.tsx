import { LogoutOutlined, UserOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { confirm } from '../dialog/confirm.ts'
import { useText } from '../i18n/use-text.ts'
import { useDisplaySections } from './display-sections.ts'
import * as text from './frame.text.ts'
import { HeaderMenu, type MenuItem } from './HeaderMenu.tsx'

interface Props {
  label: string
  name: string
  /** The user's identity, shown above the menu. */
  who: ReactNode
  /** The menu items of the app itself. */
  items: MenuItem[]
  onSignOut: () => Promise<void>
}

/** Shows the signed-in user, with a menu of items, screen settings and sign-out. */
export function UserButton({ label, name, who, items, onSignOut }: Props) {
  const t = useText(text)
  const display = useDisplaySections()
  const leave = async () => {
    if (await confirm({ title: t.signOut, body: t.signOutAsk, action: t.signOut })) await onSignOut()
  }
  const signOut = { key: 'leave', icon: <LogoutOutlined aria-hidden />, label: t.signOut, onPick: () => void leave() }
  return (
    <HeaderMenu
      label={label}
      className="frame-user"
      button={
        <>
          <span className="frame-avatar" aria-hidden="true">
            <UserOutlined />
          </span>
          <span className="frame-header-text">{name}</span>
        </>
      }
      top={
        <div className="frame-who">
          <strong>{name}</strong>
          {who}
        </div>
      }
      sections={[{ key: 'links', items }, ...display, { key: 'leave', items: [signOut] }].filter((section) => section.items.length > 0)}
    />
  )
}
