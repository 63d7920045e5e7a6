import { type FieldChange, type NameOf, networkFields, type NetworkInfo, type NetworkRevision, valueLines } from '@weft/contract'
import { language, useText } from '@weft/ui'
import * as text from './history.text.ts'

interface Props {
  revision: Pick<NetworkRevision, 'diff' | 'names'>
  network: NetworkInfo
}

/** Lists the changes of a revision, field by field. */
export function FieldChanges({ revision: { diff, names }, network }: Props) {
  const t = useText(text)
  const words = language.use()
  const lines = (field: FieldChange['field'], value: unknown) => valueLines(networkFields[field], value, words, nameIn(network, names))
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
              {networkFields[field].name[words]}
              <small>{sentence}</small>
            </th>
            <td data-label={t.from}>
              <Lines lines={lines(field, from)} />
            </td>
            <td data-label={t.to}>
              <Lines lines={lines(field, to)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Finds the names of a revision's members, and of the network's POP resource and its areas. */
const nameIn =
  ({ network_fr }: NetworkInfo, names: NetworkRevision['names']): NameOf =>
  (kind, id) => {
    if (kind === 'name') return names[id]
    if (kind === 'pop_area') return network_fr?.areas.find(({ ov_id }) => ov_id === id)?.area
    return id === network_fr?.network_fr_id ? network_fr.shortname : undefined
  }

const Lines = ({ lines }: { lines: readonly string[] }) => <span className="field-value">{lines.join('\n')}</span>
