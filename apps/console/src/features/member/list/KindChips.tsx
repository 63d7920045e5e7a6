import { grouped, useText } from '@weft/ui'
import { Button } from 'antd'
import * as text from './member-list.text.ts'

/** The choices of the list: all members, those that need attention, or those of one kind. */
export const shownKinds = ['all', 'attention', 'hardware', 'software'] as const
export type ShownKind = (typeof shownKinds)[number]
/** The filters of the address that each choice sets. */
export const filtersOf: Record<ShownKind, { type: '' | '1' | '2'; attention: '' | '1' }> = {
  all: { type: '', attention: '' },
  attention: { type: '', attention: '1' },
  hardware: { type: '1', attention: '' },
  software: { type: '2', attention: '' },
}
export const kindOf = ({ type, attention }: Partial<Record<string, string>>): ShownKind =>
  attention ? 'attention' : type === '1' ? 'hardware' : type === '2' ? 'software' : 'all'

interface Props {
  shown: ShownKind
  counts: Record<ShownKind, number | undefined>
  onChange: (shown: ShownKind) => void
}

/** Shows 「全部 · 需要处理 · 硬件 · 软件」 with their numbers, one of them pressed. */
export function KindChips({ shown, counts, onChange }: Props) {
  const t = useText(text)
  return (
    <span className="member-chips" role="group" aria-label={t.show}>
      {shownKinds.map((kind) => (
        <Button key={kind} type="text" className="member-chip" aria-pressed={kind === shown} onClick={() => onChange(kind)}>
          {t.kinds[kind]}
          {counts[kind] !== undefined && <span className="member-chip-count">{grouped(counts[kind])}</span>}
        </Button>
      ))}
    </span>
  )
}
