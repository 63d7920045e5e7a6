import { FilterOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { useNarrow } from '../theme/appearance.ts'
import { ColumnSettingsButton } from './ColumnSettingsButton.tsx'
import { absoluteTime } from '../parts/time.ts'
import { ListSearch } from './ListSearch.tsx'
import * as text from './list.text.ts'
import type { ColumnSettings } from './use-column-settings.ts'
import type { ListPage } from './use-list-page.ts'

interface Props<T> {
  list: ListPage<T>
  settings: ColumnSettings<T>
  searchHint: string | undefined
  searchLabel: string | undefined
  filters: ReactNode
  actions: ReactNode
  live: boolean
}

/** Shows search and filters on the left, buttons on the right; on a narrow screen the filters are in a drawer. */
export function ListToolbar<T>({ list, settings, searchHint, searchLabel, filters, actions, live }: Props<T>) {
  const t = useText(text)
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  return (
    <div className="weft-list-toolbar">
      <div className="weft-list-find" {...(searchHint === undefined ? {} : { role: 'search', 'aria-label': searchHint })}>
        {searchHint !== undefined && (
          <ListSearch search={list.search} hint={searchHint} label={searchLabel} onSearch={(search) => list.show({ search })} />
        )}
        {filters && !narrow && filters}
        {filters && narrow && (
          <>
            <Button icon={<FilterOutlined />} onClick={() => setOpen(true)}>
              {t.filter}
            </Button>
            <Drawer title={t.filter} placement="bottom" size={360} open={open} onClose={() => setOpen(false)}>
              <div className="weft-list-drawer">
                {filters}
                <div className="weft-list-drawer-buttons">
                  <Button onClick={list.clear}>{t.clearFilters}</Button>
                  <Button type="primary" onClick={() => setOpen(false)}>
                    {t.filterDone}
                  </Button>
                </div>
              </div>
            </Drawer>
          </>
        )}
      </div>
      <div className="weft-list-buttons">
        {actions}
        {!live && (
          <>
            {!narrow && <ReadTime updated={list.updated} />}
            <Button icon={<ReloadOutlined />} aria-label={t.refresh} title={t.refresh} onClick={list.reload} />
          </>
        )}
        {!narrow && <ColumnSettingsButton settings={settings} />}
      </div>
    </div>
  )
}

/** Says when the rows were read. It has its place before there is a time too: the buttons before it never move. */
function ReadTime({ updated }: { updated: number }) {
  const t = useText(text)
  const known = updated > 0
  return (
    <span className="weft-list-read" {...(known ? {} : { 'aria-hidden': true, style: { visibility: 'hidden' } })}>
      {t.readAt(absoluteTime(updated).slice(11))}
    </span>
  )
}
