import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type Maintenance } from '@weft/contract'
import { call, confirm, ListTable, toast, useDialog, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { serverSeconds } from '@weft/ui/time/server-time.ts'
import { Term } from '../../shared/help/Term.tsx'
import { MaintenanceDrawer } from './dialogs/MaintenanceDrawer.tsx'
import { maintenanceColumns } from './maintenance-columns.tsx'
import * as text from './maintenance.text.ts'
import { monitorChanged } from './monitor-changed.ts'
import { useMonitorRights } from './use-monitor-rights.ts'

/** Shows the maintenance windows of the account: the times in which no alerts about members are sent. */
export function MaintenanceTab() {
  const t = useText(text)
  const queries = useQueryClient()
  const { edit } = useMonitorRights()
  const windows = useListPage(contract.monitor.maintenance_lists)
  const drawer = useDialog<'window'>()
  // The states of the windows are those at the time at which the tab was opened.
  const [now] = useState(serverSeconds)
  const remove = useMutation({
    mutationFn: ({ id }: Maintenance) => call(contract.monitor.maintenance_delete, { id }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.deleted),
    onSettled: () => monitorChanged(queries),
  })
  const askDelete = async (window: Maintenance) => {
    if (await confirm({ title: t.deleteTitle, body: t.deleteBody(window.name), action: t.delete, danger: true })) remove.mutate(window)
  }
  const add = edit && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => drawer.show('window')}>
      {t.add}
    </Button>
  )
  return (
    <>
      <p className="monitor-help">
        {t.note}
        <Term of="maintenance" />
      </p>
      <ListTable
        list={windows}
        name="maintenance"
        subject={t.title}
        rowKey="id"
        columns={maintenanceColumns({ t, now, onDelete: edit ? (window) => void askDelete(window) : undefined })}
        actions={windows.count > 0 && add}
        empty={{ title: t.none, hint: t.noneHint, action: add }}
      />
      {drawer.subject && <MaintenanceDrawer onClose={drawer.close} />}
    </>
  )
}
