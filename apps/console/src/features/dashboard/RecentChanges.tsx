import { useQuery } from '@tanstack/react-query'
import { contract, RECENT_CHANGES, type RecentChange } from '@weft/contract'
import { absoluteTime, asking, ErrorState, useText } from '@weft/ui'
import { Link } from 'react-router'
import { serverSecondsAt } from '@weft/ui/time/server-time.ts'
import { permits, useAccount } from '../../shared/account/use-account.ts'
import { networkPath } from '../../shared/network/network-paths.ts'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import * as changeText from '../../shared/network/change.text.ts'
import { RestoreButton } from '../../shared/network/RestoreButton.tsx'
import { useRollback } from '../../shared/network/use-rollback.tsx'
import * as text from './changes.text.ts'

const DAY_SECONDS = 86_400

/** Lists the newest changes of all networks: what, where and by whom, and how far the newest of each network has come. */
export function RecentChanges() {
  const t = useText(text)
  const c = useText(changeText)
  const changes = useQuery(asking(contract.networkRevisions.recent, { limit: RECENT_CHANGES }, { quiet: true }))
  const mayRestore = permits(useAccount(), 'network.edit')
  const isOpen = usePageOpen()
  const rollback = useRollback()
  const rows = changes.data?.rows ?? []
  return (
    <section className="dashboard-card dashboard-changes" aria-label={t.changes}>
      <div className="dashboard-card-head">
        <h2>{t.changes}</h2>
        {rows.length > 0 && isOpen(networkPath.changes) && (
          <Link to={networkPath.changes} aria-label={t.allLabel}>
            {t.all}
          </Link>
        )}
      </div>
      {changes.data === undefined ? (
        changes.isError ? (
          <ErrorState compact onRetry={() => void changes.refetch()} />
        ) : (
          <div className="dashboard-lines" aria-hidden="true" />
        )
      ) : rows.length === 0 ? (
        <p className="dashboard-none">
          {c.none}
          <small>{c.noneHint}</small>
        </p>
      ) : (
        <ol>
          {rows.map((change) => (
            <li key={`${change.network_number} ${change.revision}`}>
              <DayOrTime at={change.create_time} now={serverSecondsAt(changes.dataUpdatedAt)} />
              <div>
                <p>{change.summary}</p>
                <small>
                  <Link to={networkPath.panel(change.network_number, 'history')}>{change.network_name}</Link> · {change.by}
                  <Outcome change={change} />
                </small>
              </div>
              {mayRestore && <RestoreButton change={change} rollback={rollback} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Shows the time of day of today's changes, and the day of others; in full in the tooltip. */
function DayOrTime({ at, now }: { at: number; now: number }) {
  const t = useText(text)
  const day = (time: number) => absoluteTime(time).slice(0, 10)
  const shown =
    day(at) === day(now) ? absoluteTime(at).slice(11, 16) : day(at) === day(now - DAY_SECONDS) ? t.yesterday : absoluteTime(at).slice(5, 10)
  return (
    <time dateTime={new Date(at * 1000).toISOString()} title={absoluteTime(at)}>
      {shown}
    </time>
  )
}

/** Shows how far a change has come, unless it runs everywhere or another followed. */
function Outcome({ change: { state, applied, members } }: { change: RecentChange }) {
  const t = useText(changeText)
  if (state === 'reverted') return <> · {t.reverted}</>
  if (applied === null || (state === 'applied' && applied >= members) || state === 'superseded') return null
  return (
    <>
      {' · '}
      <span className={`dashboard-outcome-${state}`}>{t.applied(applied, members)}</span>
    </>
  )
}
