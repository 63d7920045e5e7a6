import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type Device, deviceConditions, deviceKinds, deviceStates, memberStateNames, MOST_FOUND, opsContract } from '@weft/contract'
import { language, ListFilter, ListTable, PageHeader, useDialog, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { ActivationCodeDialog, type Coded } from '../../shared/device/ActivationCodeDialog.tsx'
import { useDeviceColumns } from '../../shared/device/device-columns.tsx'
import * as deviceText from '../../shared/device/device.text.ts'
import { devicesChanged } from '../../shared/device/devices-changed.ts'
import { useMay } from '../../shared/operator/use-operator.ts'
import { BatchDialog } from './BatchDialog.tsx'
import * as text from './device-page.text.ts'
import { RegisterDialog } from './RegisterDialog.tsx'

/** Shows 「设备」: the devices in stock, and those assigned to accounts. */
export function DeviceListPage() {
  const t = useText(text)
  const d = useText(deviceText)
  const spoken = language.use()
  const may = useMay()
  const queries = useQueryClient()
  const list = useListPage<Device>(opsContract.devices.list, ['condition', 'kind', 'state'])
  const columns = useDeviceColumns(list.updated)
  const registering = useDialog<true>()
  const batch = useDialog<true>()
  const coded = useDialog<Coded>()
  return (
    <>
      <PageHeader
        title={t.title}
        actions={
          may(opsContract.devices.register) && (
            <>
              <Button icon={<UploadOutlined aria-hidden />} onClick={() => batch.show(true)}>
                {t.batch}
              </Button>
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => registering.show(true)}>
                {t.register}
              </Button>
            </>
          )
        }
      />
      <ListTable
        list={list}
        name="desk-devices"
        subject={d.subject}
        rowKey="router_name"
        columns={columns}
        searchHint={t.search}
        countedTo={MOST_FOUND}
        capped
        filters={
          <>
            <ListFilter
              list={list}
              name="condition"
              label={d.condition}
              options={deviceConditions.map((value) => ({
                value,
                label: value === 'attention' ? d.attention : memberStateNames[value][spoken],
              }))}
            />
            <ListFilter list={list} name="kind" label={d.kind} options={deviceKinds.map((value) => ({ value, label: d.kinds[value] }))} />
            <ListFilter
              list={list}
              name="state"
              label={d.state}
              options={deviceStates.map((value) => ({ value, label: d.states[value] }))}
            />
          </>
        }
        empty={{ title: t.empty, hint: t.emptyHint }}
      />
      {registering.subject && (
        <RegisterDialog
          onClose={registering.close}
          onRegistered={(made) => {
            registering.close()
            coded.show(made)
            void devicesChanged(queries)
          }}
        />
      )}
      {coded.subject && <ActivationCodeDialog coded={coded.subject} onClose={coded.close} />}
      {batch.subject && <BatchDialog onClose={batch.close} />}
    </>
  )
}
