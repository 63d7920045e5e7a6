import { DownOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import { asking, call, toast, useText } from '@weft/ui'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { Button, Dropdown } from 'antd'
import { type Ref, useState } from 'react'
import { useOperator } from '../../shared/operator/use-operator.ts'
import type { DeskTicket } from './desk-ticket.ts'
import * as text from './ticket-page.text.ts'
import { ticketsChanged } from './tickets-changed.ts'

const { tickets } = opsContract

/** Gives a ticket to oneself, to a colleague or to nobody. The server refuses it if somebody else has given it away meanwhile. */
export function AssignButton({
  ticket: { ticket_number, assignee },
  button,
}: {
  ticket: Pick<DeskTicket, 'ticket_number' | 'assignee'>
  button?: Ref<HTMLButtonElement>
}) {
  const t = useText(text)
  const queries = useQueryClient()
  const { username } = useOperator()
  const [open, setOpen] = useState(false)
  const names = useQuery({ ...asking(tickets.assignees, {}, { quiet: true, missing: 'stay' }), enabled: open }).data ?? []
  const assign = useMutation({
    mutationFn: (to: string | null) => call(tickets.assign, { ticket_number, assignee: to, seen_assignee: assignee }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.assigned),
    onSettled: () => ticketsChanged(queries),
  })
  const others = names.filter((name) => name !== username && name !== assignee)
  const items = [
    ...(assignee === username ? [] : [{ key: 'take', label: t.take, onClick: () => assign.mutate(username) }]),
    ...others.map((name) => ({ key: `to ${name}`, label: t.giveTo(name), onClick: () => assign.mutate(name) })),
    ...(assignee === null ? [] : [{ key: 'release', label: t.release, onClick: () => assign.mutate(null) }]),
  ]
  return (
    <Dropdown trigger={['click']} menu={{ items }} getPopupContainer={popupContainer} onOpenChange={setOpen}>
      <Button
        ref={button}
        size="small"
        icon={<DownOutlined aria-hidden />}
        iconPlacement="end"
        loading={assign.isPending}
        aria-haspopup="menu"
      >
        {t.assign} {assignee}
      </Button>
    </Dropdown>
  )
}
