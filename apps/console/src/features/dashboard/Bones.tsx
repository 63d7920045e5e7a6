import { CardBones } from './NetworkCards.tsx'

/** Stands in for the page while it is not known how the account is, of the same measures. */
export function Bones() {
  return (
    <div aria-hidden="true">
      <div className="dashboard-headline dashboard-lines" />
      <div className="dashboard-card dashboard-problem-bones">
        <div className="dashboard-lines" />
      </div>
      <CardBones />
      <div className="dashboard-two">
        <div className="dashboard-card dashboard-traffic" />
        <div className="dashboard-card" />
      </div>
    </div>
  )
}
