import { type QualityCurve, qualityCurves } from '@weft/contract'
import { useText } from '@weft/ui'
import { Segmented } from 'antd'
import * as text from './quality.text.ts'

/** Chooses the span of the curves. */
export function CurveSpan({ value, onChange }: { value: QualityCurve; onChange: (span: QualityCurve) => void }) {
  const t = useText(text)
  const options = qualityCurves.map((span) => ({ value: span, label: t.curves[span] }))
  return <Segmented aria-label={t.range} value={value} options={options} onChange={onChange} />
}
