import type { contract, OutputOf } from '@weft/contract'
import { type ListPage, useText } from '@weft/ui'
import { ServiceEnd } from '@weft/ui/service/ServiceEnd.tsx'
import { serviceName, serviceUnit } from '@weft/ui/service/service-names.ts'
import * as text from './service.text.ts'

interface Props {
  totals: OutputOf<typeof contract.account.service_totals>
  list: Pick<ListPage<unknown>, 'filters' | 'show'>
}

/** Shows what runs now by kind of service; each kind narrows the list below it. */
export function ServiceTotals({ totals, list }: Props) {
  const t = useText(text)
  if (totals.length === 0) return null
  const chosen = list.filters['service_code']
  return (
    <ul className="service-totals" aria-label={t.totals}>
      {totals.map(({ service_code, quantity, next_end }) => (
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
