import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MAX_PAGE_SIZE, namesText, opsContract } from '@weft/contract'
import { asking, call, confirm, language, tellFirstProblem, toast, useFormGuard, useText } from '@weft/ui'
import { Button, Form, Select } from 'antd'
import { workOrderPath } from '../../shared/work-order/work-order-paths.ts'
import * as text from './work-order.text.ts'
import { type DeskOrder, membersOf } from './desk-order.ts'
import { workOrdersChanged } from './work-orders-changed.ts'

const { pops, workOrders } = opsContract

/** Completes an order with a POP for each of its regions. */
export function CompleteForm({ order }: { order: DeskOrder }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [form] = Form.useForm<{ areas: Record<string, string> }>()
  useFormGuard(form)
  const { network_ticket_number, network_name, attributes } = order
  const complete = useMutation({
    mutationFn: (areas: string[]) => call(workOrders.complete, { network_ticket_number, areas }, { missing: workOrderPath.list }),
    onSuccess: () => toast.success(t.completedNow),
    // A colleague may have completed it meanwhile, or a POP has too little capacity left.
    onSettled: () => workOrdersChanged(queries),
  })
  const ask = async (areas: Record<string, string>) => {
    const members = membersOf(order)
    const body = (
      <>
        <p>{t.completeBody(network_name, attributes.pop.map(({ name }) => name).join('、'))}</p>
        <p>{t.completeMembers(namesText(members, members.length, language.get()))}</p>
      </>
    )
    if (await confirm({ title: t.completeTitle, body, action: t.complete }))
      complete.mutate(attributes.pop.map(({ value }) => areas[value]!))
  }
  return (
    <section className="desk-panel" aria-labelledby="order-complete">
      <h2 id="order-complete">{t.complete}</h2>
      <p className="desk-quiet desk-notice">{t.completeHint}</p>
      <Form
        form={form}
        name="complete"
        layout="vertical"
        onFinish={({ areas }) => !complete.isPending && void ask(areas)}
        onFinishFailed={tellFirstProblem}
      >
        {attributes.pop.map(({ value, name }) => (
          <Form.Item key={value} name={['areas', value]} label={t.popOf(name)} rules={[{ required: true, message: t.regionMissing(name) }]}>
            <PopChoice region={value} bandwidth={attributes.bandwidth} />
          </Form.Item>
        ))}
        <Button type="primary" htmlType="submit" loading={complete.isPending}>
          {t.complete}
        </Button>
      </Form>
    </section>
  )
}

interface Choice {
  region: string
  /** The bandwidth that the POP must have left, in Mbit/s. */
  bandwidth: number
  id?: string
  value?: string
  onChange?: (id: string) => void
}

/** Lists the POPs of a region with the bandwidth that they have left. */
function PopChoice({ region, bandwidth, ...field }: Choice) {
  const t = useText(text)
  const { data, isPending } = useQuery(asking(pops.list, { search: region, limit: MAX_PAGE_SIZE }))
  const there = data?.rows.filter((pop) => pop.region === region) ?? []
  return (
    <Select
      {...field}
      loading={isPending}
      placeholder={t.choosePop}
      notFoundContent={isPending ? null : t.noPop}
      options={there.map(({ id, name, capacity, sold }) => ({
        value: id,
        label: t.popFree(name, Math.max(0, capacity - sold)),
        disabled: capacity - sold < bandwidth,
      }))}
    />
  )
}
