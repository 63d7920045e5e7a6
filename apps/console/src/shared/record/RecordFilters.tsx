import { CloseOutlined } from '@ant-design/icons'
import { type ListPage, useText } from '@weft/ui'
import { useFilterName } from '@weft/ui/list/filter-names.ts'
import { Button } from 'antd'
import './record.css'
import * as text from './record-filter.text.ts'

type List = Pick<ListPage<unknown>, 'filters' | 'show'>

/** Says to which member a list is narrowed by `router_name`, by its name if that is given, and widens it again; nothing for a list of all. */
export function OneMember({ list, name }: { list: List; name?: string | undefined }) {
  const t = useText(text)
  const { router_name } = list.filters
  useFilterName('router_name', router_name ? t.member(name || router_name) : undefined)
  return router_name ? (
    <Button
      className="record-member"
      icon={<CloseOutlined aria-hidden />}
      iconPlacement="end"
      title={t.everyone}
      onClick={() => list.show({ router_name: '' })}
    >
      <span>{t.member(name || router_name)}</span>
    </Button>
  ) : null
}
