import {
  CLOCK_WRONG_SECONDS,
  freshName,
  type MemberCheck,
  type MemberInfo,
  type MemberPath,
  type PathHop,
  type PathNetwork,
  stateNames,
} from '@weft/contract'
import { duration, language, lasting, StateMark, StateText, useText, defined } from '@weft/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { usePageOpen } from '../../../../shared/page/open-pages.ts'
import { useFresh } from '../../../../shared/member/use-fresh.ts'
import type { MemberWork } from '../use-member-work.ts'
import { CausePanel } from './CausePanel.tsx'
import { CheckButton } from './CheckButton.tsx'
import { HopFacts } from './HopFacts.tsx'
import './path.css'
import * as text from './path.text.ts'
import { TargetTable } from './TargetTable.tsx'
import type { Check } from './use-check.ts'

interface Props {
  member: MemberInfo
  path: MemberPath
  work: MemberWork
  onPassword: (() => void) | undefined
  /** Undefined if the caller may not have the member measured. */
  check: Check | undefined
  /** Unix seconds of the path. */
  at: number
}

/** Shows the way from a member to its networks, and under the hop where it breaks why, and what to do. */
export function PathCard({ member, path, work, onPassword, check, at }: Props) {
  const t = useText(text)
  const fresh = useFresh(path)
  const { hash, key } = useLocation()
  const { broken: kind } = path
  const focused = useRef('')
  useEffect(() => {
    // Once for each navigation: a later break elsewhere must not take the focus from what the user is doing.
    if (hash !== '#broken' || focused.current === key) return
    focused.current = key
    if (kind !== null) document.getElementById(hopId(kind))?.focus()
  }, [hash, key, kind])
  const broken = path.hops.findIndex(({ kind }) => kind === path.broken)
  return (
    <DetailCard title={t.title} extra={<CheckButton member={member} check={check} at={at} />}>
      <div className={`member-path member-path-broken-${broken}`}>
        <ol className="member-path-rail">
          {path.hops.map((hop, i) => (
            <Hop
              key={hop.kind}
              hop={hop}
              software={path.router_type === 2}
              line={lineTo(path.hops[i + 1])}
              reached={path.hops.at(-1)?.networks ?? []}
              now={at}
              check={member.online_status === 1 ? check?.result : undefined}
            >
              {i === broken &&
                (fresh ? <JustBroke /> : <CausePanel member={member} path={path} work={work} onPassword={onPassword} at={at} />)}
            </Hop>
          ))}
        </ol>
      </div>
    </DetailCard>
  )
}

/** Says that the way broke a moment ago: most such breaks end by themselves, and none has a cause yet. */
function JustBroke() {
  const t = useText(text)
  return (
    <section className="member-cause member-cause-plain">
      <div className="member-cause-why">
        <h4>{freshName[language.use()]}</h4>
        <p>{t.justBroke}</p>
      </div>
    </section>
  )
}

/** Returns the id of a hop's heading, which takes the focus from the state in the header. */
export const hopId = (kind: PathHop['kind']): string => `member-hop-${kind}`

/** Returns how the line to a hop is drawn: dashed and red to one that is broken, dashed and grey to one that is not known. */
function lineTo(next: PathHop | undefined): string {
  if (!next) return ''
  if (next.state === 'down' || next.state === 'failed') return 'member-path-line member-path-line-down'
  if (next.state === 'degraded') return 'member-path-line member-path-line-degraded'
  return next.state === 'up' ? 'member-path-line' : 'member-path-line member-path-line-unknown'
}

interface HopProps {
  hop: PathHop
  software: boolean
  line: string
  /** All networks of the path. */
  reached: readonly PathNetwork[]
  now: number
  /** The figures of 立即检测; undefined until the user has asked for them. */
  check: MemberCheck | undefined
  /** The panel about this hop. */
  children: ReactNode
}

function Hop({ hop: { kind, state, facts, targets, networks }, software, line, reached, now, check, children }: HopProps) {
  const t = useText(text)
  const spoken = language.use()
  const isOpen = usePageOpen()
  return (
    <li className="member-path-hop">
      <div className="member-path-box">
        <div className="member-path-head" aria-hidden="true">
          <StateMark state={state} size={16} />
          {line && <i className={line} />}
        </div>
        <h3 id={hopId(kind)} tabIndex={-1}>
          {kind === 'device' && software ? t.client : t.hops[kind]}
          <span className="weft-hidden">{defined('', stateNames[state][spoken])}</span>
        </h3>
        {targets && <TargetTable targets={targets} networks={reached} now={now} check={check} />}
        {targets?.length === 0 && facts.length === 0 && <p className="member-path-fact">{t.noTargets}</p>}
        {networks?.map(({ network_number, network_name, state: own }) => (
          <p key={network_number}>
            <StateText state={own}>
              {isOpen('/network/detail') ? (
                <Link to={`/network/detail?network_number=${network_number}`}>{network_name}</Link>
              ) : (
                network_name
              )}
            </StateText>
          </p>
        ))}
        {networks?.length === 0 && <p className="member-path-fact">{t.noNetworks}</p>}
        <HopFacts facts={facts} now={now} />
        {check && <Measurements kind={kind} check={check} />}
      </div>
      {children}
    </li>
  )
}

/** Shows what the device measured of itself and of its next hop to the internet. */
function Measurements({ kind, check }: { kind: PathHop['kind']; check: MemberCheck }) {
  const { uptime, load, memory, clock_ahead, gateway } = check
  const t = useText(text)
  if (kind === 'device')
    return (
      <>
        <p className="member-path-fact">{t.uptime(duration(uptime))}</p>
        <p className="member-path-fact">{t.load(load, memory)}</p>
        {clock_ahead !== null && Math.abs(clock_ahead) > CLOCK_WRONG_SECONDS && (
          <p className="member-path-fact member-path-alarm">
            {(clock_ahead > 0 ? t.clockAhead : t.clockBehind)(lasting(Math.abs(clock_ahead)))}
          </p>
        )}
      </>
    )
  if (kind !== 'internet' || !gateway) return null
  const { address, measured } = gateway
  return (
    <p className="member-path-fact">
      {t.gateway(address)}
      {measured && ` · ${measured.rtt === null ? t.noAnswer : t.measuredLine(measured.rtt, measured.loss)}`}
    </p>
  )
}
