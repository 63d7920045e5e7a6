import { useText } from '@weft/ui'
import * as networkText from '../network.text.ts'
import * as text from './work-order-create.text.ts'
import { byRegion, type Draft, type OrderOptions } from './work-order-draft.ts'
import * as orderText from './work-order.text.ts'

interface Props {
  /** The name of the network. */
  network: string
  draft: Draft
  options: OrderOptions
}

/** Shows the choices made so far. */
export function DraftSummary({ network, draft, options }: Props) {
  const t = useText(text)
  const o = useText(orderText)
  const n = useText(networkText)
  const chosen = byRegion(draft, options)
  return (
    <aside className="order-summary" aria-label={t.summary}>
      <h2>{t.summary}</h2>
      <dl>
        <dt>{o.network}</dt>
        <dd>{network}</dd>
        <dt>{o.kind}</dt>
        <dd>{o.kinds[options.network_ticket_type]}</dd>
        <dt>{o.pop}</dt>
        <dd>
          {chosen.length === 0
            ? t.none
            : chosen.map(({ value, name, members }) => (
                <span key={value} className="order-summary-region">
                  {draft.step === 0 ? name : t.box(name, members.length)}
                </span>
              ))}
        </dd>
        <dt>{o.term}</dt>
        <dd>{o.years(draft.years)}</dd>
        <dt>{o.bandwidth}</dt>
        <dd>{typeof draft.bandwidth === 'number' ? n.mbps(draft.bandwidth) : t.none}</dd>
        <dt>{t.assigned}</dt>
        <dd>{t.assignedOf(draft.places.size, options.member.length)}</dd>
      </dl>
    </aside>
  )
}
