import type { OutputOf, opsContract } from '@weft/contract'
import { CopyText, Nothing, TimeText, useText } from '@weft/ui'
import { DetailCard, Facts } from '@weft/ui/parts/DetailCard.tsx'
import * as text from './account-page.text.ts'

export type AccountInfo = OutputOf<typeof opsContract.accounts.info>

/** Shows who the customer is; phone and e-mail are masked, as everywhere. */
export function ProfileFacts({ account }: { account: AccountInfo }) {
  const t = useText(text)
  return (
    <DetailCard title={t.profile}>
      <Facts
        facts={[
          { label: t.number, value: <CopyText value={account.account_number} /> },
          { label: t.nickname, value: account.nickname || <Nothing /> },
          { label: t.username, value: account.username },
          { label: t.phone, value: account.phone ?? <Nothing /> },
          { label: t.email, value: account.email ?? <Nothing /> },
          { label: t.created, value: <TimeText at={account.create_time} /> },
        ]}
      />
    </DetailCard>
  )
}
