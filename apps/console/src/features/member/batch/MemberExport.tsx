import { useText } from '@weft/ui'
import { ExportProgress } from '@weft/ui/parts/ExportProgress.tsx'
import * as text from './batch.text.ts'
import { memberExport } from './member-export.ts'

/** Shows the progress of 「导出成员」 at the window's edge. Mount it once on the page; `memberExport.start({})` starts an export. */
export function MemberExport() {
  const t = useText(text)
  return <ExportProgress title={t.exporting} exporting={memberExport.use()} onRetry={memberExport.retry} onCancel={memberExport.cancel} />
}
