import { useText } from '@weft/ui'
import * as text from './dashboard.text.ts'
import { CardBones } from './NetworkCards.tsx'

/** Stands in for the page while it is not known how the account is, of the same measures. */
export function Bones() {
  const t = useText(text)
  return (
    <div role="status" aria-label={t.loading}>
      <div className="dashboard-headline dashboard-headline-bones">
        <i />
        <span>
          <i />
          <i />
        </span>
      </div>
      <div className="dashboard-card">
        {[1, 2, 3].map((at) => (
          <div key={at} className="dashboard-problem-bones">
            <i />
            <i />
            <i />
          </div>
        ))}
      </div>
      <CardBones />
      <div className="dashboard-two">
        <div className="dashboard-card dashboard-traffic" />
        <div className="dashboard-card" />
      </div>
    </div>
  )
}
