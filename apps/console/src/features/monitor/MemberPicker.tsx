import { SearchOutlined } from '@ant-design/icons'
import { folded, type MonitorRouter } from '@weft/contract'
import { EmptyState, useText } from '@weft/ui'
import { Button, Input } from 'antd'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { MemberName, nameOf } from '../../shared/member/MemberName.tsx'
import { VirtualRows } from '../../shared/rows/VirtualRows.tsx'
import { namedLike } from '../../shared/member/named-like.ts'
import * as text from './member-picker.text.ts'

const ROW_HEIGHT = 52

interface Props {
  members: readonly MonitorRouter[]
  chosen: ReadonlySet<string>
  /** Without it the lists are read-only. */
  onChange: ((chosen: ReadonlySet<string>) => void) | undefined
  /** The level of the headings of the two lists, below that of the section around them. */
  heading: 'h2' | 'h3'
}

/** Shows members on the left, and those chosen of them on the right. */
export function MemberPicker({ members, chosen, onChange, heading }: Props) {
  const t = useText(text)
  const [free, taken] = useMemo(() => {
    const groups = Map.groupBy(members, ({ router_name }) => chosen.has(router_name))
    return [groups.get(false) ?? [], groups.get(true) ?? []]
  }, [members, chosen])
  const put = (names: readonly MonitorRouter[], on: boolean) => {
    const next = new Set(chosen)
    for (const { router_name } of names)
      if (on) next.add(router_name)
      else next.delete(router_name)
    onChange?.(next)
  }
  return (
    <div className="monitor-lists">
      <MemberRows
        title={t.available}
        heading={heading}
        members={free}
        none={members.length === 0 ? t.noHardware : t.allChosen}
        words={{ one: t.add, oneOf: t.addOf, all: t.addAll, found: t.addFound }}
        onMove={onChange && ((moved) => put(moved, true))}
      />
      <MemberRows
        title={t.chosen}
        heading={heading}
        members={taken}
        none={t.noneChosen}
        words={{ one: t.remove, oneOf: t.removeOf, all: t.removeAll, found: t.removeFound }}
        onMove={onChange && ((moved) => put(moved, false))}
      />
    </div>
  )
}

interface RowsProps {
  title: string
  heading: Props['heading']
  members: readonly MonitorRouter[]
  /** The text of an empty list. */
  none: string
  words: { one: string; oneOf: (name: string) => string; all: string; found: (n: number) => string }
  onMove: ((members: readonly MonitorRouter[]) => void) | undefined
}

function MemberRows({ title, heading: Heading, members, none, words, onMove }: RowsProps) {
  const t = useText(text)
  const id = useId()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(folded(search))
  const rows = useMemo(() => members.filter((m) => namedLike(m, wanted)), [members, wanted])
  return (
    <section className="rows-card" aria-labelledby={id}>
      <div className="monitor-list-head">
        <Heading id={id}>
          {title} <span className="rows-count">{members.length}</span>
        </Heading>
        {onMove && (
          <Button type="link" size="small" disabled={rows.length === 0} onClick={() => onMove(rows)}>
            {wanted === '' ? words.all : words.found(rows.length)}
          </Button>
        )}
      </div>
      <Input
        className="monitor-list-search"
        value={search}
        prefix={<SearchOutlined aria-hidden />}
        allowClear
        placeholder={t.search}
        aria-label={t.searchIn(title)}
        onChange={(event) => setSearch(event.target.value)}
      />
      <VirtualRows
        label={title}
        rows={rows}
        rowKey={(m) => m.router_name}
        rowHeight={ROW_HEIGHT}
        empty={
          wanted === '' || members.length === 0 ? (
            <p className="rows-empty">{none}</p>
          ) : (
            <EmptyState kind="filtered" title={t.noMatch} action={<Button onClick={() => setSearch('')}>{t.clearSearch}</Button>} />
          )
        }
        render={(m, tabIndex) => (
          <div className="rows-row">
            <span className="rows-name">
              <MemberName member={{ ...m, router_type: 1 }} search={wanted} tabIndex={tabIndex} />
            </span>
            {onMove && (
              <Button type="link" size="small" tabIndex={tabIndex} aria-label={words.oneOf(nameOf(m))} onClick={() => onMove([m])}>
                {words.one}
              </Button>
            )}
          </div>
        )}
      />
    </section>
  )
}
