import { MoreOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type Device, opsContract } from '@weft/contract'
import { call, confirm, toast, useDialog, useText } from '@weft/ui'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import { ActivationCodeDialog, type Coded } from './ActivationCodeDialog.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import * as text from './device.text.ts'
import { devicesChanged } from './devices-changed.ts'
import { LendDialog } from './LendDialog.tsx'

/** Offers the actions on a device that its state allows. */
export function DeviceActions({ device: { router_name, kind, account_number } }: { device: Device }) {
  const t = useText(text)
  const queries = useQueryClient()
  const assigning = useDialog<true>()
  const lending = useDialog<true>()
  const coded = useDialog<Coded>()
  const release = async () => {
    if (!(await confirm({ title: t.releaseTitle(router_name), body: t.releaseBody, action: t.release, danger: true }))) return
    // A refusal has already been shown.
    const code = await call(opsContract.devices.release, { router_name }, { missing: 'stay' }).catch(() => undefined)
    if (!code) return
    toast.success(t.released)
    coded.show({ router_name, ...code })
  }
  const items =
    account_number === null
      ? [{ key: 'assign', label: t.assign, onClick: () => assigning.show(true) }]
      : [
          ...(kind === 'saas' ? [{ key: 'lend', label: t.lend, onClick: () => lending.show(true) }] : []),
          { key: 'release', label: t.release, danger: true, onClick: () => void release() },
        ]
  return (
    <>
      <MenuButton type="text" size="small" icon={<MoreOutlined />} aria-label={t.moreOf(router_name)} items={items} />
      {assigning.subject && <AssignDialog known={{ router_name }} onClose={assigning.close} />}
      {lending.subject && <LendDialog router_name={router_name} onClose={lending.close} />}
      {coded.subject && (
        <ActivationCodeDialog
          coded={coded.subject}
          onClose={() => {
            coded.close()
            // The row may disappear with the reload, so it waits until the code is read.
            void devicesChanged(queries)
          }}
        />
      )}
    </>
  )
}
