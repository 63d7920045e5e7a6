import { StateMark, useText } from '@weft/ui'
import { type Applying, applying, useApplying } from '../../../shared/apply/applying.ts'
import * as text from './apply.text.ts'
import './apply.css'
import { cardState } from './apply-state.ts'
import { cardMarks, cardTitle } from './card-title.ts'
import { useProgress } from './use-progress.ts'

/** Shows the folded cards in the header. */
export function ApplyPills() {
  const folded = useApplying().filter((card) => card.folded)
  return folded.map((card) => <Pill key={card.network_number} card={card} />)
}

function Pill({ card }: { card: Applying }) {
  const t = useText(text)
  const { network_number } = card
  const { progress, updated, error, behind, lost } = useProgress(card)
  const state = cardState({ card, progress, behind: behind && error === null, updated, lost, now: updated })
  if (!progress || state === undefined) return null
  const wrong = state === 'failed'
  const words = wrong ? t.failedPill(progress.counts.failed) : cardTitle(t, state, progress)
  return (
    <button type="button" className={`apply-pill ${wrong ? 'apply-pill-wrong' : ''}`} onClick={() => applying.fold(network_number, false)}>
      <StateMark state={cardMarks[state]} size={12} />
      <span>{words}</span>
    </button>
  )
}
