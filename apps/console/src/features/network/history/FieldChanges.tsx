import type { FieldChange, NetworkInfo } from '@weft/contract'
import { useText } from '@weft/ui'
import { valueLines } from './field-value.ts'
import * as text from './history.text.ts'

interface Props {
  diff: readonly FieldChange[]
  network: NetworkInfo
}

/** What a revision changed, field by field. */
export function FieldChanges({ diff, network }: Props) {
  const t = useText(text)
  return (
    <table className="field-changes">
      <thead>
        <tr>
          <th scope="col">{t.field}</th>
          <th scope="col">{t.from}</th>
          <th scope="col">{t.to}</th>
        </tr>
      </thead>
      <tbody>
        {diff.map(({ field, from, to, text: sentence }) => (
          <tr key={sentence}>
            <th scope="row">
              {t.fields[field] ?? field}
              <small>{sentence}</small>
            </th>
            <td data-label={t.from}>
              <Lines lines={valueLines(field, from, t, network)} />
            </td>
            <td data-label={t.to}>
              <Lines lines={valueLines(field, to, t, network)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }) => <span className="field-value">{lines.join('\n')}</span>
