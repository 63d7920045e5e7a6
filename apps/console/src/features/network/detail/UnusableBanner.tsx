import { useText } from '@weft/ui'
import { Alert, Button } from 'antd'
import { useNavigate } from 'react-router'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import { newTicketPath, ticketPath } from '../../../shared/ticket/ticket-path.ts'
import { networkPath } from '../network-paths.ts'
import * as text from './network-detail.text.ts'

/** The type of tickets about networks. */
const NETWORKING = 2

/** Shows why the network cannot be configured, and what helps. */
export function UnusableBanner({ network_number, mayEdit }: { network_number: string; mayEdit: boolean }) {
  const t = useText(text)
  const navigate = useNavigate()
  const isOpen = usePageOpen()
  return (
    <Alert
      className="network-banner"
      type="warning"
      showIcon
      title={t.bannerTitle}
      description={t.bannerText}
      action={
        <span className="network-member">
          {mayEdit && <Button onClick={() => void navigate(networkPath.edit(network_number))}>{t.removeMembers}</Button>}
          {isOpen(ticketPath.create) && (
            <Button
              onClick={() =>
                void navigate(newTicketPath({ type: NETWORKING, title: t.ticketTitle, content: t.ticketLines(network_number) }))
              }
            >
              {t.submitTicket}
            </Button>
          )}
        </span>
      }
    />
  )
}
