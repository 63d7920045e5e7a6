import type { MemberInterface } from '@weft/contract'
import { CopyText, Nothing, useText } from '@weft/ui'
import { Tabs } from 'antd'
import { DetailCard, Facts } from '@weft/ui/parts/DetailCard.tsx'
import * as text from '../member-detail.text.ts'

/** Shows the settings of each interface. */
export function InterfacesCard({ interfaces }: { interfaces: MemberInterface[] }) {
  const t = useText(text)
  const copied = (value: string | null) => (value ? <CopyText value={value} /> : <Nothing />)
  return (
    <DetailCard title={t.interfaces}>
      {interfaces.length === 0 ? (
        <p className="member-none">{t.noInterface}</p>
      ) : (
        <Tabs
          size="small"
          className="member-interfaces"
          items={interfaces.map((one) => ({
            key: one.interface_uuid,
            label: one.interface,
            children: (
              <Facts
                facts={[
                  { label: t.protocol, value: t.protocols[one.protocol] },
                  { label: t.ip, value: copied(one.ip) },
                  { label: t.ipv4, value: copied(one.ipv4) },
                  { label: t.mask, value: one.ipv4_subnet_mask ?? <Nothing /> },
                  { label: t.mtu, value: one.mtu ?? <Nothing /> },
                ]}
              />
            ),
          }))}
        />
      )}
    </DetailCard>
  )
}
