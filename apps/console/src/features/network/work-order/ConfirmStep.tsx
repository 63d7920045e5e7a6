import { useText } from '@weft/ui'
import { Descriptions } from 'antd'
import * as networkText from '../network.text.ts'
import { RegionTable } from '../RegionTable.tsx'
import * as text from './work-order-create.text.ts'
import { byRegion, type Draft, type OrderOptions } from './work-order-draft.ts'
import * as orderText from './work-order.text.ts'

interface Props {
  network_number: string
  /** The name of the network. */
  network: string
  draft: Draft
  options: OrderOptions
}

/** Shows the whole request before it is submitted. */
export function ConfirmStep({ network_number, network, draft, options }: Props) {
  const t = useText(text)
  const o = useText(orderText)
  const n = useText(networkText)
  const chosen = byRegion(draft, options)
  return (
    <>
      <Descriptions
        column={{ xs: 1, sm: 2 }}
        items={[
          { key: 'network', label: o.network, children: network },
          { key: 'number', label: o.networkNumber, children: network_number },
          { key: 'kind', label: o.kind, children: t.kind(o.kinds[options.network_ticket_type], options.network_ticket_type) },
          { key: 'bandwidth', label: o.bandwidth, children: n.mbps(Number(draft.bandwidth)) },
          { key: 'term', label: o.term, children: o.years(draft.years) },
        ]}
      />
      <RegionTable label={o.members} rows={chosen.map(({ name, members }) => ({ region: name, members }))} />
    </>
  )
}
