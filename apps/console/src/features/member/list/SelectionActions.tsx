import { MAX_SELECTED_MEMBERS } from '@weft/contract'
import { grouped, useText } from '@weft/ui'
import { Button } from 'antd'
import * as memberText from '../member.text.ts'
import type { MemberRights } from '../member-rights.ts'
import * as text from './member-list.text.ts'
import type { MemberSelection } from './use-member-selection.ts'

/** An action on all selected members. */
export type BulkAction = 'enable-many' | 'disable-many' | 'note-many' | 'delete-many'

interface Props {
  selection: MemberSelection
  /** The number of members that the search and the filters find. */
  count: number
  rights: MemberRights
  onAction: (action: BulkAction) => void
}

export function SelectionActions({ selection: { selectAll, busy }, count, rights, onAction }: Props) {
  const t = useText(text)
  const m = useText(memberText)
  return (
    <>
      {selectAll && (
        <Button type="link" loading={busy} onClick={selectAll}>
          {count > MAX_SELECTED_MEMBERS ? t.selectFirst(grouped(MAX_SELECTED_MEMBERS)) : t.selectAll(grouped(count))}
        </Button>
      )}
      {rights.edit && (
        <>
          <Button onClick={() => onAction('enable-many')}>{m.enable}</Button>
          <Button onClick={() => onAction('disable-many')}>{m.disable}</Button>
          <Button onClick={() => onAction('note-many')}>{t.changeNote}</Button>
        </>
      )}
      {rights.delete && (
        <Button danger onClick={() => onAction('delete-many')}>
          {t.batchDelete}
        </Button>
      )}
    </>
  )
}
