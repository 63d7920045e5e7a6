import { type Health, healthProblems, instanceState } from '@weft/contract'
import { StateText, useText } from '@weft/ui'
import type { ReactNode } from 'react'
import './health-verdict.css'
import * as text from './health-verdict.text.ts'

/** Says in one line whether the installation is well: if not, only what is wrong. @param more what follows it */
export function HealthVerdict({ health, more }: { health: Health; more?: ReactNode }) {
  const t = useText(text)
  const problems = healthProblems(health)
  const alive = health.instances.filter((one) => instanceState(one, health.time) === 'alive').length
  const { members, database } = health
  const facts =
    problems.length > 0
      ? problems.map((problem) => t.said(problem, health.time))
      : [t.servers(alive), t.members(members.online, members.total), t.answer(database.answer_ms)]
  return (
    <div className={problems.length > 0 ? 'health-verdict health-verdict-ill' : 'health-verdict'}>
      <p role="status">
        <strong>
          <StateText state={problems.length > 0 ? 'down' : 'up'}>{problems.length > 0 ? t.ill(problems.length) : t.well}</StateText>
        </strong>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {more}
    </div>
  )
}
