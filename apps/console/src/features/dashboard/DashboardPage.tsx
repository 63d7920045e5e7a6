import { PageHeader, useText } from '@weft/ui'
import { AnnouncementTicker } from './AnnouncementTicker.tsx'
import './dashboard.css'
import * as text from './dashboard.text.ts'
import { HealthCard } from './HealthCard.tsx'
import { IdentityCard } from './IdentityCard.tsx'
import { OnboardingCard } from './OnboardingCard.tsx'
import { ShortcutCards } from './ShortcutCards.tsx'

export function DashboardPage() {
  const t = useText(text)
  return (
    <>
      <PageHeader title={t.title} />
      <AnnouncementTicker />
      <div className="dashboard-grid">
        <div className="dashboard-column">
          <IdentityCard />
          <ShortcutCards />
          <OnboardingCard />
        </div>
        <div className="dashboard-column">
          <HealthCard />
        </div>
      </div>
    </>
  )
}
