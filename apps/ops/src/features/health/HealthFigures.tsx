import type { Health } from '@weft/contract'
import { fileSize, grouped, TimeText, useText } from '@weft/ui'
import type { ReactNode } from 'react'
import './health.css'
import * as text from './health.text.ts'

interface Figure {
  label: string
  value: string
  hint?: ReactNode
  /** The figure needs attention. */
  bad?: boolean
}

/** Shows the main counts of the installation. */
export function HealthFigures({ health: { members, jobs, deliveries, tickets, database } }: { health: Health }) {
  const t = useText(text)
  const oldest = jobs.oldest !== null && (
    <>
      {t.oldest} <TimeText at={jobs.oldest} relative />
    </>
  )
  const figures: Figure[] = [
    { label: t.membersOnline, value: grouped(members.online), hint: t.ofTotal(grouped(members.total)) },
    { label: t.ticketsWaiting, value: grouped(tickets.waiting), hint: t.ticketsHandling(grouped(tickets.handling)) },
    { label: t.jobsWaiting, value: grouped(jobs.waiting), hint: oldest },
    { label: t.jobsFailed, value: grouped(jobs.failed), bad: jobs.failed > 0 },
    { label: t.deliveriesQueued, value: grouped(deliveries.queued), hint: t.letters },
    { label: t.deliveriesFailed, value: grouped(deliveries.failed), hint: t.letters, bad: deliveries.failed > 0 },
    { label: t.database, value: fileSize(database.bytes), hint: t.databaseConnections(grouped(database.connections)) },
    { label: t.answer, value: t.ms(String(database.answer_ms)) },
  ]
  return (
    <dl className="health-figures">
      {figures.map(({ label, value, hint, bad = false }) => (
        <div key={label} className={bad ? 'health-figure health-figure-bad' : 'health-figure'}>
          <dt>{label}</dt>
          <dd>
            {value}
            <small>{hint}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
