import { PlusOutlined } from '@ant-design/icons'
import { type Device, opsContract } from '@weft/contract'
import { ListFilter, ListTable, useDialog, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { AssignDialog } from '../../shared/device/AssignDialog.tsx'
import { useDeviceColumns } from '../../shared/device/device-columns.tsx'
import { useMay } from '../../shared/operator/use-operator.ts'
import * as text from './account-page.text.ts'

/** Lists the customer's devices. */
export function DeviceTab({ account_number }: { account_number: string }) {
  const t = useText(text)
  const may = useMay()
  const list = useListPage<Device>(opsContract.devices.list, ['condition'], { account_number })
  const assigning = useDialog<true>()
  return (
    <>
      <ListTable
        list={list}
        name="desk-account-devices"
        subject={t.tabs.devices}
        rowKey="router_name"
        columns={useDeviceColumns(list.updated, true)}
        filters={<ListFilter list={list} name="condition" label={t.condition} options={[{ value: 'attention', label: t.ailing }]} />}
        actions={
          may(opsContract.devices.assign) && (
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => assigning.show(true)}>
              {t.assign}
            </Button>
          )
        }
        empty={{ title: t.noDevices }}
      />
      {assigning.subject && <AssignDialog known={{ account_number }} onClose={assigning.close} />}
    </>
  )
}
