import { PageHeader, useText } from '@weft/ui'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAccount } from '../../shared/account/use-account.ts'
import * as text from './ticket-create.text.ts'
import { draftKeeper, draftOfAddress, emptyDraft } from './ticket-draft.ts'
import { TicketForm } from './TicketForm.tsx'
import './ticket.css'

export function TicketCreatePage() {
  const t = useText(text)
  const [query] = useSearchParams()
  const { account_number, username } = useAccount()
  const keeper = draftKeeper(`${account_number}.${username}`)
  // Values from the link take precedence over a stored draft.
  const [begun] = useState(() => {
    const named = draftOfAddress(query)
    const kept = named ? undefined : keeper.read()
    return { draft: named ?? kept ?? emptyDraft, restored: kept !== undefined }
  })
  const [cleared, setCleared] = useState(false)
  const clear = () => {
    keeper.forget()
    setCleared(true)
  }
  return (
    <>
      <PageHeader title={t.title} />
      {cleared ? (
        <TicketForm key="cleared" keeper={keeper} begun={{ draft: emptyDraft, restored: false }} onClear={clear} />
      ) : (
        <TicketForm keeper={keeper} begun={begun} onClear={clear} />
      )}
    </>
  )
}
