import { AccountNumber, plain } from '@weft/contract'
import { defined, toast, useText } from '@weft/ui'
import { useFilterName } from '@weft/ui/list/filter-names.ts'
import type { ListPage } from '@weft/ui/list/use-list-page.ts'
import { Input } from 'antd'
import * as text from './account-filter.text.ts'

/** Limits a list to one account by its number: the filter `account_number` of the list. */
export function AccountFilter({ list: { filters, show } }: { list: Pick<ListPage<unknown>, 'filters' | 'show'> }) {
  const t = useText(text)
  const chosen = filters.account_number ?? ''
  useFilterName('account_number', chosen === '' ? undefined : defined(t.account, chosen))
  const ofAccount = (typed: string) => {
    const account_number = plain(typed)
    if (account_number === '' || AccountNumber.safeParse(account_number).success) show({ account_number })
    else toast.warning(t.wrong)
  }
  return (
    <Input.Search
      key={chosen}
      className="weft-list-search"
      allowClear
      defaultValue={chosen}
      aria-label={t.account}
      placeholder={t.account}
      inputMode="numeric"
      onSearch={ofAccount}
    />
  )
}
