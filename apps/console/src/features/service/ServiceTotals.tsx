import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, type ListPage, useText } from '@weft/ui'
import { ServiceEnd } from '@weft/ui/service/ServiceEnd.tsx'
import { serviceName, serviceUnit } from '@weft/ui/service/service-names.ts'
import * as text from './service.text.ts'

/** Shows what runs now by kind of service; each kind narrows the list below it. */
export function ServiceTotals({ list }: { list: Pick<ListPage<unknown>, 'filters' | 'show'> }) {
  const t = useText(text)
  const { data = [] } = useQuery(asking(contract.account.service_totals, {}, { quiet: true }))
  if (data.length === 0) return null
  const chosen = list.filters['service_code']
  return (
    <ul className="service-totals" aria-label={t.totals}>
      {data.map(({ service_code, quantity, next_end }) => (
        <li key={service_code}>
          <button
            type="button"
            className="service-total"
            aria-pressed={chosen === service_code}
            onClick={() => list.show({ service_code: chosen === service_code ? '' : service_code })}
          >
            <span>{serviceName(service_code)}</span>
            <strong>
              {quantity} {serviceUnit(service_code, quantity)}
            </strong>
            <small>
              {next_end !== null && `${t.nextEnd} `}
              <ServiceEnd at={next_end} />
            </small>
          </button>
        </li>
      ))}
    </ul>
  )
}
