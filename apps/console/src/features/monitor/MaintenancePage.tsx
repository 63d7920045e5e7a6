import { PageHeader, useText } from '@weft/ui'
import { Term } from '../../shared/help/Term.tsx'
import { MaintenanceList } from './MaintenanceList.tsx'
import * as text from './maintenance.text.ts'
import './monitor.css'

/** The page 「维护窗口」: the times in which no alerts about members are sent. */
export function MaintenancePage() {
  const t = useText(text)
  return (
    <>
      <PageHeader title={t.title} term={<Term of="maintenance" />} meta={t.note} />
      <MaintenanceList />
    </>
  )
}
