import { namesText, type Problem, type Verdict, stateNames } from '@weft/contract'
import { language, lasting, StateMark, useText } from '@weft/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { permits, useAccount } from '../../shared/account/use-account.ts'
import { nameOf } from '../../shared/member/name-of.ts'
import { memberPath } from '../../shared/member/member-paths.ts'
import { useServerNow } from '@weft/ui/time/use-clock.ts'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import * as text from './dashboard.text.ts'
import { actionWords, targetOf } from './problem-target.ts'
import { Reminders } from './Reminders.tsx'
import { useProblemCalls } from './use-problem-calls.ts'

/** Number of problems shown until the user asks for more. */
const SHOWN = 5

/** Lists what is wrong, the gravest first, each with one action; then what will need something soon. Nothing if there is neither. */
export function Problems({ verdict: { problems, causes, reminders, fresh, time } }: { verdict: Verdict }) {
  const t = useText(text)
  const [all, setAll] = useState(false)
  const shown = problems.length > SHOWN + 1 && !all ? problems.slice(0, SHOWN) : problems
  const now = useServerNow(time)
  if (problems.length === 0 && reminders.length === 0 && fresh.count === 0) return null
  return (
    <section className="dashboard-card dashboard-problems" aria-label={problems.length > 0 ? t.problems : t.reminders}>
      {problems.length > 0 && (
        <ol>
          {shown.map((problem) => (
            <ProblemRow key={problem.id} problem={problem} now={now} />
          ))}
        </ol>
      )}
      {problems.length > SHOWN + 1 && (
        <div className="dashboard-more">
          <Button type="link" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t.less : t.more(problems.length - SHOWN)}
          </Button>
          {all && causes > problems.length && <Link to={memberPath.attention}>{t.beyond(causes - problems.length)}</Link>}
        </div>
      )}
      {fresh.count > 0 && <JustBroke fresh={fresh} now={now} />}
      <Reminders reminders={reminders} />
    </section>
  )
}

/** Names members that broke a moment ago, in grey: most come back by themselves, and the others are problems soon. */
function JustBroke({ fresh: { count, members, since }, now }: { fresh: Verdict['fresh']; now: number }) {
  const t = useText(text)
  return (
    <p className="dashboard-fresh">
      <StateMark state="unknown" size={16} />
      <span>{t.justBroke(namesText(members.map(nameOf), count, language.use()))}</span>
      <span className="dashboard-since">{since !== null && lasting(Math.max(0, now - since))}</span>
    </p>
  )
}

function ProblemRow({ problem, now }: { problem: Problem; now: number }) {
  const shown = language.use()
  const { state, title, effect, since } = problem
  return (
    <li>
      <StateMark state={state} size={16} />
      <div className="dashboard-problem">
        <p className="dashboard-problem-title">
          <span className="weft-hidden">{stateNames[state][shown]} </span>
          {title}
        </p>
        <p className="dashboard-problem-effect">{effect}</p>
      </div>
      <span className={`dashboard-since dashboard-since-${state}`}>{since !== null && lasting(now - since)}</span>
      <ProblemButton problem={problem} />
    </li>
  )
}

function ProblemButton({ problem }: { problem: Problem }) {
  const t = useText(text)
  const account = useAccount()
  const isOpen = usePageOpen()
  const { busy, run } = useProblemCalls()
  const target = targetOf(problem, permits(account, 'network.edit'), t.renewTicket)
  const words = actionWords(t, target.label)
  const named = { 'aria-label': t.actionOf(words, problem.title), size: 'small' } as const
  if (target.kind === 'link')
    return isOpen(target.to.replace(/\?.*/, '')) ? (
      <LinkButton {...named} to={target.to} type={target.label === 'view' ? 'link' : 'default'}>
        {words}
      </LinkButton>
    ) : (
      <span />
    )
  const [subject] = problem.subjects
  return (
    <Button
      {...named}
      loading={busy === target.router_name}
      onClick={() => void run(target, subject ? nameOf(subject) : target.router_name)}
    >
      {words}
    </Button>
  )
}
