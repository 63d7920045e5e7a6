import { contract, DIRECTORY_CLOSE_PHRASE, type SavedDirectory } from '@weft/contract'
import { useQuery } from '@tanstack/react-query'
import { asking, ConfirmByTyping, PageHeader, StatusDot, useText } from '@weft/ui'
import { Alert, Button, Tabs } from 'antd'
import { useNavigate } from 'react-router'
import { keepOnly, put, useViewParams } from '@weft/ui/frame/use-view-params.ts'
import { permits, useAccount } from '../../shared/account/use-account.ts'
import { EDIT_EXISTING } from './directory-paths.ts'
import * as text from './directory.text.ts'
import { DirectoryOverview } from './DirectoryOverview.tsx'
import { DirectoryUsers } from './DirectoryUsers.tsx'
import { syncsByHand } from '../../shared/directory/manual-sync.ts'
import { SyncDialog } from '../../shared/directory/SyncDialog.tsx'
import { SyncModeDialog } from './SyncModeDialog.tsx'
import { useDirectoryActions } from './use-directory-actions.ts'
import { Term } from '../../shared/help/Term.tsx'

/** Milliseconds until the state of the synchronisation is queried again: while one is running, and otherwise. */
const SOON_MS = 2_000
const LATER_MS = 10_000

/** Shows a configured directory: its settings, the state of its synchronisation, and its users. */
export function DirectoryDetail({ directory, notice }: { directory: SavedDirectory; notice: string }) {
  const t = useText(text)
  const account = useAccount()
  const [params, setParams] = useViewParams()
  const status = useQuery({
    ...asking(contract.directory.sync_status, {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.service.running === 1 ? SOON_MS : LATER_MS),
  })
  const navigate = useNavigate()
  const actions = useDirectoryActions()
  const may = {
    create: permits(account, 'member.create'),
    edit: permits(account, 'directory.edit'),
    remove: permits(account, 'member.delete'),
  }
  const running = (status.data?.service.status ?? directory.status) === 1
  const tab = params.get('tab') ?? 'overview'
  const more = [
    ...(may.edit
      ? [
          { key: 'edit', label: t.edit, onClick: () => void navigate(EDIT_EXISTING) },
          { key: 'mode', label: t.setMode, onClick: () => actions.dialog.show('mode') },
        ]
      : []),
    ...(may.edit ? [{ key: 'restart', rare: true, label: t.restart, onClick: () => void actions.restart() }] : []),
    ...(may.remove ? [{ key: 'sweep', danger: true, label: t.removeDisabled, onClick: () => void actions.sweep() }] : []),
    ...(may.edit ? [{ key: 'close', label: t.close, danger: true, onClick: () => actions.dialog.show('close') }] : []),
  ]
  return (
    <>
      <PageHeader
        title={t.title}
        term={<Term of="directory" />}
        status={<StatusDot kind={running ? 'online' : 'offline'} text={running ? t.running : t.stopped} />}
        actions={
          may.create &&
          syncsByHand(directory) && (
            <Button type="primary" aria-haspopup="dialog" onClick={() => actions.dialog.show('sync')}>
              {t.sync}
            </Button>
          )
        }
        more={more}
      />
      {notice && <Alert className="directory-notice" type="warning" showIcon title={notice} />}
      {!running && status.data?.service.message && (
        <Alert className="directory-notice" type="error" showIcon role="alert" title={status.data.service.message} />
      )}
      <Tabs
        activeKey={tab in t.tabs ? tab : 'overview'}
        onChange={(key) =>
          setParams((now) => {
            keepOnly(now)
            put(now, 'tab', key, 'overview')
          })
        }
        destroyOnHidden
        items={[
          { key: 'overview', label: t.tabs.overview, children: <DirectoryOverview directory={directory} status={status.data} /> },
          { key: 'users', label: t.tabs.users, children: <DirectoryUsers key="users" of="directory" may={may} /> },
          { key: 'import', label: t.tabs.import, children: <DirectoryUsers key="import" of="members" may={may} /> },
        ]}
      />
      {actions.dialog.subject === 'sync' && <SyncDialog onClose={actions.dialog.close} />}
      {actions.dialog.subject === 'mode' && <SyncModeDialog sync_mode={directory.sync_mode} onClose={actions.dialog.close} />}
      {actions.dialog.subject === 'close' && (
        <ConfirmByTyping
          title={t.close}
          body={t.closeBody(status.data?.count ?? 0)}
          name={DIRECTORY_CLOSE_PHRASE}
          action={t.close}
          busy={actions.closing}
          onConfirm={actions.close}
          onClose={actions.dialog.close}
        />
      )}
    </>
  )
}
