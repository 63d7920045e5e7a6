import { contract, MOST_FOUND } from '@weft/contract'
import { grouped, useText } from '@weft/ui'
import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { useFileExport } from '../../shared/file/use-file-export.ts'
import * as text from './log.text.ts'

interface Props {
  /** The filters that the list shows, with its days. */
  filters: Record<string, string | undefined>
  changes: number
  views: number
  onClose: () => void
}

/** Returns a number as far as it was counted. */
export const counted = (count: number): string => (count > MOST_FOUND ? `${grouped(MOST_FOUND)}+` : grouped(count))

/** Says what the file of operations will hold before it is made. */
export function OperationExport({ filters, changes, views, onClose }: Props) {
  const t = useText(text)
  const [withViews, setWithViews] = useState(false)
  const keep = useFileExport(contract.operationLog.file, t.exported)
  const narrowed = Object.keys(filters).some((name) => name !== 'start_time' && name !== 'end_time')
  return (
    <Modal
      open
      width={560}
      title={t.exportTitle}
      okText={t.export}
      cancelText={t.cancel}
      confirmLoading={keep.isPending}
      onCancel={onClose}
      onOk={() => keep.mutate({ ...filters, ...(withViews && { views: '1' as const }) }, { onSuccess: onClose })}
    >
      <ul>
        <li>{t.exportHolds(`${filters.start_time} – ${filters.end_time}`, narrowed, counted(changes))}</li>
        <li>{t.exportColumns}</li>
      </ul>
      <Checkbox checked={withViews} onChange={({ target }) => setWithViews(target.checked)}>
        {t.exportViews(counted(views))}
      </Checkbox>
    </Modal>
  )
}
