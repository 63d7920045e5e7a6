import type { NetworkInfo } from '@weft/contract'
import { formatIpv4, formatPrefix } from '@weft/net'
import { claimText, isRoute } from '@weft/network-rules'
import { CopyText, EmptyState, language, type ListColumn, Nothing, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { Tag } from 'antd'
import { MemberName } from '../../../shared/member/MemberName.tsx'
import { typeOf } from '../../../shared/member/name-of.ts'
import * as claimsText from './claims.text.ts'
import { isFound } from './find-segment.ts'
import { nextFreeLan, type RangeBar, rangeBars, type SegmentRow } from './segment-rows.ts'
import * as text from './settings-tab.text.ts'

interface Props {
  network: NetworkInfo
  rows: SegmentRow[]
  search: string
}

/** Shows how much of each private range is used, and lists all ranges of the network; those that overlap are marked and come first. */
export function SegmentOverview({ network: { member }, rows, search }: Props) {
  const t = useText(text)
  const c = useText(claimsText)
  const spoken = language.use()
  const notes = new Map(member.map(({ router_name, note }) => [router_name, note]))
  const free = nextFreeLan(rows)
  const shown = rows.filter((row) =>
    isFound(search, [notes.get(row.owner) ?? '', row.owner], [{ ip: formatIpv4(row.network), mask: row.mask }]),
  )
  const columns: ListColumn<SegmentRow>[] = [
    {
      title: t.segment,
      key: 'segment',
      card: 'title',
      render: (_, row) => (
        <span className="setting-overlap">
          <span className="weft-mono">{formatPrefix(row)}</span>
          {row.against ? (
            <Tag color="error">{t.overlapWith(`${claimText(row.against, spoken)} ${formatPrefix(row.against)}`)}</Tag>
          ) : (
            row.beside && (
              <Tag color="warning">{t.overlapWith(`${notes.get(row.beside.owner) || row.beside.owner} ${formatPrefix(row.beside)}`)}</Tag>
            )
          )}
        </span>
      ),
    },
    { title: t.kind, key: 'kind', render: (_, row) => (isRoute(row) ? t.lans : t.tunnels) },
    { title: t.purpose, key: 'purpose', render: (_, { purpose }) => c.purposes[purpose] },
    {
      title: t.owner,
      key: 'owner',
      render: (_, { owner }) => {
        if (owner === '') return <Nothing />
        const note = notes.get(owner)
        return note === undefined ? owner : <MemberName form="line" member={{ router_name: owner, note, router_type: typeOf(owner) }} />
      },
    },
    { title: t.source, key: 'source', render: (_, { source }) => c.sources[source] },
  ]
  return (
    <>
      <div className="setting-bars">
        {rangeBars(rows).map((bar) => (
          <Bar key={bar.range.network} bar={bar} />
        ))}
        {free && (
          <p className="setting-note">
            {t.nextFree} <CopyText value={formatPrefix(free)} />
          </p>
        )}
      </div>
      <PagedRows
        rows={shown}
        keyOf={({ key }) => key}
        columns={columns}
        nothing={search === '' ? <EmptyState title={t.poolNone} /> : <EmptyState kind="filtered" title={t.notFound(search)} />}
      />
    </>
  )
}

/** Shows one range as a bar: used parts are blue, those used twice amber. */
function Bar({ bar: { range, parts, used, twice, free } }: { bar: RangeBar }) {
  const t = useText(text)
  const words = t.barOf(used, twice, free)
  return (
    <div className="setting-bar">
      <span className="weft-mono">{formatPrefix(range)}</span>
      <span>{words}</span>
      <div className="setting-bar-line" role="img" aria-label={`${formatPrefix(range)} ${words}`}>
        {parts.map(({ key, from, width, twice: isTwice }) => (
          <i key={key} className={isTwice ? 'setting-bar-twice' : undefined} style={{ left: `${from * 100}%`, width: `${width * 100}%` }} />
        ))}
      </div>
    </div>
  )
}
