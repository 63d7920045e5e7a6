import { IdcardOutlined, LockOutlined, MailOutlined, MobileOutlined, RightOutlined } from '@ant-design/icons'
import { PageHeader, useText } from '@weft/ui'
import { Link } from 'react-router'
import { useAccount } from '../../../shared/account/use-account.ts'
import { SafetyStrip } from './SafetyStrip.tsx'
import './home.css'
import * as text from './home.text.ts'

/** Shows how safe the account is, and four links to its settings. */
export function AccountHomePage() {
  const t = useText(text)
  const { user_phone, user_email } = useAccount()
  const cards = [
    { to: '/account/password', icon: <LockOutlined />, title: t.password, text: t.passwordText, action: t.changePassword },
    { to: '/account/info', icon: <IdcardOutlined />, title: t.info, text: t.infoText, action: t.view },
    {
      to: '/account/phone',
      icon: <MobileOutlined />,
      title: t.phone,
      text: user_phone ?? t.unbound,
      action: user_phone ? t.change : t.bind,
    },
    {
      to: '/account/email',
      icon: <MailOutlined />,
      title: t.email,
      text: user_email ?? t.unbound,
      action: user_email ? t.change : t.bind,
    },
  ]
  return (
    <>
      <PageHeader title={t.title} />
      <SafetyStrip />
      <ul className="account-cards" aria-label={t.cards}>
        {cards.map(({ to, icon, title, text, action }) => (
          <li key={to} className="account-card">
            <span className="account-icon" aria-hidden="true">
              {icon}
            </span>
            <div className="account-card-body">
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
            <Link to={to} className="account-card-link" aria-label={`${title}：${action}`}>
              {action} <RightOutlined aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
