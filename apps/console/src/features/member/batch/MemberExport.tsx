import { useText } from '@weft/ui'
import { ExportProgress } from '@weft/ui/parts/ExportProgress.tsx'
import * as text from './batch.text.ts'
import { memberExport, selectedExport } from './member-export.ts'

/** Shows the progress of exports of members at the window's edge. Mount it once on the page; `memberExport.start({})` starts one. */
export function MemberExport() {
  const t = useText(text)
  return (
    <>
      <ExportProgress title={t.exporting} exporting={memberExport.use()} onRetry={memberExport.retry} onCancel={memberExport.cancel} />
      <ExportProgress
        title={t.exporting}
        exporting={selectedExport.use()}
        onRetry={selectedExport.retry}
        onCancel={selectedExport.cancel}
      />
    </>
  )
}
