import { ReloadOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, DIRECTORY_REMOVE_PHRASE, type DirectoryUser } from '@weft/contract'
import {
  ApiRefusal,
  call,
  ConfirmByTyping,
  type ListColumn,
  ListFilter,
  ListTable,
  Nothing,
  StatusDot,
  TimeText,
  toast,
  useDialog,
  useText,
} from '@weft/ui'
import { Alert, Button, Popconfirm } from 'antd'
import { directoryChanged } from '../../shared/directory/directory-changed.ts'
import { SyncDialog } from '../../shared/directory/SyncDialog.tsx'
import { useDirectoryUsers } from './use-directory-users.ts'
import * as text from './users.text.ts'

interface Props {
  /** The tab: 「目录用户」 to choose users from, or 「成员导入」 to follow the import. */
  of: 'directory' | 'members'
  may: { create: boolean; remove: boolean }
}

/** Lists the users of the directory, each of which may be imported and removed. */
export function DirectoryUsers({ of, may }: Props) {
  const t = useText(text)
  const queries = useQueryClient()
  const { list, hash = '', snapshot_time, refresh, reading } = useDirectoryUsers()
  const dialog = useDialog<'sync' | 'remove-all'>()
  const changed = () => directoryChanged(queries)
  const add = useMutation({
    mutationFn: ({ uuid }: DirectoryUser) =>
      call(contract.directory.import, { hash, uuid }, { missing: 'stay', handled: [409], told: toast.success }),
    onSettled: changed,
  })
  const remove = useMutation({
    mutationFn: ({ uuid }: DirectoryUser) =>
      call(contract.directory.remove, { hash, uuid }, { missing: 'stay', handled: [409], told: toast.success }),
    onSettled: changed,
  })
  const removeAll = useMutation({
    mutationFn: () => call(contract.directory.remove_all, { hash }, { handled: [409], told: toast.success }),
    onSuccess: dialog.close,
    onSettled: changed,
  })
  const stale = [add, remove, removeAll].some(({ error }) => error instanceof ApiRefusal && error.code === 409)
  const reload = () => {
    for (const one of [add, remove, removeAll]) one.reset()
    void refresh()
  }

  const columns: ListColumn<DirectoryUser>[] = [
    { key: 'username', title: t.username, pinned: true, card: 'title', render: (_, { username }) => username },
    { key: 'description', title: t.description, render: (_, { description }) => description || <Nothing /> },
    {
      key: 'state',
      title: t.state,
      card: 'status',
      render: (_, { exist, disabled, reason }) => (
        <>
          <StatusDot
            kind={disabled === 1 ? 'disabled' : exist ? 'online' : 'idle'}
            text={disabled === 1 ? t.disabled : exist ? t.exist : t.missing}
          />
          {reason !== null && <div className="directory-reason">{reason}</div>}
        </>
      ),
    },
    {
      key: 'actions',
      title: t.actions,
      pinned: true,
      card: 'actions',
      render: (_, user) =>
        user.exist
          ? may.remove && (
              <Popconfirm title={t.removeAsk} okText={t.remove} cancelText={t.cancel} onConfirm={() => remove.mutate(user)}>
                <Button type="link" danger size="small" aria-label={`${t.remove} ${user.username}`}>
                  {t.remove}
                </Button>
              </Popconfirm>
            )
          : may.create && (
              <Button
                type="link"
                size="small"
                aria-label={`${t.import} ${user.username}`}
                disabled={user.reason !== null || user.disabled === 1}
                onClick={() => add.mutate(user)}
              >
                {t.import}
              </Button>
            ),
    },
  ]
  const actions = (
    <>
      {may.create && (
        <Button type="primary" aria-haspopup="dialog" onClick={() => dialog.show('sync')}>
          {of === 'members' ? t.sync : t.importAll}
        </Button>
      )}
      {of === 'directory' && may.remove && (
        <Button danger aria-haspopup="dialog" onClick={() => dialog.show('remove-all')}>
          {t.removeAll}
        </Button>
      )}
      <Button icon={<ReloadOutlined aria-hidden />} loading={reading} onClick={reload}>
        {t.refresh}
      </Button>
    </>
  )
  const exists = (
    <ListFilter
      list={list}
      name="exist"
      label={t.status}
      options={[
        { value: '1', label: t.exist },
        { value: '0', label: t.missing },
      ]}
    />
  )
  return (
    <>
      {stale && (
        <Alert
          className="directory-notice"
          type="warning"
          showIcon
          role="alert"
          title={t.stale}
          action={
            <Button size="small" onClick={reload}>
              {t.reload}
            </Button>
          }
        />
      )}
      {snapshot_time !== undefined && (
        <p className="directory-snapshot">
          {t.note[0]} <TimeText at={snapshot_time} /> {t.note[1]}
        </p>
      )}
      <ListTable
        list={list}
        name={`directory-${of}`}
        subject={t.subject[of]}
        rowKey="uuid"
        columns={columns}
        searchHint={t.searchHint[of]}
        filters={of === 'members' ? exists : undefined}
        actions={actions}
        empty={{ title: t.emptyTitle, hint: t.emptyText }}
      />
      {dialog.subject === 'sync' && <SyncDialog onClose={dialog.close} />}
      {dialog.subject === 'remove-all' && (
        <ConfirmByTyping
          title={t.removeAll}
          body={t.removeAllBody}
          name={DIRECTORY_REMOVE_PHRASE}
          action={t.removeAll}
          busy={removeAll.isPending}
          problem={stale ? t.stale : undefined}
          onConfirm={() => removeAll.mutate()}
          onClose={dialog.close}
        />
      )}
    </>
  )
}
