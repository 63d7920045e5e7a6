import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, namesText, type WorkOrderSummary } from '@weft/contract'
import { call, confirm, language, toast, useText } from '@weft/ui'
import { applying } from '../../../shared/apply/applying.ts'
import { nameOf } from '../../../shared/member/MemberName.tsx'
import { Disturbed } from '../../../shared/network/confirm-impact.tsx'
import { networksChanged } from '../networks-changed.ts'
import * as text from './work-order.text.ts'

type Subject = Pick<
  WorkOrderSummary,
  'network_ticket_number' | 'network_ticket_status' | 'network_number' | 'network_name' | 'network_exists'
>

/** The most members that a question names; the others are counted. */
const NAMED = 5
const COMPLETED = 3

/**
 * Returns functions that cancel and delete orders, each after a question.
 * @param onDeleted called after a deletion, instead of reloading the orders
 */
export function useWorkOrderMoves(onDeleted?: () => void) {
  const t = useText(text)
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: ({ network_ticket_number }: Subject) => call(contract.workOrders.cancel, { network_ticket_number }, { missing: 'stay' }),
    onSuccess: (_, { network_ticket_status, network_exists, network_number }) => {
      toast.success(t.cancelled)
      if (network_ticket_status === COMPLETED && network_exists === 1) applying.watch(network_number)
    },
    onSettled: () => networksChanged(queries),
  })
  const remove = useMutation({
    mutationFn: (network_ticket_number: string) => call(contract.workOrders.delete, { network_ticket_number }, { missing: 'stay' }),
    onSuccess: () => {
      toast.success(t.deleted)
      onDeleted?.()
    },
    onSettled: (_, error) => networksChanged(queries, { leaving: onDeleted !== undefined && error === null }),
  })

  /** Says which network and members the cancellation of an unfinished order concerns. */
  const unfinished = async ({ network_ticket_number, network_name }: Subject) => {
    const { members } = await call(contract.workOrders.view, { network_ticket_number }, { missing: 'stay' })
    return (
      <>
        <p>{t.cancelBody(network_ticket_number)}</p>
        <p>{t.concerns(network_name, namesText(members.map(nameOf), members.length, language.get()))}</p>
      </>
    )
  }
  /** Says which network loses its POP access by the cancellation of a completed order, and who in it. */
  const consequence = async ({ network_ticket_number, network_number, network_name }: Subject) => {
    const { impact } = await call(contract.workOrders.cancel, { network_ticket_number, check: true }, { missing: 'stay' })
    const members = impact.length === 0 ? [] : await call(contract.network.member, { network_number }, { missing: 'stay' })
    const names = impact.flatMap(({ router_names }) => router_names)
    const called = names
      .slice(0, NAMED)
      .map((name) => nameOf(members.find(({ router_name }) => router_name === name) ?? { router_name: name, note: '' }))
    const count = impact.reduce((sum, one) => sum + one.count, 0)
    return (
      <>
        <p>{t.cancelCompletedBody}</p>
        {count > 0 && <p>{t.cancelNetwork(network_name, called, count)}</p>}
        <Disturbed impact={impact} members={members} />
      </>
    )
  }
  return {
    askCancel: async (order: Subject) => {
      const completed = order.network_ticket_status === COMPLETED
      // A refusal was already shown.
      const body = await (completed ? consequence(order) : unfinished(order)).catch(() => undefined)
      if (body === undefined) return
      if (await confirm({ title: t.cancelOrder, body, action: t.cancelOrder, cancel: t.keepOrder, danger: true })) cancel.mutate(order)
    },
    askDelete: async ({ network_ticket_number, network_name }: Subject) => {
      const body = (
        <>
          <p>{t.deleteAsk}</p>
          <p>{t.deleteBody(network_name, network_ticket_number)}</p>
        </>
      )
      if (await confirm({ title: t.deleteTitle, body, action: t.delete, danger: true })) remove.mutate(network_ticket_number)
    },
  }
}
