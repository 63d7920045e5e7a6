import { Nothing } from '@weft/ui'
import { Tooltip } from 'antd'
import './member.css'

const SHOWN = 18

/** A note, cut to 18 characters; all of it on hover and focus. */
export function MemberNote({ note }: { note: string }) {
  const letters = [...note]
  if (note === '') return <Nothing />
  if (letters.length <= SHOWN) return <span className="member-note">{note}</span>
  return (
    <Tooltip title={note} trigger={['hover', 'focus']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the whole note must be reachable by keyboard */}
      <span className="member-note" tabIndex={0}>
        {letters.slice(0, SHOWN).join('')}…
      </span>
    </Tooltip>
  )
}
