import { useApplying } from '../../../shared/apply/applying.ts'
import { ApplyCard } from './ApplyCard.tsx'

/** Shows a card for each network whose change is on its way, at the lower right of every page. */
export function ApplyDock() {
  const cards = useApplying()
  if (cards.length === 0) return null
  return (
    <div className="apply-dock">
      {cards.map((card) => (
        <ApplyCard key={card.network_number} card={card} />
      ))}
    </div>
  )
}
