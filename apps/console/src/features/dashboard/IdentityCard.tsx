import { UserOutlined } from '@ant-design/icons'
import { Skeleton, TimeText, useText } from '@weft/ui'
import { Avatar, Tag } from 'antd'
import { useState } from 'react'
import { useAccount } from '../../shared/account/use-account.ts'
import * as text from './dashboard.text.ts'
import { useOverview } from './use-overview.ts'

/** Shows who is signed in, with their contacts masked. */
export function IdentityCard() {
  const t = useText(text)
  const { nickname, username, ram, user_phone, user_email } = useAccount()
  const [hour] = useState(() => new Date().getHours())
  const overview = useOverview()
  const login = overview.data?.last_login
  return (
    <section className="dashboard-card dashboard-identity">
      <Avatar size={48} icon={<UserOutlined aria-hidden />} aria-hidden />
      <div className="dashboard-who">
        <h2>
          {t.greeting(nickname || username, hour)} {ram === 1 && <Tag>{t.subAccount}</Tag>}
        </h2>
        <dl>
          {user_phone && (
            <div>
              <dt>{t.phone}</dt>
              <dd>{user_phone}</dd>
            </div>
          )}
          {user_email && (
            <div>
              <dt>{t.email}</dt>
              <dd>{user_email}</dd>
            </div>
          )}
          {login && (
            <div>
              <dt>{t.lastLogin}</dt>
              <dd>
                <TimeText at={login.time} relative /> {t.lastLoginFrom(login.address)}
              </dd>
            </div>
          )}
          {overview.isPending && <Skeleton title={{ width: 160 }} paragraph={false} />}
        </dl>
      </div>
    </section>
  )
}
