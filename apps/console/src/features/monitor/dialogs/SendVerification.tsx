import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CONTACT_LETTER_SECONDS, type Contact, contract } from '@weft/contract'
import { call, confirm, toast, useText } from '@weft/ui'
import { Button } from 'antd'
import { useCountdown } from '../../../shared/verification/use-countdown.ts'
import { waitOf } from '../../../shared/verification/wait-of.ts'
import { monitorChanged } from '../monitor-changed.ts'
import * as text from './contacts.text.ts'

/** Mails a contact the link that proves its address, once a minute at most. */
export function SendVerification({ contact: { uuid, name, email } }: { contact: Contact }) {
  const t = useText(text)
  const queries = useQueryClient()
  const { left, start } = useCountdown(`contact.${uuid}`)
  const send = useMutation({
    mutationFn: () => call(contract.contacts.send_validate_email, { uuid }, { missing: 'stay' }),
    onSuccess: () => {
      toast.success(t.sent)
      start(CONTACT_LETTER_SECONDS)
    },
    onError: (error) => {
      start(waitOf(error))
      // The contact is gone, or verified by now.
      return monitorChanged(queries)
    },
  })
  const ask = async () => {
    if (await confirm({ title: t.send, body: t.sendBody(email), action: t.sendVerb })) send.mutate()
  }
  return (
    <Button
      type="link"
      aria-haspopup="dialog"
      disabled={left > 0}
      loading={send.isPending}
      {...(left === 0 ? { 'aria-label': t.sendOf(name) } : {})}
      onClick={() => void ask()}
    >
      {left > 0 ? t.again(left) : t.send}
    </Button>
  )
}
