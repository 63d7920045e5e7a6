import { useMutation, useQueryClient } from '@tanstack/react-query'
import { opsContract, type OutputOf } from '@weft/contract'
import { call, type ListColumn, ListTable, TimeText, toast, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { useMay } from '../../shared/operator/use-operator.ts'
import './health.css'
import * as text from './health.text.ts'

const { deadLetters } = opsContract
type Row = OutputOf<typeof deadLetters.list>['rows'][number]

/** Lists the deliveries that were given up. */
export function DeadLetterList() {
  const t = useText(text)
  const may = useMay()
  const queries = useQueryClient()
  const list = useListPage<Row>(deadLetters.list)
  const retry = useMutation({
    mutationFn: (id: string) => call(deadLetters.retry, { id }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.retried),
    onSettled: () => queries.invalidateQueries({ queryKey: [deadLetters.list.path] }),
  })
  const again: ListColumn<Row> = {
    key: 'actions',
    title: t.retry,
    card: 'actions',
    pinned: true,
    render: (_, { id, target }) => (
      <Button
        size="small"
        aria-label={t.retryOf(target)}
        loading={retry.isPending && retry.variables === id}
        onClick={() => !retry.isPending && retry.mutate(id)}
      >
        {t.retry}
      </Button>
    ),
  }
  const columns: ListColumn<Row>[] = [
    { key: 'target', title: t.target, card: 'title', pinned: true, render: (_, { target }) => target },
    { key: 'channel', title: t.channel, card: 'status', render: (_, { channel }) => t.channels[channel] },
    { key: 'template', title: t.template, render: (_, { template }) => template },
    { key: 'tries', title: t.tries, align: 'right', render: (_, { tries }) => tries },
    { key: 'answer', title: t.reply, className: 'health-answer', render: (_, { answer }) => answer },
    { key: 'done_time', title: t.given, render: (_, { done_time }) => <TimeText at={done_time} /> },
    ...(may(deadLetters.retry) ? [again] : []),
  ]
  return (
    <div className="health-letters">
      <h2>{t.deadLetters}</h2>
      <ListTable
        list={list}
        name="desk-dead-letters"
        subject={t.deadLetters}
        rowKey="id"
        columns={columns}
        empty={{ title: t.noLetters }}
      />
    </div>
  )
}
