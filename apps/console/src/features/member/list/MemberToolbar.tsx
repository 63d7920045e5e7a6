import { DownOutlined, PlusOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Button } from 'antd'
import { Link } from 'react-router'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import * as memberText from '../member.text.ts'
import type { MemberRights } from '../member-rights.ts'
import * as text from './member-list.text.ts'

/** An action that the toolbar starts. */
export type ToolbarAction = 'add' | 'add-batch' | 'delete-many' | 'delete-file' | 'export' | 'remove-disabled'

export const DIRECTORY = '/router/ldap'
const DOWNLOAD = '/download'

/** Shows what can be done with the list. Software members that a directory manages can only be synchronised with it, and exported. */
export function MemberToolbar({ rights, onAction }: { rights: MemberRights; onAction: (action: ToolbarAction) => void }) {
  const t = useText(text)
  const m = useText(memberText)
  const isOpen = usePageOpen()
  if (rights.managed)
    return (
      <>
        {rights.sync_mode !== 2 && isOpen(DIRECTORY) && <LinkButton to={DIRECTORY}>{t.syncUsers}</LinkButton>}
        <Button onClick={() => onAction('export')}>{t.export}</Button>
      </>
    )
  const item = (key: ToolbarAction, label: string, allowed: boolean, danger = false) =>
    allowed ? [{ key, label, danger, onClick: () => onAction(key) }] : []
  const items = [
    ...item('add-batch', t.batchAdd, rights.create),
    ...item('delete-many', t.deleteByList, rights.delete),
    ...item('delete-file', t.deleteByFile, rights.delete),
    ...item('export', t.export, true),
    ...item('remove-disabled', t.removeDisabled, rights.delete, true),
  ]
  return (
    <>
      {rights.create && (
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => onAction('add')}>
          {m.add}
        </Button>
      )}
      {items.length > 1 ? (
        <MenuButton items={items} icon={<DownOutlined aria-hidden />} iconPlacement="end">
          {t.batch}
        </MenuButton>
      ) : (
        <Button onClick={() => onAction('export')}>{t.export}</Button>
      )}
      {isOpen(DOWNLOAD) && (
        <Link className="member-clients" to={DOWNLOAD}>
          {t.clients}
        </Link>
      )}
    </>
  )
}
