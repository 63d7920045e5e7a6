import { DownloadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import type { contract } from '@weft/contract'
import { download, saveFile, useText } from '@weft/ui'
import { Button } from 'antd'
import * as text from './batch.text.ts'

/** Saves a template; a failure is shown as a toast. */
export function TemplateButton({ endpoint }: { endpoint: typeof contract.memberFiles.template }) {
  const t = useText(text)
  const fetching = useMutation({
    mutationFn: () => download(endpoint, {}),
    onSuccess: ({ blob, file_name }) => saveFile(blob, file_name),
  })
  return (
    <Button type="link" size="small" icon={<DownloadOutlined aria-hidden />} loading={fetching.isPending} onClick={() => fetching.mutate()}>
      {t.template}
    </Button>
  )
}
