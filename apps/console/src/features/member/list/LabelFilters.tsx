import { useQuery } from '@tanstack/react-query'
import { contract, type MemberSummary, memberFields } from '@weft/contract'
import { asking, language, ListFilter, type ListPage } from '@weft/ui'

/** Filters by the provinces and tags that members have; nothing is shown while none has any. */
export function LabelFilters({ list }: { list: ListPage<MemberSummary> }) {
  const spoken = language.use()
  const { data } = useQuery(asking(contract.router.labels, {}, { quiet: true }))
  const filter = (name: 'province' | 'tag', label: string, used: readonly { name: string; members: number }[] = []) => {
    const chosen = list.filters[name]
    const names = new Set([...used.map((one) => one.name), ...(chosen ? [chosen] : [])])
    return (
      names.size > 0 && <ListFilter list={list} name={name} label={label} options={[...names].map((value) => ({ value, label: value }))} />
    )
  }
  return (
    <>
      {filter('province', memberFields.place.name[spoken], data?.provinces)}
      {filter('tag', memberFields.tags.name[spoken], data?.tags)}
    </>
  )
}
