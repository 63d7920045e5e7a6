import type { LinkQualityRow } from '@weft/contract'
import { type ListColumn, StateText, useNarrow, useText } from '@weft/ui'
import { ListCards } from '@weft/ui/list/ListCards.tsx'
import { Button, Table } from 'antd'
import { endsOf, linkName } from '../../../shared/quality/link-names.ts'
import { linkMarks, linkWord, newestOf } from '../../../shared/quality/link-state.ts'
import { msText, percentText } from '../../../shared/quality/quality-curves.ts'
import * as text from '../../../shared/quality/quality.text.ts'

interface Props {
  links: LinkQualityRow[]
  /** The link that gets the focus. */
  opened: string | undefined
  onOpen: (link: LinkQualityRow) => void
}

/** Lists the links with the figures of their last minutes. */
export function QualityTable({ links, opened, onOpen }: Props) {
  const t = useText(text)
  const narrow = useNarrow()
  const columns: ListColumn<LinkQualityRow>[] = [
    {
      title: t.from,
      key: 'from',
      card: 'title',
      render: (_, link) => (
        <Button
          type="link"
          className="quality-open"
          autoFocus={linkName(link) === opened}
          aria-label={t.open(t.ends(endsOf(link).from, endsOf(link).to))}
          onClick={() => onOpen(link)}
        >
          {endsOf(link).from}
        </Button>
      ),
    },
    { title: t.to, key: 'to', render: (_, link) => endsOf(link).to },
    {
      title: t.state,
      key: 'state',
      card: 'status',
      render: (_, link) => <StateText state={linkMarks[linkWord(link)]}>{t.states[linkWord(link)]}</StateText>,
    },
    { title: t.rtt, key: 'rtt', align: 'right', render: (_, link) => msText(newestOf(link).rtt) },
    { title: t.usual, key: 'usual', align: 'right', render: (_, link) => msText(link.usual_rtt) },
    { title: t.lossOut, key: 'out', align: 'right', render: (_, link) => percentText(newestOf(link).loss === null ? null : link.loss_out) },
    {
      title: t.lossBack,
      key: 'back',
      align: 'right',
      render: (_, link) => percentText(newestOf(link).loss === null ? null : link.loss_back),
    },
    { title: t.jitter, key: 'jitter', align: 'right', render: (_, link) => msText(newestOf(link).jitter) },
  ]
  return narrow ? (
    <ListCards rows={links} columns={columns} keyOf={linkName} first={false} nothing={null} />
  ) : (
    <Table<LinkQualityRow> rowKey={linkName} dataSource={links} columns={columns} pagination={false} scroll={{ x: 'max-content' }} />
  )
}
