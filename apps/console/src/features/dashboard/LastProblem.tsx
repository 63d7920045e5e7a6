import { siteGuides, type Verdict } from '@weft/contract'
import { absoluteTime, duration, language, useText } from '@weft/ui'
import { Link } from 'react-router'
import { MemberName, nameOf } from '../../shared/member/MemberName.tsx'
import { memberPath } from '../../shared/member/member-paths.ts'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import * as text from './dashboard.text.ts'

/** While all is well: says how well the last seven days were, and which site had a problem last, and when. */
export function LastProblem({ verdict: { availability, last_problem } }: { verdict: Verdict }) {
  const t = useText(text)
  const spoken = language.use()
  const isOpen = usePageOpen()
  if (availability === null && last_problem === null) return null
  return (
    <section className="dashboard-last" aria-label={t.lastProblem}>
      <span>{t.lastProblem}</span>
      <p>
        {last_problem ? (
          <>
            {absoluteTime(last_problem.start_time).slice(5, 16)} <MemberName member={{ ...last_problem, router_type: 1 }} form="name" />{' '}
            {t.lasted(siteGuides[last_problem.cause][spoken].headline, duration(last_problem.seconds))}
          </>
        ) : (
          t.noProblem
        )}
      </p>
      {availability !== null && <span>{t.week(`${availability}%`)}</span>}
      {last_problem && isOpen('/router/detail') && (
        <Link to={`${memberPath.detail(last_problem.router_name)}&tab=outages`} aria-label={t.actionOf(t.records, nameOf(last_problem))}>
          {t.records}
        </Link>
      )}
    </section>
  )
}
