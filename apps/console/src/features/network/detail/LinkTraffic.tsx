import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contract, type LinkTraffic } from '@weft/contract'
import { asking, Nothing, useText } from '@weft/ui'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { rateUnit } from '../../../shared/chart/units.ts'
import * as text from './network-detail.text.ts'

type Ends = Pick<LinkTraffic, 'router_name' | 'center_router_name'>
const keyOf = ({ router_name, center_router_name }: Ends) => `${router_name} ${center_router_name}`

const Rates = createContext<ReadonlyMap<string, LinkTraffic>>(new Map())

/** Devices report each minute; a page that asks twice as often is half a minute behind at most. */
const AGAIN_MS = 30_000

/** Loads what the links of a page carry, for the cells inside. @param links no more than one page of them */
export function LinkTrafficLoader({
  network_number,
  links,
  children,
}: {
  network_number: string
  links: readonly Ends[]
  children: ReactNode
}) {
  const router_name = [...new Set(links.map((link) => link.router_name))].toSorted()
  const { data } = useQuery({
    ...asking(contract.traffic.links, { network_number, router_name }, { quiet: true, missing: 'stay' }),
    enabled: router_name.length > 0,
    refetchInterval: AGAIN_MS,
    placeholderData: keepPreviousData,
  })
  const rates = useMemo(() => new Map(data?.map((one) => [keyOf(one), one])), [data])
  return <Rates value={rates}>{children}</Rates>
}

/** Shows what a link carries now in each direction, and its busiest minute of the last 24 hours. */
export function LinkTrafficCell({ link }: { link: Ends }) {
  const t = useText(text)
  const rates = useContext(Rates).get(keyOf(link))
  if (!rates || (rates.down === null && rates.peak_down === null)) return <Nothing />
  const { down, upload, peak_down, peak_upload } = rates
  return (
    <span className="network-link-traffic">
      {down === null || upload === null ? <Nothing /> : <Pair down={down} upload={upload} />}
      {peak_down !== null && peak_upload !== null && (
        <small>
          {t.peakOfDay} <Pair down={peak_down} upload={peak_upload} />
        </small>
      )}
    </span>
  )
}

/** Shows the rates of both directions in one unit, that of the larger. */
function Pair({ down, upload }: { down: number; upload: number }) {
  const t = useText(text)
  const { name, size } = rateUnit(Math.max(down, upload))
  return (
    <span className="network-link-rates">
      {(
        [
          ['↓', t.down, down],
          ['↑', t.upload, upload],
        ] as const
      ).map(([arrow, word, rate]) => (
        <span key={arrow}>
          <span aria-hidden>{arrow}</span>
          <span className="weft-hidden">{word}</span> {(rate / size).toFixed(2)}
        </span>
      ))}
      <span>{name}</span>
    </span>
  )
}
