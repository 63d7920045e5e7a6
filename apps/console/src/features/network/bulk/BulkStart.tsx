import { FileTextOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { branchFields, contract, MAX_BRANCHES } from '@weft/contract'
import { call, download, saveFile, useText } from '@weft/ui'
import { Button } from 'antd'
import { type ClipboardEvent, type Ref, useRef } from 'react'
import * as text from './bulk.text.ts'
import { pastedRows, tidied } from './read-pasted.ts'
import type { Bulk } from './use-bulk.ts'

interface Props {
  ref: Ref<HTMLTextAreaElement>
  bulk: Pick<Bulk, 'read' | 'append'>
}

/** Shows the ways to begin a sheet: pasting, a file, or typing. Text that is pasted anywhere in it is read. */
export function BulkStart({ ref, bulk: { read, append } }: Props) {
  const t = useText(text)
  const file = useRef<HTMLInputElement>(null)
  const template = useMutation({
    mutationFn: () => download(contract.branches.template, {}),
    onSuccess: ({ blob, file_name }) => saveFile(blob, file_name),
  })
  const reading = useMutation({
    mutationFn: (chosen: File) => call(contract.branches.read, {}, { file: chosen }),
    onSuccess: ({ rows }) => read(rows.map(tidied)),
  })
  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    read(pastedRows(event.clipboardData.getData('text')))
  }
  return (
    <div className="bulk-start" onPaste={paste}>
      <FileTextOutlined className="bulk-start-icon" aria-hidden />
      <p className="bulk-start-title">
        {t.pasteHere} <kbd>Ctrl V</kbd>
      </p>
      <p className="bulk-help">{t.pasteHelp(MAX_BRANCHES)}</p>
      <table className="bulk-example">
        <thead>
          <tr>
            {branchFields.map((field) => (
              <th key={field} scope="col">
                {t.columns[field]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {t.example.map((row) => (
            <tr key={row[1]}>
              {row.map((cell) => (
                <td key={cell}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <textarea
        ref={ref}
        className="bulk-paste"
        rows={1}
        aria-label={t.pasteField}
        placeholder={t.pasteHint}
        value=""
        onChange={({ target }) => target.value.trim() !== '' && read(pastedRows(target.value))}
      />
      <div className="bulk-start-ways">
        <Button loading={template.isPending} onClick={() => template.mutate()}>
          {t.template}
        </Button>
        <Button loading={reading.isPending} onClick={() => file.current?.click()}>
          {t.file}
        </Button>
        <Button type="text" onClick={append}>
          {t.byHand}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".xlsx"
          aria-label={t.file}
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) reading.mutate(chosen)
            target.value = ''
          }}
        />
      </div>
    </div>
  )
}
