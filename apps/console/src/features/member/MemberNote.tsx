import { Nothing } from '@weft/ui'
import { Explained } from '@weft/ui/parts/Explained.tsx'
import './member.css'

const SHOWN = 18

/** Shows a note, cut to 18 characters; the whole note appears on hover and focus. */
export function MemberNote({ note }: { note: string }) {
  const letters = [...note]
  if (note === '') return <Nothing />
  if (letters.length <= SHOWN) return <span className="member-note">{note}</span>
  return (
    <Explained why={note} className="member-note">
      {letters.slice(0, SHOWN).join('')}…
    </Explained>
  )
}
