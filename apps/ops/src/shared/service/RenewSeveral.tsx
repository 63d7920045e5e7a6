import { useMutation, useQueryClient } from '@tanstack/react-query'
import { opsContract, RENEWED_MAX, type SoldService } from '@weft/contract'
import { call, TimeText, toast, useDialog, useText } from '@weft/ui'
import { serviceName } from '@weft/ui/service/service-names.ts'
import { Alert, Button, Checkbox, Modal, Radio } from 'antd'
import { useState } from 'react'
import { thisMinute } from '../form/this-minute.ts'
import './renew-several.css'
import { type Period, periods, renewedEnds } from './renewal.ts'
import * as text from './service.text.ts'
import { servicesChanged } from './services-changed.ts'

type Ending = SoldService & { expired_time: number }
/** What was renewed, and can be taken back. */
interface Renewal {
  id: string
  seen_expired_time: number
  expired_time: number
}

const takenBack = (renewed: readonly Renewal[]): Renewal[] =>
  renewed.map(({ id, seen_expired_time, expired_time }) => ({ id, seen_expired_time: expired_time, expired_time: seen_expired_time }))

/** Offers to renew several services of one account, and afterwards to undo it. */
export function RenewSeveral({ services }: { services: readonly SoldService[] }) {
  const t = useText(text)
  const queries = useQueryClient()
  const choosing = useDialog<true>()
  const [renewed, setRenewed] = useState<Renewal[]>()
  const ending = services.filter((service): service is Ending => service.expired_time !== null).slice(0, RENEWED_MAX)
  const move = useMutation({
    mutationFn: (wanted: Renewal[]) => call(opsContract.services.renew_all, { services: wanted }, { missing: 'stay' }),
    onSettled: () => servicesChanged(queries),
  })
  const undo = async () => {
    if (!renewed) return
    await move.mutateAsync(takenBack(renewed))
    setRenewed(undefined)
    toast.success(t.undone)
  }
  if (ending.length === 0) return null
  return (
    <>
      {renewed && (
        <Alert
          type="success"
          showIcon
          title={t.renewedSeveral(renewed.length)}
          action={
            <Button size="small" loading={move.isPending} onClick={() => void undo().catch(() => undefined)}>
              {t.undo}
            </Button>
          }
        />
      )}
      <Button aria-haspopup="dialog" onClick={() => choosing.show(true)}>
        {t.renewSeveral}
      </Button>
      {choosing.subject && (
        <ChooseDialog
          services={ending}
          isPending={move.isPending}
          onClose={choosing.close}
          onChosen={async (wanted) => {
            await move.mutateAsync(wanted)
            setRenewed(wanted)
            choosing.close()
          }}
        />
      )}
    </>
  )
}

interface ChooseProps {
  services: readonly Ending[]
  isPending: boolean
  onChosen: (wanted: Renewal[]) => Promise<void>
  onClose: () => void
}

function ChooseDialog({ services, isPending, onChosen, onClose }: ChooseProps) {
  const t = useText(text)
  const [now] = useState(thisMinute)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [period, setPeriod] = useState<Period>('12')
  const some = services.filter(({ id }) => chosen.includes(id))
  const ends = renewedEnds(
    some.map(({ expired_time }) => expired_time),
    period,
    now,
  )
  const endOf = new Map(some.map(({ id }, at) => [id, ends[at]!]))
  const wanted = some
    .map(({ id, expired_time }) => ({ id, seen_expired_time: expired_time, expired_time: endOf.get(id)! }))
    // All others are renewed to the day on which the last of them ends.
    .filter((one) => one.expired_time !== one.seen_expired_time)
  return (
    <Modal
      open
      width={640}
      title={t.renewSeveralTitle}
      okText={t.renew}
      cancelText={t.cancel}
      okButtonProps={{ disabled: wanted.length === 0 }}
      confirmLoading={isPending}
      onOk={() => void onChosen(wanted).catch(() => undefined)}
      onCancel={onClose}
    >
      <Radio.Group
        aria-label={t.period}
        optionType="button"
        value={period}
        options={periods.map((value) => ({ value, label: t.periods[value] }))}
        onChange={(event) => setPeriod(event.target.value as Period)}
      />
      <p className="desk-quiet">{t.periodNote}</p>
      <ul className="renew-rows">
        {services.map(({ id, service_code, quantity, expired_time }) => (
          <li key={id}>
            <Checkbox
              checked={chosen.includes(id)}
              onChange={(event) => setChosen(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
            >
              {serviceName(service_code)} {quantity > 1 && quantity}
            </Checkbox>
            <span>
              <TimeText at={expired_time} />
              {endOf.has(id) && (
                <>
                  {' → '}
                  <strong className="renew-end">
                    <TimeText at={endOf.get(id)} />
                  </strong>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
