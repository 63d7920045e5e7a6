import { useText } from '@weft/ui'
import { ExportProgress } from '@weft/ui/parts/ExportProgress.tsx'
import * as text from './batch.text.ts'
import { memberExport } from './member-export.ts'

/** How far 「导出成员」 is, at the window's edge, while one goes. Mount it once on the page; `memberExport.start({})` begins. */
export function MemberExport() {
  const t = useText(text)
  return <ExportProgress title={t.exporting} exporting={memberExport.use()} onRetry={memberExport.retry} onCancel={memberExport.cancel} />
}
