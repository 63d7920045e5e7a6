import { WarningOutlined } from '@ant-design/icons'
import { ApiRefusal, PageHeader, useText } from '@weft/ui'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { permits, useAccount } from '../../shared/account/use-account.ts'
import { useVerdict } from '../../shared/account/use-verdict.ts'
import { useLostConnection } from '../../shared/session/connection.ts'
import { StaleStrip } from '../../shared/session/StaleStrip.tsx'
import { Bones } from './Bones.tsx'
import './dashboard.css'
import * as text from './dashboard.text.ts'
import { useFirstStep } from './first-run.ts'
import { Foot } from './Foot.tsx'
import { HeaderActions } from './HeaderActions.tsx'
import { Headline, HeadlineFrame } from './Headline.tsx'
import { LastProblem } from './LastProblem.tsx'
import { NetworkCards, useNetworkCards } from './NetworkCards.tsx'
import { Problems } from './Problems.tsx'
import { RecentChanges } from './RecentChanges.tsx'
import { TrafficCard } from './TrafficCard.tsx'
import { useHeld } from './use-held.ts'

const FirstRun = lazy(async () => ({ default: (await import('./FirstRun.tsx')).FirstRun }))

/** Says whether all is well, then what to do, then shows the networks, their traffic and their newest changes. */
export function DashboardPage() {
  const verdict = useVerdict()
  // Both are waited for: what is below the networks would move if they came later.
  const cards = useNetworkCards()
  const seesNetworks = permits(useAccount(), 'network.view')
  if (verdict.isPending || (seesNetworks && !cards.isFetched)) return <Loading />
  return (
    // The foot waits with what is above it: a click on a link that moves between press and release is lost.
    <Suspense fallback={<Loading />}>
      {verdict.data ? <Known verdict={verdict.data} /> : <Failed error={verdict.error} retry={() => void verdict.refetch()} />}
      <Foot />
    </Suspense>
  )
}

function Known({ verdict }: { verdict: NonNullable<ReturnType<typeof useVerdict>['data']> }) {
  const t = useText(text)
  const account = useAccount()
  const cards = useNetworkCards()
  const lost = useLostConnection()
  const step = useFirstStep(`${account.account_number}.${account.username}`, verdict, cards.data)
  const held = useHeld(verdict)
  const networks = cards.data?.networks ?? []
  const seesNetworks = permits(account, 'network.view')
  const seesAll = seesNetworks && permits(account, 'member.view')
  if (step !== undefined && seesAll) return <FirstRun step={step} network_number={networks[0]?.network_number} />
  const { shown = verdict } = held
  const readOnly = account.ram === 1 && !permits(account, 'network.edit') && !permits(account, 'member.edit')
  return (
    <div className={lost ? 'dashboard-lost' : undefined}>
      {seesAll ? (
        <Headline verdict={shown} readOnly={readOnly} actions={<HeaderActions networks={networks} />} />
      ) : (
        <HeadlineFrame title={t.partly} fact={t.partlyHint} actions={<HeaderActions networks={networks} />} />
      )}
      {lost && <StaleStrip lost={lost} read={shown.time * 1000} />}
      <div {...held.handlers}>
        <Problems verdict={shown} />
      </div>
      {held.waiting && shown.problems.map(({ id }) => id).join() !== verdict.problems.map(({ id }) => id).join() && (
        <p className="dashboard-waiting" role="status">
          {t.waiting}{' '}
          <Button type="link" size="small" onClick={held.release}>
            {t.showUpdate}
          </Button>
        </p>
      )}
      {seesAll && shown.causes === 0 && shown.fresh.count === 0 && <LastProblem verdict={shown} />}
      {seesNetworks && (
        <>
          <NetworkCards />
          <div className="dashboard-two">
            <TrafficCard problems={shown.problems} />
            <RecentChanges />
          </div>
        </>
      )}
    </div>
  )
}

function Loading() {
  const t = useText(text)
  return (
    <>
      <h1 className="weft-hidden">{t.title}</h1>
      <Bones />
    </>
  )
}

/** Says that it is not known how the account is, with the reference by which the failure is found. */
function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const t = useText(text)
  return (
    <>
      <PageHeader title={t.title} />
      <section className="dashboard-card dashboard-error" role="alert">
        <WarningOutlined aria-hidden className="dashboard-error-mark" />
        <h2>{t.failed}</h2>
        <p>
          {t.failedHint}
          {error instanceof ApiRefusal && error.msg}
        </p>
        <Button onClick={retry}>{t.retry}</Button>
      </section>
    </>
  )
}
