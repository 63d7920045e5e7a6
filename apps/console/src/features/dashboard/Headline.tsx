import { type AttentionState, attentionStates, type Verdict } from '@weft/contract'
import { absoluteTime, duration, StateMark, useText } from '@weft/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { takeArrival } from '@weft/ui/parts/arrival.ts'
import * as text from './dashboard.text.ts'

/** Returns the time of day of a moment, as `14:36:05`. */
const clockOf = (time: number): string => absoluteTime(time).slice(11)

/** Returns the worst state among problems; undefined if there is none. */
const worstOf = ({ problems }: Pick<Verdict, 'problems'>): AttentionState | undefined =>
  attentionStates.find((state) => problems.some((problem) => problem.state === state))

/** Draws the one sentence of the page with what it counts. It is the page's h1, which takes the focus after a navigation. */
export function HeadlineFrame({
  mark,
  title,
  fact,
  tag,
  actions,
}: {
  mark?: ReactNode
  title: ReactNode
  fact: ReactNode
  tag?: ReactNode
  actions?: ReactNode
}) {
  const t = useText(text)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takeArrival()) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="dashboard-headline">
      {mark && <span className="dashboard-mark">{mark}</span>}
      <div className="dashboard-sentence">
        <div className="dashboard-title">
          <h1 ref={heading} tabIndex={-1}>
            <span className="weft-hidden">{t.page}</span>
            {title}
          </h1>
          {tag}
        </div>
        <p>{fact}</p>
      </div>
      {actions && <div className="dashboard-header-actions">{actions}</div>}
    </div>
  )
}

/** Shows how the account is, in one sentence, and when that was found. */
export function Headline({ verdict, readOnly, actions }: { verdict: Verdict; readOnly: boolean; actions: ReactNode }) {
  const t = useText(text)
  const { sites, networks, links, things, causes, fresh, time, well_since } = verdict
  const worst = worstOf(verdict)
  const counts = [
    ...(sites.total > 0 ? [t.nSites(sites.total)] : []),
    t.nNetworks(networks.total),
    ...(links.total > 0 ? [t.nLinks(links.total)] : []),
  ]
  const broke = fresh.count > 0
  const fact =
    worst || broke
      ? [...(sites.total > 0 ? [t.sitesUp(sites.total, sites.up)] : []), t.networksUp(networks.total, networks.up)]
      : [t.allGood(counts), ...(well_since === null ? [] : [t.lasting(duration(time - well_since))])]
  return (
    <HeadlineFrame
      mark={<StateMark state={worst ?? (broke ? 'unknown' : 'up')} size={24} />}
      title={worst ? t.needAttention(things, causes) : broke ? t.justBrokeMany(fresh.count) : t.allWell}
      tag={readOnly && <span className="dashboard-tag">{t.readOnly}</span>}
      fact={
        <>
          {fact.join(t.between)}
          <span className="dashboard-updated">{t.updated(clockOf(time))}</span>
        </>
      }
      actions={actions}
    />
  )
}
