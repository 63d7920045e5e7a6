import { ApartmentOutlined, CustomerServiceOutlined, MailOutlined, TeamOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Link } from 'react-router'
import { useAccount } from '../../shared/account/use-account.ts'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import * as text from './dashboard.text.ts'

/** Shows links to the pages that are open to the login. */
export function ShortcutCards() {
  const t = useText(text)
  const { message_count } = useAccount()
  const isOpen = usePageOpen()
  const shortcuts = [
    { path: '/network/lists', icon: <ApartmentOutlined aria-hidden />, title: t.networks, hint: t.networksText },
    { path: '/router/lists', icon: <TeamOutlined aria-hidden />, title: t.members, hint: t.membersText },
    { path: '/account/message', icon: <MailOutlined aria-hidden />, title: t.messages, hint: t.unread(message_count) },
    { path: '/ticket/lists', icon: <CustomerServiceOutlined aria-hidden />, title: t.tickets, hint: t.ticketsText },
  ].filter(({ path }) => isOpen(path))
  return (
    <nav className="dashboard-shortcuts" aria-label={t.shortcuts}>
      {shortcuts.map(({ path, icon, title, hint }) => (
        <Link key={path} to={path} className="dashboard-card dashboard-shortcut">
          <span className="dashboard-icon" aria-hidden>
            {icon}
          </span>
          <span>
            <strong>{title}</strong>
            <small>{hint}</small>
          </span>
        </Link>
      ))}
    </nav>
  )
}
