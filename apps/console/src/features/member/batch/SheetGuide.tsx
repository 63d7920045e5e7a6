import { type contract, SHEET_MAX_BYTES } from '@weft/contract'
import { useText } from '@weft/ui'
import { FileDrop } from '@weft/ui/parts/FileDrop.tsx'
import * as text from './batch.text.ts'
import { TemplateButton } from './TemplateButton.tsx'

interface Props {
  /** Sentences that say how to fill in the workbook. */
  rules: string[]
  /** The endpoint of the empty workbook. */
  template: typeof contract.memberFiles.template
  file: File | undefined
  busy: boolean
  onChoose: (file: File) => void
}

/** Shows how to fill in a workbook of members, the button that downloads the template, and the field for the finished file. */
export function SheetGuide({ rules, template, file, busy, onChoose }: Props) {
  const t = useText(text)
  return (
    <>
      <div className="batch-rules">
        <div className="batch-head">
          <h2>{t.rulesTitle}</h2>
          <TemplateButton endpoint={template} />
        </div>
        <ul>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </div>
      <FileDrop extension="xlsx" max_bytes={SHEET_MAX_BYTES} file={file} busy={busy} onChoose={onChoose} />
    </>
  )
}
