import { MAX_SELECTED_MEMBERS } from '@weft/contract'
import { grouped, useText } from '@weft/ui'
import { Button } from 'antd'
import * as memberText from '../member.text.ts'
import type { MemberRights } from '../member-rights.ts'
import * as text from './member-list.text.ts'
import type { MemberSelection } from './use-member-selection.ts'
import { typeOf } from '../../../shared/member/name-of.ts'

/** An action on all selected members. */
export type BulkAction = 'export-many' | 'enable-many' | 'disable-many' | 'note-many' | 'label-many' | 'delete-many'

/** Returns whether all members are software: only software is enabled, disabled and deleted in batches. */
export const onlySoftware = (names: readonly string[]): boolean => names.every((name) => typeOf(name) === 2)

interface Props {
  selection: MemberSelection
  /** The number of members that the search and the filters find. */
  count: number
  rights: MemberRights
  onAction: (action: BulkAction) => void
}

/** Shows what can be done with all selected members. */
export function SelectionActions({ selection: { selectAll, busy, keys }, count, rights, onAction }: Props) {
  const t = useText(text)
  const m = useText(memberText)
  const software = onlySoftware(keys)
  const why = software ? undefined : t.softwareOnly
  return (
    <>
      {selectAll && (
        <Button type="link" loading={busy} onClick={selectAll}>
          {count > MAX_SELECTED_MEMBERS ? t.selectFirst(grouped(MAX_SELECTED_MEMBERS)) : t.selectAll(grouped(count))}
        </Button>
      )}
      <Button onClick={() => onAction('export-many')}>{t.exportSelected}</Button>
      {rights.edit && (
        <>
          <Button onClick={() => onAction('note-many')}>{t.changeNote}</Button>
          <Button onClick={() => onAction('label-many')}>{t.label}</Button>
          <Button disabled={!software} title={why} onClick={() => onAction('enable-many')}>
            {m.enable}
          </Button>
          <Button disabled={!software} title={why} onClick={() => onAction('disable-many')}>
            {m.disable}
          </Button>
        </>
      )}
      {rights.delete && (
        <Button danger disabled={!software} title={why} onClick={() => onAction('delete-many')}>
          {t.batchDelete}
        </Button>
      )}
    </>
  )
}
