import { type FieldChange, type NameOf, networkFields, type NetworkInfo, type NetworkRevision, valueLines } from '@weft/contract'
import { language } from '@weft/ui'
import { ChangeTable } from '@weft/ui/parts/ChangeTable.tsx'

interface Props {
  revision: Pick<NetworkRevision, 'diff' | 'names'>
  network: NetworkInfo
}

/** Lists the changes of a revision, field by field. */
export function FieldChanges({ revision: { diff, names }, network }: Props) {
  const words = language.use()
  const lines = (field: FieldChange['field'], value: unknown) => valueLines(networkFields[field], value, words, nameIn(network, names))
  return (
    <ChangeTable
      rows={diff.map(({ field, from, to, text }) => ({
        key: text,
        name: networkFields[field].name[words],
        hint: text,
        before: lines(field, from),
        after: lines(field, to),
      }))}
    />
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
