import { folded } from '@weft/contract'
import { DownOutlined, SearchOutlined } from '@ant-design/icons'
import { EmptyState, StatusDot, toast, useText } from '@weft/ui'
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import '../builder/network-builder.css'
import { VirtualRows } from '../../../shared/rows/VirtualRows.tsx'
import { MemberName, nameOf } from '../../../shared/member/MemberName.tsx'
import { namedLike } from '../../../shared/member/named-like.ts'
import * as text from './work-order-create.text.ts'
import { byRegion, type Draft, type OrderMember, type OrderOptions } from './work-order-draft.ts'

const ROW_HEIGHT = 52

interface Props {
  draft: Draft
  options: OrderOptions
  onPlace: (members: readonly string[], region: string) => void
  onReturn: (members: readonly string[]) => void
}

/** Assigns members, listed on the left, to the chosen regions on the right. */
export function AssignStep({ draft, options, onPlace, onReturn }: Props) {
  const t = useText(text)
  const free = options.member.filter((m) => !draft.places.has(m.router_name))
  const boxes = byRegion(draft, options)
  return (
    <div className="order-lists">
      <FreeMembers members={free} none={options.member.length === 0 ? t.noMembers : t.allAssigned} regions={boxes} onPlace={onPlace} />
      <div className="order-boxes">
        {boxes.map(({ value, name, members }) => (
          <section key={value} className="rows-card order-box" aria-label={t.box(name, members.length)}>
            <div className="order-box-head">
              <h2>{t.box(name, members.length)}</h2>
              {members.length > 0 && (
                <Button
                  type="link"
                  size="small"
                  aria-label={t.giveBackAllOf(name)}
                  onClick={() => onReturn(members.map((m) => m.router_name))}
                >
                  {t.giveBackAll}
                </Button>
              )}
            </div>
            <VirtualRows
              label={name}
              rows={members}
              rowKey={(m) => m.router_name}
              rowHeight={ROW_HEIGHT}
              empty={<p className="rows-empty">{t.boxEmpty}</p>}
              render={(m, tabIndex) => (
                <div className="rows-row">
                  <MemberRow member={m} />
                  <Button
                    type="link"
                    size="small"
                    tabIndex={tabIndex}
                    aria-label={t.giveBackOf(nameOf(m))}
                    onClick={() => onReturn([m.router_name])}
                  >
                    {t.giveBack}
                  </Button>
                </div>
              )}
            />
          </section>
        ))}
      </div>
    </div>
  )
}

interface FreeProps {
  members: readonly OrderMember[]
  /** Text of an empty list. */
  none: string
  regions: readonly { value: string; name: string }[]
  onPlace: Props['onPlace']
}

function FreeMembers({ members, none, regions, onPlace }: FreeProps) {
  const t = useText(text)
  const [search, setSearch] = useState('')
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const wanted = folded(search)
  const rows = members.filter((m) => namedLike(m, wanted))
  const markedHere = rows.filter((m) => marked.has(m.router_name)).length

  const mark = (names: readonly OrderMember[], on: boolean) =>
    setMarked((now) => {
      const next = new Set(now)
      for (const { router_name } of names)
        if (on) next.add(router_name)
        else next.delete(router_name)
      return next
    })
  const place = (region: string) => {
    if (marked.size === 0) return toast.warning(t.chooseFirst)
    onPlace([...marked], region)
    setMarked(new Set())
  }
  return (
    <section className="rows-card" aria-labelledby="order-unassigned">
      <h2 id="order-unassigned">
        {t.unassigned} <span className="rows-count">{members.length}</span>
      </h2>
      <Input
        value={search}
        prefix={<SearchOutlined aria-hidden />}
        allowClear
        placeholder={t.search}
        aria-label={t.search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="rows-toolbar">
        <Checkbox
          checked={rows.length > 0 && markedHere === rows.length}
          indeterminate={markedHere > 0 && markedHere < rows.length}
          disabled={rows.length === 0}
          onChange={(event) => mark(rows, event.target.checked)}
        >
          {t.selectAll}
        </Checkbox>
        <span className="rows-hint">{t.keys}</span>
      </div>
      <VirtualRows
        label={t.unassigned}
        rows={rows}
        rowKey={(m) => m.router_name}
        rowHeight={ROW_HEIGHT}
        empty={
          search === '' ? (
            <p className="rows-empty">{none}</p>
          ) : (
            <EmptyState kind="filtered" title={t.noMatch} action={<Button onClick={() => setSearch('')}>{t.clearSearch}</Button>} />
          )
        }
        render={(m, tabIndex) => (
          <Checkbox
            className="rows-row"
            tabIndex={tabIndex}
            checked={marked.has(m.router_name)}
            onChange={(event) => mark([m], event.target.checked)}
          >
            <MemberRow member={m} />
          </Checkbox>
        )}
      />
      <div className="builder-add">
        <span>
          <span aria-live="polite">{t.selected(marked.size)}</span>
          {marked.size > 0 && (
            <Button type="link" size="small" onClick={() => setMarked(new Set())}>
              {t.clear}
            </Button>
          )}
        </span>
        <MenuButton
          icon={<DownOutlined aria-hidden />}
          iconPlacement="end"
          items={regions.map(({ value, name }) => ({ key: value, label: name, onClick: () => place(value) }))}
        >
          {t.assignTo}
        </MenuButton>
      </div>
    </section>
  )
}

function MemberRow({ member }: { member: OrderMember }) {
  const t = useText(text)
  const { router_type, online } = member
  return (
    <>
      <span className="rows-name">
        <MemberName member={member} link={false} />
      </span>
      <span className="rows-facts">
        <StatusDot kind={online === 1 ? 'online' : router_type === 2 ? 'idle' : 'offline'} text={online === 1 ? t.online : t.offline} />
      </span>
    </>
  )
}
