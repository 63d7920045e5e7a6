import { contract, type LoginLog } from '@weft/contract'
import { PageHeader, useText } from '@weft/ui'
import * as recordText from '../../shared/record/record.text.ts'
import { loginColumns } from '../../shared/record/record-columns.tsx'
import { type Keyed, LogList } from './LogList.tsx'
import * as text from './log.text.ts'
import { Term } from '../../shared/help/Term.tsx'

/** Shows who signed in with a client, and with which client. */
export function LoginLogPage() {
  const t = useText(text)
  const r = useText(recordText)
  return (
    <>
      <PageHeader title={t.logins} term={<Term of="login_record" />} meta={t.kept} />
      <LogList
        endpoint={contract.logs.software_login}
        type="software_login"
        subject={t.logins}
        searchHint={t.search}
        empty={t.noData}
        columns={(shown) => loginColumns<Keyed<LoginLog>>(r, shown)}
      />
    </>
  )
}
