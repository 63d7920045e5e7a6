import type { MemberInfo } from '@weft/contract'
import { CopyText, Nothing, StatusDot, TimeText, useText } from '@weft/ui'
import { MemberOnline } from '../../../../shared/member/MemberOnline.tsx'
import { ClientVersion } from '../../ClientVersion.tsx'
import { shownPhone } from '../../shown-phone.ts'
import { DetailCard, Facts } from '@weft/ui/parts/DetailCard.tsx'
import * as text from '../member-detail.text.ts'

/** Shows what is known of a device, or of a software member and its client. */
export function FactsCard({ member }: { member: MemberInfo }) {
  const t = useText(text)
  const copied = (value: string | null) => (value ? <CopyText value={value} /> : <Nothing />)
  const state = member.status === 1 ? <MemberOnline member={member} /> : <StatusDot kind="disabled" text={t.disabled} />
  const reported = { label: t.reported, value: <TimeText at={member.report_time} relative /> }
  if (member.router_type === 2)
    return (
      <DetailCard title={t.member}>
        <Facts
          facts={[
            { label: t.memberName, value: copied(member.router_name) },
            { label: t.note, value: member.note || <Nothing /> },
            { label: t.client, value: <ClientVersion client={member} /> },
            { label: t.phone, value: shownPhone(member) ?? <Nothing /> },
            { label: t.originIp, value: copied(member.router_ipv4) },
            { label: t.state, value: state },
            reported,
          ]}
        />
      </DetailCard>
    )
  return (
    <DetailCard title={t.device}>
      <Facts
        facts={[
          { label: t.deviceName, value: copied(member.router_name) },
          { label: t.model, value: member.router_model ?? <Nothing /> },
          { label: t.wanIp, value: copied(member.router_ipv4) },
          { label: t.mac, value: copied(member.router_mac) },
          { label: t.firmware, value: member.version ?? <Nothing /> },
          { label: t.state, value: state },
          reported,
        ]}
      />
    </DetailCard>
  )
}
