import type { RouterType } from '@weft/contract'
import { grouped, useText } from '@weft/ui'
import { ScrollTabs } from '@weft/ui/parts/ScrollTabs.tsx'
import * as text from './member-list.text.ts'

/** The tabs of the list: all members, or those of one kind. */
const shownKinds = ['all', 'hardware', 'software'] as const
export type ShownKind = (typeof shownKinds)[number]
/** The filter of the address that each tab sets. */
export const typeOfKind: Record<ShownKind, '' | `${RouterType}`> = { all: '', hardware: '1', software: '2' }
export const kindOf = (type: string | undefined): ShownKind => shownKinds.find((kind) => typeOfKind[kind] === type) ?? 'all'

interface Props {
  shown: ShownKind
  counts: Record<ShownKind, number | undefined>
  onChange: (shown: ShownKind) => void
}

/** Shows the tabs 「全部 · 硬件成员 · 软件成员」 with their numbers above the list, which all share: a search that is being typed stays. */
export function KindTabs({ shown, counts, onChange }: Props) {
  const t = useText(text)
  return (
    <ScrollTabs
      className="member-tabs"
      role="group"
      aria-label={t.show}
      activeKey={shown}
      animated={false}
      onChange={(key) => onChange(key as ShownKind)}
      items={shownKinds.map((kind) => ({
        key: kind,
        label: (
          <>
            {t.kinds[kind]} {counts[kind] !== undefined && <span className="member-tab-count">{grouped(counts[kind])}</span>}
          </>
        ),
      }))}
    />
  )
}
