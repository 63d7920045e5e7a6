import { TICKET_CONTENT_MAX } from '@weft/contract'
import { Input } from 'antd'
import type { ComponentProps, KeyboardEvent } from 'react'
import { counted } from '../form/counted.ts'

const LENGTH = { ...counted(TICKET_CONTENT_MAX), show: false }

/** Shows the field for a reply to a ticket: Ctrl Enter, or ⌘ Enter, submits its form. */
export function ReplyField(props: ComponentProps<typeof Input.TextArea>) {
  const sendByKeys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
  }
  return <Input.TextArea count={LENGTH} aria-keyshortcuts="Control+Enter" onKeyDown={sendByKeys} {...props} />
}
