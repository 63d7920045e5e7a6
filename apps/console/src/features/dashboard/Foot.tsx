import { ApartmentOutlined, CustomerServiceOutlined, LaptopOutlined, MessageOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, TimeText, useText } from '@weft/ui'
import { Link } from 'react-router'
import { useAccount } from '../../shared/account/use-account.ts'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import { AnnouncementLine } from './AnnouncementLine.tsx'
import * as text from './foot.text.ts'

/** Shows what a visitor may look for and does not need at once: announcements, shortcuts, and who is signed in. */
export function Foot() {
  return (
    <footer className="dashboard-foot">
      <Shortcuts />
      <Identity />
      <AnnouncementLine />
    </footer>
  )
}

/** Shows a small card, which is a link, of each page that most visits lead to and the login may open. */
function Shortcuts() {
  const t = useText(text)
  const { message_count } = useAccount()
  const isOpen = usePageOpen()
  const shortcuts = [
    { path: '/network/lists', title: t.networks, icon: <ApartmentOutlined aria-hidden /> },
    { path: '/router/lists', title: t.members, icon: <LaptopOutlined aria-hidden /> },
    {
      path: '/account/message',
      title: t.messages,
      icon: <MessageOutlined aria-hidden />,
      hint: message_count > 0 ? t.unread(message_count) : undefined,
    },
    { path: '/ticket/lists', title: t.tickets, icon: <CustomerServiceOutlined aria-hidden /> },
  ].filter(({ path }) => isOpen(path))
  if (shortcuts.length === 0) return null
  return (
    <nav className="dashboard-shortcuts" aria-label={t.shortcuts}>
      {shortcuts.map(({ path, title, icon, hint }) => (
        <Link key={path} className="dashboard-card dashboard-shortcut" to={path}>
          {icon}
          {title}
          {hint && <small>{hint}</small>}
        </Link>
      ))}
    </nav>
  )
}

/** Shows who is signed in, with contacts masked, and when and from where this login was used before. */
function Identity() {
  const t = useText(text)
  const { nickname, username, ram, user_phone, user_email } = useAccount()
  const login = useQuery(asking(contract.account.overview, {}, { quiet: true })).data?.last_login
  return (
    <section className="dashboard-line" aria-label={t.account}>
      <span className="dashboard-line-name">{t.account}</span>
      <span>
        {nickname || username} {ram === 1 && <span className="dashboard-tag">{t.subAccount}</span>}
      </span>
      {user_phone && (
        <span>
          <small>{t.phone}</small> {user_phone}
        </span>
      )}
      {user_email && (
        <span>
          <small>{t.email}</small> {user_email}
        </span>
      )}
      {login && (
        <span>
          <small>{t.lastLogin}</small> <TimeText at={login.time} relative /> {t.lastLoginFrom(login.address)}
        </span>
      )}
    </section>
  )
}
