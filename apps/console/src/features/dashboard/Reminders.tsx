import type { Reminder } from '@weft/contract'
import { useText } from '@weft/ui'
import { Link } from 'react-router'
import { memberPath } from '../../shared/member/member-paths.ts'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import * as text from './dashboard.text.ts'
import { serviceTicket } from './problem-target.ts'

/** Shows what will need something and is not broken, each with a link to what can be done; nothing if there is none. */
export function Reminders({ reminders }: { reminders: readonly Reminder[] }) {
  const t = useText(text)
  const isOpen = usePageOpen()
  if (reminders.length === 0) return null
  const pathOf = ({ kind, router_name }: Reminder): `/${string}` =>
    kind === 'never_connected'
      ? router_name === null
        ? memberPath.list
        : memberPath.detail(router_name)
      : serviceTicket(kind === 'places_left' ? t.placesTicket : t.renewTicket)
  return (
    <div className="dashboard-reminders">
      <span className="dashboard-line-name" id="dashboard-reminders">
        {t.reminders}
      </span>
      <ul aria-labelledby="dashboard-reminders">
        {reminders.map((reminder) => {
          const to = pathOf(reminder)
          return (
            <li key={reminder.text}>
              {reminder.text}{' '}
              {isOpen(to.replace(/\?.*/, '')) && (
                <Link to={to} aria-label={t.actionOf(t.reminderLinks[reminder.kind], reminder.text)}>
                  {t.reminderLinks[reminder.kind]}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
