import { useQuery } from '@tanstack/react-query'
import { contract, type RecentChange } from '@weft/contract'
import { asking, type ListColumn, ListFilter, ListTable, PageHeader, TimeText, useListPage, useText } from '@weft/ui'
import { Link } from 'react-router'
import { permits, useAccount } from '../../shared/account/use-account.ts'
import { networkPath } from '../../shared/network/network-paths.ts'
import * as changeText from '../../shared/network/change.text.ts'
import { RestoreButton } from '../../shared/network/RestoreButton.tsx'
import { useRollback } from '../../shared/network/use-rollback.tsx'
import { ConnectionStrip } from '../../shared/session/StaleStrip.tsx'
import { LiveLine } from '../../shared/session/LiveLine.tsx'
import { ChangeOutcome } from './ChangeOutcome.tsx'
import * as text from './changes.text.ts'
import { Term } from '../../shared/help/Term.tsx'
import './changes.css'

/** A change with a key, because revisions are numbered in each network anew. */
type Row = RecentChange & { key: string }

/** Lists the changes of all networks: what, where, by whom, and how far each has come. */
export function ChangesPage() {
  const t = useText(text)
  const c = useText(changeText)
  const list = useListPage(contract.networkRevisions.recent, ['network_number', 'author'])
  const networks = useQuery(asking(contract.network.select, {}, { quiet: true }))
  const authors = useQuery(asking(contract.networkRevisions.authors, {}, { quiet: true }))
  const mayRestore = permits(useAccount(), 'network.edit')
  const rollback = useRollback()
  const rows = list.rows.map((row): Row => ({ ...row, key: `${row.network_number} ${row.revision}` }))
  const columns: ListColumn<Row>[] = [
    { key: 'what', title: t.what, card: 'title', pinned: true, render: (_, { summary }) => summary },
    {
      key: 'network',
      title: t.network,
      render: (_, { network_number, network_name, revision }) => (
        <span className="changes-network">
          <Link to={networkPath.panel(network_number, 'history')}>{network_name}</Link> · {t.revision(revision)}
        </span>
      ),
    },
    { key: 'author', title: t.author, render: (_, { by }) => by },
    { key: 'time', title: t.time, width: 176, render: (_, { create_time }) => <TimeText at={create_time} /> },
    { key: 'outcome', title: t.outcome, render: (_, row) => <ChangeOutcome change={row} /> },
    ...(mayRestore
      ? [
          {
            key: 'actions',
            title: t.actions,
            card: 'actions',
            pinned: true,
            render: (_: unknown, change: Row) => <RestoreButton change={change} rollback={rollback} />,
          } satisfies ListColumn<Row>,
        ]
      : []),
  ]
  return (
    <>
      <PageHeader
        title={t.title}
        term={<Term of="revision" />}
        meta={
          <>
            <span>{t.meta}</span>
            {list.updated > 0 && <LiveLine read={list.updated * 1000} failing={list.error !== null} />}
          </>
        }
      />
      <ConnectionStrip read={list.updated * 1000} />
      <ListTable
        list={{ ...list, rows }}
        name="changes"
        subject={t.subject}
        rowKey="key"
        live
        columns={columns}
        filters={
          <>
            <ListFilter
              list={list}
              name="network_number"
              label={t.network}
              options={(networks.data ?? []).map(({ network_number, network_name }) => ({ value: network_number, label: network_name }))}
            />
            <ListFilter
              list={list}
              name="author"
              label={t.author}
              options={(authors.data ?? []).map(({ author, by }) => ({ value: author, label: by }))}
            />
          </>
        }
        empty={{ title: c.none, hint: c.noneHint }}
      />
    </>
  )
}
