import { PageHeader, useText } from '@weft/ui'
import { Term } from '../../shared/help/Term.tsx'
import * as text from './alert-record.text.ts'
import { AlertRecords } from './AlertRecords.tsx'
import './monitor.css'

/** The page 「告警记录」: it lists the incidents of the account, and to whom each was sent. */
export function IncidentsPage() {
  const t = useText(text)
  return (
    <>
      <PageHeader title={t.subject} term={<Term of="incident" />} />
      <AlertRecords />
    </>
  )
}
