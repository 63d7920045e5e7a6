import { EmptyState, TimeText, useText } from '@weft/ui'
import { Button, Descriptions, Drawer } from 'antd'
import { useNavigate } from 'react-router'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import { useAskByTicket } from '../../../shared/ticket/use-ask-by-ticket.ts'
import * as networkText from '../network.text.ts'
import { networkPath } from '../network-paths.ts'
import { useNetworkRights } from '../network-rights.ts'
import { DaysLeft } from '../pop/PopExpiry.tsx'
import * as text from './member-panels.text.ts'
import type { PanelProps } from './panel-props.ts'
import './settings.css'

/** Shows the POP access that was bought for this network, and how long it lasts. */
export function PopPlanPanel({ network: { network_number, network_fr: pop, network_status }, close }: PanelProps) {
  const t = useText(text)
  const n = useText(networkText)
  const navigate = useNavigate()
  const ask = useAskByTicket()
  const isOpen = usePageOpen()
  const { edit } = useNetworkRights()
  const editable = edit && network_status === 1
  return (
    <Drawer
      open
      size={560}
      title={t.plan}
      onClose={close}
      footer={
        <div className="setting-foot setting-foot-end">
          <Button onClick={close}>{t.close}</Button>
          {editable && pop && (
            <Button aria-haspopup="dialog" onClick={() => void ask('postpone', t.renewalOf(pop.shortname))}>
              {t.postpone}
            </Button>
          )}
          {editable && isOpen('/network/ticket_create') && (
            <Button type="primary" onClick={() => void navigate(networkPath.requestPop(network_number))}>
              {pop ? t.requestChange : t.request}
            </Button>
          )}
        </div>
      }
    >
      {pop ? (
        <Descriptions
          column={1}
          items={[
            { key: 'name', label: t.planName, children: pop.shortname },
            { key: 'bandwidth', label: t.bandwidth, children: n.mbps(pop.bandwidth) },
            { key: 'expiry', label: t.expiry, children: <TimeText at={pop.expire_time} /> },
            { key: 'days', label: t.daysLeft, children: <DaysLeft expire_day={pop.expire_day} /> },
          ]}
        />
      ) : (
        <EmptyState title={t.noPlan} />
      )}
    </Drawer>
  )
}
