import { PlusOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { PageAction } from '@weft/ui/parts/PageHeader.tsx'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import * as memberText from '../member.text.ts'
import type { MemberRights } from '../member-rights.ts'
import * as text from './member-list.text.ts'

/** An action that the toolbar starts. */
export type ToolbarAction = 'add' | 'sync' | 'add-batch' | 'delete-many' | 'delete-file' | 'export' | 'remove-disabled'

export const DIRECTORY = '/router/ldap'
const DOWNLOAD = '/download'

/** Returns the main action on the list, and all others. Software members that a directory manages can only be synchronised with it, and exported. */
export function useToolbar(rights: MemberRights, onAction: (action: ToolbarAction) => void): { main: ReactNode; more: PageAction[] } {
  const t = useText(text)
  const m = useText(memberText)
  const isOpen = usePageOpen()
  const navigate = useNavigate()
  const item = (key: ToolbarAction, label: string, allowed: boolean, kind: Pick<PageAction, 'rare' | 'danger'> = {}) =>
    allowed ? [{ key, label, onClick: () => onAction(key), ...kind }] : []
  if (rights.managed)
    return {
      main: rights.sync && (
        <Button type="primary" aria-haspopup="dialog" onClick={() => onAction('sync')}>
          {t.syncUsers}
        </Button>
      ),
      more: item('export', t.export, true),
    }
  return {
    main: rights.create && (
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => onAction('add')}>
        {m.add}
      </Button>
    ),
    more: [
      ...item('add-batch', t.batchAdd, rights.create),
      ...item('export', t.export, true),
      ...(isOpen(DOWNLOAD) ? [{ key: 'clients', label: t.clients, onClick: () => void navigate(DOWNLOAD) }] : []),
      ...item('delete-many', t.deleteByList, rights.delete, { danger: true }),
      ...item('delete-file', t.deleteByFile, rights.delete, { danger: true }),
      ...item('remove-disabled', t.removeDisabled, rights.delete, { danger: true }),
    ],
  }
}
