import { ClusterOutlined, SearchOutlined, UserOutlined } from '@ant-design/icons'
import type { MemberType, RouterType } from '@weft/contract'
import { problemText, softwareCenterProblem } from '@weft/network-rules'
import { EmptyState, ErrorState, language, Skeleton, StatusDot, toast, useText } from '@weft/ui'
import { Button, Checkbox, Input, Tabs, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import { BlockedButton } from '../../../shared/page/BlockedButton.tsx'
import { MemberName } from '../../../shared/member/MemberName.tsx'
import * as networkText from '../network.text.ts'
import * as text from './network-builder.text.ts'
import type { Candidate } from './builder-state.ts'
import { type AvailableMember, useAvailableMembers } from './use-available-members.ts'
import { VirtualRows } from '../../../shared/rows/VirtualRows.tsx'
import { useSettled } from '@weft/ui/time/use-settled.ts'

const ROW_HEIGHT = 56

interface Props {
  network_number: string | undefined
  added: readonly Candidate[]
  removed: readonly Candidate[]
  /** The names of all chosen members. */
  chosen: ReadonlySet<string>
  onAdd: (place: MemberType, members: Candidate[]) => void
}

/** Draws the left list: the user ticks members of either type, then adds them as centers or branches. */
export function AvailableMembers({ network_number, added, removed, chosen, onAdd }: Props) {
  const t = useText(text)
  const n = useText(networkText)
  const spoken = language.use()
  const isOpen = usePageOpen()
  const [kind, setKind] = useState<RouterType>(1)
  const [typed, setTyped] = useState('')
  /** The text that was entered without waiting for a pause. */
  const [entered, setEntered] = useState<string>()
  const settled = useSettled(typed.trim())
  const search = entered === typed.trim() ? entered : settled
  const [ticked, setTicked] = useState<ReadonlyMap<string, Candidate>>(new Map())
  const { query, rows, count } = useAvailableMembers({ kind, search, network_number, added, removed })

  // Those that were added are no longer ticked; those that did not fit still are.
  if ([...ticked.keys()].some((name) => chosen.has(name))) setTicked(new Map([...ticked].filter(([name]) => !chosen.has(name))))
  /** The row that was ticked last: with Shift, all from it on are ticked. */
  const [anchor, setAnchor] = useState<string>()
  const tickOne = (member: AvailableMember, on: boolean, range: boolean) => {
    const [from, to] = [anchor, member.router_name].map((name) => rows.findIndex((m) => m.router_name === name)) as [number, number]
    tick(range && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [member], on)
    setAnchor(member.router_name)
  }
  const tick = (members: readonly Candidate[], on: boolean) =>
    setTicked((now) => {
      const next = new Map(now)
      for (const m of members)
        if (on) next.set(m.router_name, m)
        else next.delete(m.router_name)
      return next
    })
  const add = (place: MemberType) => {
    if (ticked.size === 0) return toast.warning(t.chooseFirst)
    onAdd(place, [...ticked.values()])
  }
  const software = softwareCenterProblem([...ticked.values()])
  const tickedHere = rows.filter((m) => ticked.has(m.router_name)).length

  return (
    <section className="rows-card builder-available" aria-labelledby="builder-available">
      <h3 id="builder-available">
        {t.available} <span className="rows-count">{query.isSuccess ? count : ''}</span>
      </h3>
      <Tabs
        size="small"
        activeKey={String(kind)}
        onChange={(key) => setKind(key === '2' ? 2 : 1)}
        items={[
          { key: '1', label: n.hardware },
          { key: '2', label: n.software },
        ]}
      />
      <Input
        value={typed}
        prefix={<SearchOutlined aria-hidden />}
        allowClear
        placeholder={t.searchHint}
        aria-label={t.searchHint}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={() => setEntered(typed.trim())}
      />
      <div className="rows-toolbar">
        <Checkbox
          checked={rows.length > 0 && tickedHere === rows.length}
          indeterminate={tickedHere > 0 && tickedHere < rows.length}
          disabled={rows.length === 0}
          onChange={(event) => tick(rows, event.target.checked)}
        >
          {query.hasNextPage ? t.selectAllLoaded(rows.length) : t.selectAll}
        </Checkbox>
        <span className="rows-hint">{t.keys}</span>
      </div>
      {query.isPending ? (
        <div className="builder-loading">
          <Skeleton paragraph={{ rows: 6 }} title={false} />
        </div>
      ) : query.isError && rows.length === 0 ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <VirtualRows
          key={kind}
          label={t.available}
          rows={rows}
          rowKey={(m) => m.router_name}
          rowHeight={ROW_HEIGHT}
          onEnd={query.hasNextPage && !query.isFetchingNextPage && !query.isError ? query.fetchNextPage : undefined}
          empty={
            search !== '' ? (
              <EmptyState kind="filtered" title={t.noMatch} action={<Button onClick={() => setTyped('')}>{t.clearSearch}</Button>} />
            ) : (
              <EmptyState
                title={t.noneLeft}
                hint={t.noneLeftText}
                action={isOpen('/router/lists') && <Link to="/router/lists">{t.toMembers}</Link>}
              />
            )
          }
          render={(m, tabIndex) => (
            <AvailableRow member={m} tabIndex={tabIndex} ticked={ticked.has(m.router_name)} onTick={(on, range) => tickOne(m, on, range)} />
          )}
        />
      )}
      <div className="builder-add">
        <span>
          <span aria-live="polite">{t.selected(ticked.size)}</span>
          {ticked.size > 0 && (
            <Button type="link" size="small" onClick={() => setTicked(new Map())}>
              {t.clear}
            </Button>
          )}
        </span>
        <BlockedButton
          icon={<ClusterOutlined aria-hidden />}
          reason={software && problemText(software, spoken)}
          onPress={() => add('center')}
        >
          {t.toCenter}
        </BlockedButton>
        <Button icon={<UserOutlined aria-hidden />} onClick={() => add('point')}>
          {t.toPoint}
        </Button>
      </div>
    </section>
  )
}

interface RowProps {
  member: AvailableMember
  tabIndex: 0 | -1
  ticked: boolean
  /** `range`: with the Shift key. */
  onTick: (on: boolean, range: boolean) => void
}

function AvailableRow({ member, tabIndex, ticked, onTick }: RowProps) {
  const t = useText(text)
  const n = useText(networkText)
  const offline = member.router_type === 2 ? 'idle' : 'offline'
  const facts = [...member.lan, member.network_count > 0 && t.inNetworks(member.network_count), member.address].filter(Boolean).join(' · ')
  return (
    <Checkbox
      className="rows-row"
      tabIndex={tabIndex}
      checked={ticked}
      onChange={({ target, nativeEvent }) => onTick(target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey)}
    >
      <span className="rows-name">
        <MemberName member={member} form="line" link={false} />
        <span className="rows-note" title={facts}>
          {facts}
        </span>
      </span>
      <span className="rows-facts">
        {member.returned && <Tag color="warning">{t.removedTag}</Tag>}
        <StatusDot kind={member.online === 1 ? 'online' : offline} text={member.online === 1 ? n.online : n.offline} />
      </span>
    </Checkbox>
  )
}
