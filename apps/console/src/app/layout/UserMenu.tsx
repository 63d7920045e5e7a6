import { BellOutlined, ColumnHeightOutlined, GlobalOutlined, HomeOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons'
import type { Language } from '@weft/contract'
import { confirm, language, size, type Size, useText } from '@weft/ui'
import { Dropdown, type MenuProps, Tag } from 'antd'
import { useNavigate } from 'react-router'
import { useAccount } from '../../shared/account/use-account.ts'
import { signOut } from '../../shared/session/leave.ts'
import { exists } from '../pages.ts'
import * as text from './layout.text.ts'

const languageNames: Record<Language, string> = { 'zh-CN': '简体中文', en: 'English' }

/** Who is signed in, and what they may set about their console. */
export function UserMenu() {
  const t = useText(text)
  const navigate = useNavigate()
  const { nickname, username, ram, user_phone, user_email, message_count } = useAccount()
  const spoken = language.use()
  const sized = size.use()
  const name = nickname || username
  const leave = async () => {
    if (await confirm({ title: t.signOut, body: t.signOutAsk, action: t.signOut })) await signOut()
  }
  const go = (to: string) => () => void navigate(to)
  const sizeItem = (key: Size) => ({ key, label: t[key], onClick: () => size.set(key) })
  const languageItem = (key: Language) => ({ key, label: <span lang={key}>{languageNames[key]}</span>, onClick: () => language.set(key) })
  const links: MenuProps['items'] = [
    exists('/account/message')
      ? { key: 'message', icon: <BellOutlined />, label: t.myMessages, extra: message_count || undefined, onClick: go('/account/message') }
      : null,
    exists('/account') && ram === 0 ? { key: 'account', icon: <HomeOutlined />, label: t.accountHome, onClick: go('/account') } : null,
  ].filter((item) => item !== null)
  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: (
        <div className="console-who">
          <strong>{name}</strong> {ram === 1 && <Tag>{t.subAccount}</Tag>}
          <div>{user_phone || user_email || username}</div>
        </div>
      ),
    },
    { type: 'divider' },
    ...links,
    {
      key: 'language',
      icon: <GlobalOutlined />,
      label: t.language,
      children: [languageItem('zh-CN'), languageItem('en')],
    },
    { key: 'size', icon: <ColumnHeightOutlined />, label: t.size, children: [sizeItem('large'), sizeItem('medium'), sizeItem('small')] },
    { type: 'divider' },
    { key: 'sign-out', icon: <LogoutOutlined />, label: t.signOut, onClick: () => void leave() },
  ]
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items, selectable: true, selectedKeys: [spoken, sized] }}>
      <button type="button" className="console-header-item console-user" aria-label={t.userMenu(name)} aria-haspopup="menu">
        <span className="console-avatar" aria-hidden="true">
          <UserOutlined />
        </span>
        <span className="console-header-text">{name}</span>
      </button>
    </Dropdown>
  )
}
