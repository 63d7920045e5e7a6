import { SearchOutlined } from '@ant-design/icons'
import { type LinkQualityRow, qualityOrders } from '@weft/contract'
import { EmptyState, ErrorState, Skeleton, useNarrow, useText } from '@weft/ui'
import { useLater } from '@weft/ui/parts/use-later.ts'
import { Button, Input, Segmented, Select } from 'antd'
import { useState } from 'react'
import type { LiveNetwork } from '../detail/network-state.ts'
import { CurveSpan } from '../../../shared/quality/CurveSpan.tsx'
import { Legend } from '../../../shared/quality/Legend.tsx'
import { endsOf, linkName } from '../../../shared/quality/link-names.ts'
import { linkWord } from '../../../shared/quality/link-state.ts'
import { OneLink } from './OneLink.tsx'
import '../../../shared/quality/quality.css'
import { QualityCard } from '../../../shared/quality/QualityCard.tsx'
import { QualityTable } from './QualityTable.tsx'
import * as text from '../../../shared/quality/quality.text.ts'
import { useRevisionMarks } from '../../../shared/quality/use-revision-marks.ts'
import { CARDS, ROWS, useQualities } from '../../../shared/quality/use-qualities.ts'
import { useView, type View } from './use-view.ts'
import { pauseOf } from '@weft/ui/time/pauses.ts'

/** Milliseconds after the last key until a search begins. */
const TYPED_MS = 300

/** Shows how good the links of a network are: as curves, the worst first, as a table, or one link whole. */
export function QualityTab({ network }: { network: LiveNetwork }) {
  const view = useView()
  const [opened, setOpened] = useState<string>()
  const name = view.link && linkName(view.link)
  if (name !== undefined && name !== opened) setOpened(name)
  return view.link ? <OneLink network={network} view={view} link={view.link} /> : <Links network={network} view={view} opened={opened} />
}

/** @param opened the link that was shown whole before, which gets the focus back */
function Links({ network, view, opened }: { network: LiveNetwork; view: View; opened: string | undefined }) {
  const t = useText(text)
  const { network_number } = network
  const { range, order, center, search } = view
  const batch = view.table ? ROWS : CARDS
  const found = useQualities({ network_number, center_router_name: center, search, range, order }, batch)
  const revisions = useRevisionMarks(network_number)
  const open = ({ router_name, center_router_name }: LinkQualityRow) => view.set({ from: router_name, to: center_router_name })
  const { links, count } = found
  const centers = centersOf(network)
  if (found.isError && !links) return <ErrorState error={found.error} hint={t.failedHint} onRetry={() => void found.refetch()} />
  if (!links) return <Skeleton paragraph={{ rows: 8 }} />
  const filtered = search !== '' || center !== undefined
  const nothing =
    count === 0 && filtered ? (
      <EmptyState
        title={t.noMatch}
        action={<Button onClick={() => view.set({ search: undefined, center: undefined })}>{t.clear}</Button>}
      />
    ) : links.every((link) => linkWord(link) === 'never') && !filtered ? (
      <EmptyState title={t.emptyTitle} hint={t.emptyHint} />
    ) : undefined
  return (
    <div className="quality">
      <Tools view={view} centers={centers} />
      {nothing ??
        (view.table ? (
          <QualityTable links={links} opened={opened} onOpen={open} />
        ) : (
          <div className="quality-cards">
            {links.map((link) => (
              <QualityCard
                key={linkName(link)}
                link={link}
                focused={linkName(link) === opened}
                revisions={revisions}
                toNamed={center === undefined && centers.size > 1}
                sync={network_number}
                onOpen={() => open(link)}
              />
            ))}
          </div>
        ))}
      {!nothing && (
        <div className="quality-foot">
          <span role="status">{t.shown(links.length, count)}</span>
          {found.hasNextPage && (
            <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
              {t.more(Math.min(batch, count - links.length))}
            </Button>
          )}
        </div>
      )}
      {!nothing && !view.table && <Legend />}
    </div>
  )
}

/** Returns the members that others have measured links to, with what they are called. */
const centersOf = ({ link: links }: LiveNetwork): ReadonlyMap<string, string> =>
  new Map(links.filter(({ kind }) => kind === 'center' || kind === 'p2p').map((link) => [link.center_router_name, endsOf(link).to]))

function Tools({ view, centers }: { view: View; centers: ReadonlyMap<string, string> }) {
  const t = useText(text)
  const narrow = useNarrow()
  const later = useLater()
  const [typed, setTyped] = useState(view.search)
  const [known, setKnown] = useState(view.search)
  if (known !== view.search) {
    // The address has another search, because it was typed here, or by the back button or 清空筛选.
    setKnown(view.search)
    if (typed.trim() !== view.search) setTyped(view.search)
  }
  const orders = qualityOrders.map((value) => ({ value, label: t.orders[value] }))
  return (
    <div className="quality-tools">
      <CurveSpan value={view.range} onChange={(range) => view.set({ range })} />
      {centers.size > 1 && (
        <Select
          className="quality-target"
          aria-label={t.target}
          value={view.center ?? ''}
          options={[{ value: '', label: t.allTargets }, ...[...centers].map(([value, name]) => ({ value, label: t.targetOf(name) }))]}
          popupMatchSelectWidth={false}
          onChange={(center) => view.set({ center })}
        />
      )}
      <Input
        className="quality-search"
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t.search}
        aria-label={t.search}
        allowClear
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          later(pauseOf(TYPED_MS), () => view.set({ search: target.value.trim() }))
        }}
      />
      <span className="quality-order">
        {narrow ? (
          <Select
            aria-label={t.order}
            value={view.order}
            options={orders}
            popupMatchSelectWidth={false}
            onChange={(order) => view.set({ order })}
          />
        ) : (
          <>
            <span>{t.order}</span>
            <Segmented aria-label={t.order} value={view.order} options={orders} onChange={(order) => view.set({ order })} />
          </>
        )}
      </span>
      <Segmented
        aria-label={t.view}
        value={view.table ? 'table' : 'cards'}
        options={(['cards', 'table'] as const).map((value) => ({ value, label: t.views[value] }))}
        onChange={(table) => view.set({ table: table === 'table' ? table : undefined })}
      />
    </div>
  )
}
