import { useQuery } from '@tanstack/react-query'
import { contract, type MemberSummary } from '@weft/contract'
import { asking, Nothing, StatusDot, TimeText, useText } from '@weft/ui'
import { Drawer, Tabs } from 'antd'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { WhyOffline } from '../../../shared/member/WhyOffline.tsx'
import { ClientVersion } from '../ClientVersion.tsx'
import { Facts } from '@weft/ui/parts/DetailCard.tsx'
import * as memberText from '../member.text.ts'
import { shownPhone } from '../shown-phone.ts'
import { DialRecords } from './DialRecords.tsx'
import { LoginRecords } from './LoginRecords.tsx'
import './records.css'
import * as text from './records.text.ts'

/** Shows a software member, when it signed in, and what it connected to. */
export function SoftwareMemberDrawer({ member, onClose }: { member: MemberSummary; onClose: () => void }) {
  const t = useText(text)
  const { router_name } = member
  return (
    <Drawer open size={880} push={false} title={t.title} onClose={onClose}>
      <Head member={member} />
      <Tabs
        getPopupContainer={popupContainer}
        items={[
          { key: 'logins', label: t.logins, children: <LoginRecords router_name={router_name} /> },
          { key: 'dials', label: t.dials, children: <DialRecords router_name={router_name} /> },
        ]}
      />
    </Drawer>
  )
}

function Head({ member }: { member: MemberSummary }) {
  const t = useText(text)
  const m = useText(memberText)
  const { router_name, note, status, online, online_status } = member
  const logins = useQuery(asking(contract.memberRecords.login, { router_name, page: 1 }, { quiet: true, missing: 'stay' }))
  const [last] = logins.data?.rows ?? []
  return (
    <div className="member-records-head">
      <h2 className="weft-mono">{router_name}</h2>
      <Facts
        facts={[
          {
            label: t.state,
            value: (
              <span className="member-records-state">
                {status === 1 ? <StatusDot kind="online" text={m.normal} /> : <StatusDot kind="disabled" text={m.disabled} />}
                <StatusDot kind={online_status === 1 ? 'online' : 'idle'} text={online_status === 1 ? m.signedIn : m.signedOut} />
                {online !== 1 && <WhyOffline member={member} />}
              </span>
            ),
          },
          { label: t.client, value: <ClientVersion client={member} /> },
          { label: m.phone, value: shownPhone(member) ?? <Nothing /> },
          { label: m.note, value: note || <Nothing /> },
          { label: t.lastLogin, value: logins.data && !last ? t.neverLoggedIn : <TimeText at={last?.create_time} /> },
        ]}
      />
    </div>
  )
}
