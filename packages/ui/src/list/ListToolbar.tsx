import { FilterOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { absoluteTime } from '../parts/time.ts'
import { useNarrow } from '../theme/appearance.ts'
import { ColumnSettingsButton } from './ColumnSettingsButton.tsx'
import { ListSearch } from './ListSearch.tsx'
import * as text from './list.text.ts'
import type { ColumnSettings } from './use-column-settings.ts'
import { useFolded } from './use-folded.ts'
import type { ListPage } from './use-list-page.ts'

interface Props<T> {
  list: ListPage<T>
  settings: ColumnSettings<T>
  searchHint?: string | undefined
  searchLabel?: string | undefined
  chips?: ReactNode
  time?: ReactNode
  filters?: ReactNode
  actions?: ReactNode
  live: boolean
  /** True while another bar has its place. What it holds is kept. */
  covered: boolean
  /** The number of filters that are set. */
  chosen: number
}

/**
 * Shows search and filters on the left, buttons on the right, in one line: filters that do not fit stand behind a button, and on a narrow
 * screen in a drawer.
 */
export function ListToolbar<T>({
  list,
  settings,
  searchHint,
  searchLabel,
  chips,
  time,
  filters,
  actions,
  live,
  covered,
  chosen,
}: Props<T>) {
  const t = useText(text)
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const folded = useFolded(bar, !narrow && Boolean(filters))
  const buttons = (
    <div className="weft-list-drawer-buttons">
      <Button onClick={list.clear}>{t.clearFilters}</Button>
      <Button type="primary" onClick={() => setOpen(false)}>
        {t.filterDone}
      </Button>
    </div>
  )
  const label = chosen > 0 ? t.filterCount(chosen) : t.filter
  // On a narrow screen a row for the one button that reads the list again would push the list down.
  if (narrow && searchHint === undefined && !(chips || time || filters || actions)) return null
  return (
    <div ref={bar} className={folded ? 'weft-list-toolbar weft-list-toolbar-folded' : 'weft-list-toolbar'} hidden={covered}>
      <div className="weft-list-find" {...(searchHint === undefined ? {} : { role: 'search', 'aria-label': searchHint })}>
        {searchHint !== undefined && (
          <ListSearch search={list.search} hint={searchHint} label={searchLabel} onSearch={(search) => list.show({ search })} />
        )}
        {!narrow && time}
        {chips}
        {filters && !narrow && (
          <Foldable folded={folded} open={open} label={label} onOpen={setOpen} foot={buttons}>
            {filters}
          </Foldable>
        )}
        {(filters || time) && narrow && (
          <>
            <Button icon={<FilterOutlined />} onClick={() => setOpen(true)}>
              {label}
            </Button>
            {/* The filters are there while it is closed too: they name themselves where nothing matches. */}
            <Drawer title={t.filter} placement="bottom" size={360} open={open} onClose={() => setOpen(false)} forceRender>
              <div className="weft-list-drawer">
                {time}
                {filters}
                {buttons}
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

interface FoldableProps {
  folded: boolean
  open: boolean
  label: string
  onOpen: (open: boolean) => void
  foot: ReactNode
  children: ReactNode
}

/** Shows filters in the line, or in a panel below a button. They are the same elements in both, so that nothing that they hold is lost. */
function Foldable({ folded, open, label, onOpen, foot, children }: FoldableProps) {
  const t = useText(text)
  const button = useRef<HTMLButtonElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const shown = folded && open
  useEffect(() => {
    if (!shown) return
    const outside = ({ target }: Event) => {
      // The options of a filter are elsewhere in the document.
      if (target instanceof Element && !root.current?.contains(target) && !target.closest('.ant-select-dropdown, .ant-picker-dropdown'))
        onOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [shown, onOpen])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!shown || event.key !== 'Escape') return
    event.preventDefault()
    onOpen(false)
    button.current?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears Escape of what is in it
    <div ref={root} className={folded ? 'weft-list-folded' : 'weft-list-inline'} onKeyDown={onKeyDown}>
      {folded && (
        <Button
          ref={button}
          icon={<FilterOutlined aria-hidden />}
          aria-expanded={open}
          aria-haspopup="dialog"
          onClick={() => onOpen(!open)}
        >
          {label}
        </Button>
      )}
      <div
        className={folded ? 'weft-list-panel' : 'weft-list-inline'}
        hidden={folded && !open}
        {...(shown ? { role: 'dialog', 'aria-label': t.filter } : {})}
      >
        {children}
        {folded && foot}
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
