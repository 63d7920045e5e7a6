import { LeftOutlined, PauseOutlined, PlusOutlined, CaretRightOutlined, RightOutlined } from '@ant-design/icons'
import type { MemberInfo } from '@weft/contract'
import { useMedia, useText } from '@weft/ui'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import * as text from '../member-detail.text.ts'

type Network = MemberInfo['network'][number]
const TURN_MS = 5000
const SHOWN = 6

/** Shows the networks of a member, one at a time if there are several. */
export function NetworksCard({ networks, mayCreate }: { networks: Network[]; mayCreate: boolean }) {
  const t = useText(text)
  const [first] = networks
  return (
    <DetailCard title={t.networks}>
      {first === undefined ? (
        <div className="member-networks">
          <span className="member-none">{t.noNetwork}</span>
          {mayCreate && (
            <LinkButton className="member-network" icon={<PlusOutlined aria-hidden />} to="/network/create">
              {t.createNetwork}
            </LinkButton>
          )}
        </div>
      ) : networks.length === 1 ? (
        <div className="member-networks">
          <NetworkLink network={first} />
        </div>
      ) : (
        <Carousel networks={networks} />
      )}
    </DetailCard>
  )
}

/** Links to a network as 「华东生产网络…（12 个成员）」, with its whole name on hover and for screen readers. */
function NetworkLink({ network: { network_number, network_name, network_member_count: n } }: { network: Network }) {
  const t = useText(text)
  const letters = [...network_name]
  const short = letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('')}…` : network_name
  const whole = t.networkOf(network_name, n)
  return (
    <Link className="member-network" to={`/network/detail?network_number=${network_number}`} title={whole} aria-label={whole}>
      {t.networkOf(short, n)}
    </Link>
  )
}

/** Turns every 5 s, except while stopped, hovered or focused, and never with reduced motion. */
function Carousel({ networks }: { networks: Network[] }) {
  const t = useText(text)
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const [wanted, setWanted] = useState(0)
  const [stopped, setStopped] = useState(false)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const n = networks.length
  const at = wanted % n
  const moving = !still && !stopped && !pointed && !focused
  useEffect(() => {
    if (!moving) return
    const timer = setInterval(() => setWanted((now) => (now + 1) % n), TURN_MS)
    return () => clearInterval(timer)
  }, [moving, n])
  const go = (to: number) => setWanted((to + n) % n)
  const shown = networks[at]
  if (!shown) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys turn it from any of its buttons
    <div
      className="member-carousel"
      role="group"
      aria-roledescription="carousel"
      aria-label={t.networks}
      onMouseEnter={() => setPointed(true)}
      onMouseLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setFocused(false)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') go(at - 1)
        if (event.key === 'ArrowRight') go(at + 1)
      }}
    >
      <div className="member-networks">
        <Button type="text" icon={<LeftOutlined aria-hidden />} aria-label={t.previous} onClick={() => go(at - 1)} />
        <div className="member-slide" aria-live={moving ? 'off' : 'polite'}>
          <NetworkLink key={shown.network_number} network={shown} />
          <span className="weft-hidden">{t.networkPlace(at + 1, n)}</span>
        </div>
        <Button type="text" icon={<RightOutlined aria-hidden />} aria-label={t.next} onClick={() => go(at + 1)} />
      </div>
      <div className="member-turning">
        {networks.map(({ network_number }, to) => (
          <button
            key={network_number}
            type="button"
            className="member-dot"
            aria-label={t.goTo(to + 1)}
            aria-current={to === at}
            onClick={() => go(to)}
          />
        ))}
        {!still && (
          <Button
            type="text"
            size="small"
            icon={stopped ? <CaretRightOutlined aria-hidden /> : <PauseOutlined aria-hidden />}
            aria-label={stopped ? t.play : t.pause}
            title={stopped ? t.play : t.pause}
            onClick={() => setStopped(!stopped)}
          />
        )}
      </div>
    </div>
  )
}
