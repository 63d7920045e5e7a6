import { CheckCircleFilled } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Button, Progress } from 'antd'
import { Link } from 'react-router'
import { permits, useAccount } from '../../shared/account/use-account.ts'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import * as text from './dashboard.text.ts'
import { type Step, steps, useOnboarding } from './onboarding.ts'
import { useOverview } from './use-overview.ts'

const paths: Record<Step, { path: string; query?: string }> = {
  // Opens the drawer that adds a member.
  member: { path: '/router/lists', query: '?type=2&add=1' },
  network: { path: '/network/create' },
  online: { path: '/network/lists' },
}

/** Shows the first steps of a new account to logins that may take them. */
export function OnboardingCard() {
  const t = useText(text)
  const account = useAccount()
  const isOpen = usePageOpen()
  const { data } = useOverview()
  const { done, dismiss } = useOnboarding(`${account.account_number}.${account.username}`, data)
  const mayBegin = permits(account, 'member.create') || permits(account, 'network.create')
  if (!done || !mayBegin) return null
  const count = steps.filter((step) => done[step]).length
  const next = steps.find((step) => !done[step])
  return (
    <section className="dashboard-card">
      <div className="dashboard-head">
        <h2>{t.checklist}</h2>
        <Button type="link" size="small" onClick={dismiss}>
          {t.dismiss}
        </Button>
      </div>
      <div className="dashboard-progress">
        <span>{t.checklistText(count, steps.length)}</span>
        <Progress percent={(count / steps.length) * 100} showInfo={false} size="small" aria-label={t.checklist} />
      </div>
      <ol className="dashboard-steps">
        {steps.map((step, at) => (
          <li key={step} className={done[step] ? 'dashboard-step-done' : ''} aria-current={step === next ? 'step' : undefined}>
            <span className="dashboard-step-mark" aria-hidden>
              {done[step] ? <CheckCircleFilled aria-hidden /> : at + 1}
            </span>
            <span className="dashboard-step-text">
              <strong>{t.steps[step].title}</strong>
              <small>{t.steps[step].text}</small>
            </span>
            {done[step] ? (
              <span className="weft-hidden">{t.done}</span>
            ) : (
              isOpen(paths[step].path) && (
                <Link to={paths[step].path + (paths[step].query ?? '')}>
                  {t.go}
                  <span className="weft-hidden">{t.steps[step].title}</span>
                </Link>
              )
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
