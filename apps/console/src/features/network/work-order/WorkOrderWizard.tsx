import { useMutation, useQueryClient } from '@tanstack/react-query'
import { check, contract, type WorkOrder, WorkOrderBandwidth, workOrderMay } from '@weft/contract'
import { call, language, toast, useText, useUnsavedGuard } from '@weft/ui'
import { Alert, Button, Steps } from 'antd'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { BlockedButton } from '../../../shared/page/BlockedButton.tsx'
import { networkPath } from '../network-paths.ts'
import { networksChanged } from '../networks-changed.ts'
import { AssignStep } from './AssignStep.tsx'
import { ConfirmStep } from './ConfirmStep.tsx'
import { DraftSummary } from './DraftSummary.tsx'
import { PopStep } from './PopStep.tsx'
import { useOpenOrder } from './use-open-order.ts'
import * as text from './work-order-create.text.ts'
import { draftFrom, draftOf, type OrderOptions, orderInput, startDraft } from './work-order-draft.ts'
import * as orderText from './work-order.text.ts'
import './work-order.css'
import { pauseOf } from '@weft/ui/time/pauses.ts'

/** Milliseconds for which the success is shown before the page goes back (specification 2 §1). */
const BACK_MS = 500

interface Props {
  network_number: string
  /** The name of the network. */
  network: string
  options: OrderOptions
  /** The rejected order that is corrected and sent again; undefined for a new one. */
  rejected?: WorkOrder | undefined
}

/** Requests POP access in three steps: POPs, members, confirmation. */
export function WorkOrderWizard({ network_number, network, options, rejected }: Props) {
  const t = useText(text)
  const o = useText(orderText)
  const spoken = language.use()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const direct = useLocation().key === 'default'
  const [start] = useState(() => (rejected ? draftFrom(rejected, options) : startDraft(options)))
  const [draft, dispatch] = useReducer(draftOf, start)
  const open = useOpenOrder(network_number)
  const body = useRef<HTMLDivElement>(null)
  const before = useRef(draft.step)

  const submit = useMutation({
    mutationFn: async () => {
      const { network_ticket_type, ...choices } = orderInput(draft, options)
      if (!rejected) await call(contract.workOrders.create, { network_number, network_ticket_type, ...choices })
      else
        await call(contract.workOrders.resubmit, { network_ticket_number: rejected.network_ticket_number, ...choices }, { missing: 'stay' })
    },
    onSuccess: () => {
      toast.success(t.submitted)
      void networksChanged(queries, { leaving: true })
    },
    // The cause may be an order that someone else has just placed.
    onError: open.lookAgain,
  })
  useUnsavedGuard(!submit.isSuccess && (draft.step > 0 || draft !== start))

  useEffect(() => {
    if (before.current === draft.step) return
    before.current = draft.step
    body.current?.focus()
  }, [draft.step])

  const back = useCallback(() => void (direct ? navigate(networkPath.orders, { replace: true }) : navigate(-1)), [direct, navigate])
  const { isSuccess } = submit
  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(back, pauseOf(BACK_MS))
    return () => clearTimeout(timer)
  }, [isSuccess, back])

  const forth = () => {
    if (draft.regions.length === 0) return toast.warning(t.chooseFirst)
    const bandwidth = check(WorkOrderBandwidth, draft.bandwidth, spoken, o.bandwidth)
    if (!bandwidth.ok) return toast.warning(bandwidth.errors[0]!.msg)
    if (draft.step === 1 && draft.places.size === 0) return toast.warning(t.assignFirst)
    return dispatch({ type: 'forth' })
  }
  const sentAgain = rejected !== undefined && !workOrderMay(rejected.state, 'resubmit') && !submit.isSuccess
  const reason = sentAgain ? t.notRejected : open.number === undefined ? undefined : t.openReason
  return (
    <div className="order-wizard">
      <section className="order-main">
        {open.number !== undefined && !submit.isSuccess && (
          <Alert
            className="order-alert"
            type="warning"
            showIcon
            title={t.openTitle(open.number)}
            description={t.openText}
            action={<Link to={networkPath.order({ network_number, network_ticket_number: open.number })}>{t.toOrder}</Link>}
          />
        )}
        {rejected && (
          <Alert
            className="order-alert"
            type="info"
            showIcon
            title={t.correcting(rejected.network_ticket_number)}
            description={<span className="weft-words">{rejected.dialogue.findLast(({ kind }) => kind === 'rejection')?.content}</span>}
          />
        )}
        <Steps size="small" responsive={false} titlePlacement="vertical" current={draft.step} items={t.steps.map((title) => ({ title }))} />
        <div ref={body} tabIndex={-1} className="order-body" role="group" aria-label={t.steps[draft.step]}>
          {draft.step === 0 && <PopStep draft={draft} options={options} onChange={(change) => dispatch({ type: 'asked', change })} />}
          {draft.step === 1 && (
            <AssignStep
              draft={draft}
              options={options}
              onPlace={(members, region) => dispatch({ type: 'placed', members, region })}
              onReturn={(members) => dispatch({ type: 'returned', members })}
            />
          )}
          {draft.step === 2 && <ConfirmStep network_number={network_number} network={network} draft={draft} options={options} />}
        </div>
        <div className="order-buttons">
          {draft.step === 1 && <span className="order-note">{t.backNote}</span>}
          <Button onClick={back}>{t.cancel}</Button>
          {draft.step > 0 && <Button onClick={() => dispatch({ type: 'back' })}>{t.previous}</Button>}
          {draft.step < 2 ? (
            <BlockedButton type="primary" reason={options.ticket.pop.length === 0 ? t.noPops : reason} onPress={forth}>
              {t.next}
            </BlockedButton>
          ) : (
            <BlockedButton
              type="primary"
              reason={reason}
              loading={submit.isPending}
              onPress={() => !submit.isPending && !submit.isSuccess && submit.mutate()}
            >
              {t.submit}
            </BlockedButton>
          )}
        </div>
      </section>
      <DraftSummary network={network} draft={draft} options={options} />
    </div>
  )
}
