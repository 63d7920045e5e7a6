import { DownloadOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BatchError, opsContract, SHEET_MAX_BYTES } from '@weft/contract'
import { ApiRefusal, download, type ListColumn, saveFile, toast, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { FileDrop } from '@weft/ui/parts/FileDrop.tsx'
import '@weft/ui/dialog/dialog.css'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { devicesChanged } from '../../shared/device/devices-changed.ts'
import './device-page.css'
import * as text from './device-page.text.ts'

const { batch, template } = opsContract.devices
const Problems = z.object({ errors: z.array(BatchError) })

/** Returns the errors by row that a refused list answers; none if the refusal is about the whole file. */
function problemsOf(error: unknown): BatchError[] {
  const result = error instanceof ApiRefusal ? Problems.safeParse(error.data) : undefined
  return result?.success ? result.data.errors : []
}

/** Registers all devices of a list or none of them, and saves the file of their codes. */
export function BatchDialog({ onClose }: { onClose: () => void }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [file, setFile] = useState<File>()
  const keepTemplate = useMutation({
    mutationFn: () => download(template, {}),
    onSuccess: ({ blob, file_name }) => saveFile(blob, file_name),
  })
  const sending = useMutation({
    mutationFn: (chosen: File) => download(batch, {}, { file: chosen }),
    onSuccess: ({ blob, file_name }) => {
      saveFile(blob, file_name)
      toast.success(t.done)
      onClose()
      void devicesChanged(queries)
    },
  })
  const problems = problemsOf(sending.error)
  const columns: ListColumn<BatchError>[] = [
    { key: 'row', title: t.row, width: 72, card: 'status', render: (_, { row }) => row },
    { key: 'msg', title: t.problem, card: 'title', render: (_, { msg }) => msg },
  ]
  return (
    <Modal
      open
      width={640}
      title={t.batchTitle}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={[
        <Button key="close" onClick={onClose}>
          {t.close}
        </Button>,
        <Button
          key="send"
          type="primary"
          disabled={!file}
          loading={sending.isPending}
          onClick={() => file && !sending.isPending && sending.mutate(file)}
        >
          {t.send}
        </Button>,
      ]}
    >
      <Alert type="info" showIcon title={t.batchNote} className="weft-dialog-note" />
      <p>
        <Button icon={<DownloadOutlined aria-hidden />} loading={keepTemplate.isPending} onClick={() => keepTemplate.mutate()}>
          {t.template}
        </Button>
      </p>
      <FileDrop
        extension="xlsx"
        max_bytes={SHEET_MAX_BYTES}
        file={file}
        busy={sending.isPending}
        onChoose={(chosen) => {
          sending.reset()
          setFile(chosen)
        }}
      />
      {problems.length > 0 && (
        <>
          <Alert type="error" showIcon role="alert" title={t.problems(problems.length)} className="device-problems" />
          <PagedRows rows={problems} keyOf={({ row, field }) => `${row} ${field}`} columns={columns} nothing={null} />
        </>
      )}
    </Modal>
  )
}
