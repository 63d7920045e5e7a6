import { PlusOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useAddingBranches } from '../bulk/use-adding-branches.ts'
import type { Loom } from './loom-model.ts'
import type { LoomView } from './loom-order.ts'
import * as text from './loom.text.ts'

function Nothing({ title, hint, dashed, children }: { title: string; hint?: string; dashed: boolean; children: ReactNode }) {
  return (
    <div className="loom-nothing">
      <svg width="160" height="96" viewBox="0 0 160 96" aria-hidden="true" fill="none" strokeWidth="2">
        <path className="loom-nothing-thread" d="M40 8v80M80 8v80M120 8v80" />
        <path className="loom-nothing-weft" d="M8 28h144M8 52h144M8 76h144" strokeDasharray={dashed ? '4 6' : undefined} />
      </svg>
      <p className="loom-nothing-title">{title}</p>
      {hint && <p className="loom-nothing-hint">{hint}</p>}
      {children}
    </div>
  )
}

/** Shows the threads of the existing centers, and how the first branches are added: one by one, or from a sheet. @param onAdd undefined if members may not be added */
export function NoBranches({ loom, onAdd }: { loom: Loom; onAdd: (() => void) | undefined }) {
  const t = useText(text)
  const sheet = useAddingBranches()
  const centers = loom.threads.filter(({ kind }) => kind === 'center').length
  return (
    <Nothing title={t.empty} hint={centers > 0 ? t.emptyHint(centers) : t.emptyHintBare} dashed>
      {onAdd && (
        <span className="loom-nothing-actions">
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
            {t.addBranches}
          </Button>
          <Button onClick={sheet.show}>{t.paste}</Button>
        </span>
      )}
    </Nothing>
  )
}

/** Says that no site passes the filter, which one it is, and offers to clear it. */
export function NoneFound({ view: { search, filter }, onClear }: { view: LoomView; onClear: () => void }) {
  const t = useText(text)
  const asked = [...(search ? [t.searched(search)] : []), ...(filter === 'all' ? [] : [t.filtered(t.filters[filter])])]
  return (
    <Nothing title={t.noneFound} hint={asked.join(t.and)} dashed={false}>
      <Button onClick={onClear}>{t.clear}</Button>
    </Nothing>
  )
}

/** Says that members without a public address cannot be dialled, so that there is no thread. */
export function NobodyDialled() {
  const t = useText(text)
  return (
    <Nothing title={t.nobodyDialled} dashed>
      {null}
    </Nothing>
  )
}
