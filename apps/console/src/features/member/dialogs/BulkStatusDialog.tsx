import type { Flag } from '@weft/contract'
import { StatusDot, toast, useText } from '@weft/ui'
import { Button, Modal } from 'antd'
import * as memberText from '../member.text.ts'
import * as text from './bulk.text.ts'
import { ChangePreview } from './ChangePreview.tsx'
import { useBulkChange } from './use-bulk-change.ts'

interface Props {
  names: string[]
  status: Flag
  onClose: () => void
  onDone: () => void
  onGone: (names: string[]) => void
}

/** Enables or disables several members after showing whom that concerns. */
export function BulkStatusDialog({ names, status, onClose, onDone, onGone }: Props) {
  const t = useText(text)
  const m = useText(memberText)
  const { preview, busy, apply } = useBulkChange({
    names,
    wanted: { status },
    onDone: (changed) => {
      toast.success(status === 1 ? t.enabled(changed) : t.disabled(changed))
      onDone()
    },
    onGone: (gone) => {
      onClose()
      onGone(gone)
    },
  })
  return (
    <Modal
      open
      width={560}
      title={status === 1 ? t.enableTitle : t.disableTitle}
      onCancel={onClose}
      footer={[
        <Button key="cancel" autoFocus onClick={onClose}>
          {preview.data?.changed === 0 ? m.close : m.cancel}
        </Button>,
        preview.data?.changed !== 0 && (
          <Button key="go" type="primary" danger={status === 0} disabled={!preview.data} loading={busy} onClick={apply}>
            {status === 1 ? m.enable : m.disable}
          </Button>
        ),
      ]}
    >
      {status === 0 && preview.data?.changed !== 0 && <p>{t.disableBody}</p>}
      <ChangePreview preview={preview} before={<StateText status={status === 1 ? 0 : 1} />} after={<StateText status={status} />} />
    </Modal>
  )
}

function StateText({ status }: { status: Flag }) {
  const m = useText(memberText)
  return status === 1 ? <StatusDot kind="online" text={m.normal} /> : <StatusDot kind="disabled" text={m.disabled} />
}
