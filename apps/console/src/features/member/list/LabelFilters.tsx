import { type contract, type MemberSummary, memberFields, type OutputOf } from '@weft/contract'
import { language, ListFilter, type ListPage } from '@weft/ui'

/** The provinces and tags that members have. */
export type LabelsInUse = OutputOf<typeof contract.router.labels>

/** Filters by the provinces and tags that members have; nothing is shown while none has any. */
export function LabelFilters({ list, labels }: { list: ListPage<MemberSummary>; labels: LabelsInUse | undefined }) {
  const spoken = language.use()
  const filter = (name: 'province' | 'tag', label: string, used: readonly { name: string; members: number }[] = []) => {
    const chosen = list.filters[name]
    const names = new Set([...used.map((one) => one.name), ...(chosen ? [chosen] : [])])
    return (
      names.size > 0 && <ListFilter list={list} name={name} label={label} options={[...names].map((value) => ({ value, label: value }))} />
    )
  }
  return (
    <>
      {filter('province', memberFields.place.name[spoken], labels?.provinces)}
      {filter('tag', memberFields.tags.name[spoken], labels?.tags)}
    </>
  )
}
