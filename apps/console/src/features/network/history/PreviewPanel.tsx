import { CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import { contract, type PreviewFile } from '@weft/contract'
import { copyText, EmptyState, ErrorState, Skeleton, useText } from '@weft/ui'
import { saveFile } from '@weft/ui/api/download.ts'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { type PanelProps, usePanelData } from '../settings/panel-props.ts'
import './history.css'
import * as text from './history.text.ts'

/** Shows the files that a member's agent generates from its configuration. */
export function PreviewPanel({ network, node = '', close }: PanelProps) {
  const t = useText(text)
  const files = usePanelData(contract.networkRevisions.preview, { network_number: network.network_number, router_name: node })
  const member = network.member.find(({ router_name }) => router_name === node)
  return (
    <Drawer open size={880} title={t.previewTitle(member?.note || node)} onClose={close}>
      {files.data ? (
        files.data.files.length === 0 ? (
          <EmptyState title={t.noFiles} />
        ) : (
          <Files files={files.data.files} />
        )
      ) : files.isError ? (
        <ErrorState error={files.error} onRetry={() => void files.refetch()} />
      ) : (
        <Skeleton />
      )}
    </Drawer>
  )
}

function Files({ files }: { files: readonly PreviewFile[] }) {
  const t = useText(text)
  const [chosen, setChosen] = useState(files[0]?.path)
  const file = files.find(({ path }) => path === chosen) ?? files[0]!
  return (
    <div className="preview">
      <p className="preview-note">{t.masked}</p>
      <ul className="preview-files" aria-label={t.files}>
        {files.map(({ path }) => (
          <li key={path}>
            <button type="button" aria-current={path === file.path || undefined} onClick={() => setChosen(path)}>
              {path}
            </button>
          </li>
        ))}
      </ul>
      <section className="preview-file" aria-label={file.path}>
        <div className="preview-head">
          <h2 className="weft-mono">{file.path}</h2>
          <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(file.content)}>
            {t.copy}
          </Button>
          <Button
            size="small"
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => saveFile(new Blob([file.content], { type: 'text/plain;charset=utf-8' }), file.path.split('/').at(-1)!)}
          >
            {t.download}
          </Button>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls, so the keyboard must reach it */}
        <pre className="weft-mono" tabIndex={0} aria-label={file.path}>
          {file.content}
        </pre>
      </section>
    </div>
  )
}
