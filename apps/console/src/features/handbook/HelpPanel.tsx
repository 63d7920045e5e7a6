import { ExportOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { contract, type HelpDocument } from '@weft/contract'
import { ApiRefusal, asking, EmptyState, ErrorState, listTime, Skeleton, useNarrow, useText } from '@weft/ui'
import { RichText } from '@weft/ui/parts/RichText.tsx'
import { Button, Drawer } from 'antd'
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { closeHelp, type HelpPlace, openHelp } from '../../shared/help/help.ts'
import { HandbookDirectory } from './HandbookDirectory.tsx'
import { handbookPath } from '../../shared/help/handbook-path.ts'
import * as handbook from './handbook.text.ts'
import * as text from '../../shared/help/help.text.ts'
import './handbook.css'

/** Milliseconds that loaded help counts as fresh. */
const FRESH_MS = 300_000
/** Above antd's dialogs (1000). */
const ABOVE_DIALOGS = 1010

/** Shows a document of the help beside the page, where the work can go on; its links and its search stay in the panel. */
export function HelpPanel({ place }: { place: HelpPlace }) {
  const t = useText(text)
  const narrow = useNarrow()
  const [listed, setListed] = useState(false)
  const document = useDocument(place)
  const menu = useQuery({ ...asking(contract.documents.menu, {}, { quiet: true }), staleTime: FRESH_MS })
  const missing = document.error instanceof ApiRefusal && document.error.code === 204
  /** Keeps links to other documents in the panel. */
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const id = link && link.target === '' && link.pathname === '/handbook' ? new URL(link.href).searchParams.get('id') : null
    if (id === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    openHelp({ id })
    setListed(false)
  }
  return (
    <Drawer
      open
      rootClassName="help-drawer"
      // A `?` in a dialog opens the help above it.
      zIndex={ABOVE_DIALOGS}
      mask={narrow}
      size={narrow ? '100%' : 440}
      title={t.help}
      onClose={closeHelp}
      closable={{ 'aria-label': t.close }}
      extra={
        <>
          <Button type="link" size="small" onClick={() => setListed(!listed)}>
            {listed ? t.back : t.contents}
          </Button>
          {document.data && (
            <a
              className="help-tab"
              href={handbookPath(document.data)}
              target="_blank"
              rel="noreferrer"
              aria-label={t.inTab}
              title={t.inTab}
            >
              <ExportOutlined aria-hidden />
            </a>
          )}
        </>
      }
    >
      <div className="help" onClickCapture={follow}>
        {listed || missing ? (
          <>
            {missing && !listed && <EmptyState title={t.gone} hint={t.goneHint} />}
            <HandbookDirectory nodes={menu.data ?? []} current={document.data?.id} onGo={() => setListed(false)} />
          </>
        ) : document.data ? (
          <>
            {'ofPage' in place && <p className="help-meta">{t.ofPage}</p>}
            <Article key={document.data.id} document={document.data} />
          </>
        ) : document.isError ? (
          <ErrorState compact onRetry={() => void document.refetch()} />
        ) : (
          <Skeleton paragraph={{ rows: 8 }} />
        )}
      </div>
    </Drawer>
  )
}

/** Reads the document of a place. */
function useDocument(place: HelpPlace) {
  const byId = 'id' in place
  const numbered = useQuery({
    ...asking(contract.documents.info, byId ? place : { id: '' }, { quiet: true }),
    staleTime: FRESH_MS,
    enabled: byId,
  })
  const imported = useQuery({
    ...asking(contract.documents.imported, { source: byId ? '' : place.source }, { quiet: true }),
    staleTime: FRESH_MS,
    enabled: !byId,
  })
  return byId ? numbered : imported
}

function Article({ document: { title, content, update_time, before_doc, after_doc } }: { document: HelpDocument }) {
  const t = useText(handbook)
  const article = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // The drawer scrolls what is in it, and was perhaps left at the end of another document.
    const scrolling = article.current?.closest('.ant-drawer-body')
    if (scrolling) scrolling.scrollTop = 0
  }, [])
  return (
    <article ref={article}>
      <h2 className="help-title">{title}</h2>
      <p className="help-meta">
        {t.updated} {listTime(update_time)}
      </p>
      <RichText html={content} />
      <nav className="help-neighbours" aria-label={t.neighbours}>
        {before_doc && (
          <a href={handbookPath(before_doc)}>
            {t.before}
            {before_doc.title}
          </a>
        )}
        {after_doc && (
          <a href={handbookPath(after_doc)}>
            {t.after}
            {after_doc.title}
          </a>
        )}
      </nav>
    </article>
  )
}
