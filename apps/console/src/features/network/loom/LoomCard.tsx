import { useQuery } from '@tanstack/react-query'
import { contract, freshName, memberStateNames, stateNames } from '@weft/contract'
import { absoluteTime, asking, CopyText, language, Nothing, Skeleton, StateText, useNarrow, useText } from '@weft/ui'
import { Drawer } from 'antd'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { LiveNetwork } from '../detail/network-state.ts'
import { CardActions } from './CardActions.tsx'
import { addressOf, isAiling, type Loom, OWN, type Site, siteName, worstColumn } from './loom-model.ts'
import { causeOf, effectOf, lasting, threadName } from './loom-words.ts'
import * as text from './loom.text.ts'
import type { OpenCard } from './use-card.ts'
import { useFresh } from '../../../shared/member/use-fresh.ts'
import { useSince } from '../../../shared/session/use-since.ts'

const MARGIN = 16
const GAP = 6
const WIDTH = 376

interface Props {
  network: LiveNetwork
  loom: Loom
  site: Site
  card: OpenCard
  onClose: () => void
  onEnter: () => void
  onLeave: () => void
}

/** Returns 「13:55」 of today, else with the date. @param now Unix seconds */
function clock(since: number, now: number): string {
  const [day, time] = absoluteTime(since).split(' ')
  return day === absoluteTime(now).split(' ')[0] ? time!.slice(0, 5) : `${day!.slice(5)} ${time!.slice(0, 5)}`
}

/** Shows why a site or one of its links is as it is, what that costs and what to do: at its cell, or at the foot of a phone. */
export function LoomCard({ network, loom, site, card, onClose, onEnter, onLeave }: Props) {
  const t = useText(text)
  const narrow = useNarrow()
  const shown = language.use()
  const { member } = site
  const thread = card.column === undefined ? undefined : loom.threads[card.column]
  const crossing = card.column === undefined ? null : (site.crossings[card.column] ?? null)
  const link = crossing === OWN ? null : crossing
  const since = link ? link.link.since : member.since
  const now = useSince(since)
  const fresh = useFresh(member)
  const state = link?.state ?? (fresh ? 'unknown' : member.state)
  const bad = !fresh && (isAiling(site) || member.state === 'never')
  const asked = useQuery({
    ...asking(contract.memberRecords.diagnosis, { router_name: site.id }, { quiet: true, missing: 'stay' }),
    enabled: bad,
  })
  const word = link ? stateNames[link.state][shown] : fresh ? freshName[shown] : memberStateNames[member.state][shown]
  const condition = since === null ? word : `${word} ${t.since(lasting(since, now), clock(since, now))}`
  // A diagnosis is of all networks, and does not say which link carries instead.
  const isToldHere = member.state === 'degraded' && worstColumn(site) !== undefined
  const cause = asked.data && asked.data.cause !== 'online' && !isToldHere ? asked.data.text : causeOf(site, loom.threads, now)
  const effect = fresh ? '' : effectOf(site, loom.threads)
  const address = link ? link.link.vpn_ip : addressOf(site)
  const title = thread ? `${siteName(site)} → ${threadName(thread)}` : siteName(site)
  const copied = t.copied(title, condition, [
    ...(bad && cause ? [cause] : []),
    ...(asked.data?.next ? [asked.data.next] : []),
    ...(effect ? [t.effect + effect] : []),
    ...(address ? [t.address(address)] : []),
  ])
  const heading = (
    <>
      {siteName(site)}
      {thread && <span className="loom-card-arrow"> → </span>}
      {thread && threadName(thread)}
    </>
  )
  const body = (
    <>
      <p className={`loom-card-state loom-card-${state}`}>
        <StateText state={state}>{condition}</StateText>
      </p>
      {bad && (
        <div className="loom-card-why">
          {asked.isLoading ? (
            <div role="status" aria-label={t.looking}>
              <Skeleton title={false} paragraph={{ rows: 2 }} />
            </div>
          ) : (
            cause !== '' && <p>{cause}</p>
          )}
          {effect !== '' && (
            <p className="loom-card-effect">
              {t.effect}
              {effect}
            </p>
          )}
        </div>
      )}
      <dl className="loom-card-facts">
        <dt>{t.vpnIp}</dt>
        <dd>{address ? <CopyText value={address} /> : <Nothing />}</dd>
      </dl>
      <CardActions network={network} site={site} link={link} copied={copied} onDone={onClose} />
    </>
  )
  const label = thread ? t.linkDetails : t.siteDetails
  if (narrow)
    return (
      <Drawer open placement="bottom" size="auto" rootClassName="loom-sheet" title={heading} aria-label={label} onClose={onClose}>
        {body}
      </Drawer>
    )
  return (
    <Popup
      key={`${card.site} ${card.column}`}
      card={card}
      label={`${label} ${title}`}
      onClose={onClose}
      onEnter={onEnter}
      onLeave={onLeave}
    >
      <h2>{heading}</h2>
      {body}
    </Popup>
  )
}

interface PopupProps extends Pick<Props, 'card' | 'onClose' | 'onEnter' | 'onLeave'> {
  label: string
  children: ReactNode
}

/** Places the card below its cell, or above it where there is no room. A pinned one takes the focus and keeps it until it is closed. */
function Popup({ card: { place, pinned }, label, onClose, onEnter, onLeave, children }: PopupProps) {
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setHeight(box.current?.offsetHeight ?? 0)
    measure()
    const watch = new ResizeObserver(measure)
    if (box.current) watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    if (pinned) box.current?.focus({ preventScroll: true })
  }, [pinned])
  useEffect(() => {
    if (!pinned) return
    const outside = ({ target }: MouseEvent) => {
      if (target instanceof Element && !box.current?.contains(target) && !target.closest('.loom-grid, [role="dialog"]')) onClose()
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [pinned, onClose])
  const left = Math.max(MARGIN, Math.min(place.left + Math.min(place.width, 2 * MARGIN) / 2, window.innerWidth - WIDTH - MARGIN))
  const below = place.bottom + GAP + height + MARGIN <= window.innerHeight
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className="loom-card"
      style={{ left, top: below ? place.bottom + GAP : Math.max(MARGIN, place.top - GAP - height) }}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
    </div>
  )
}
