import { MenuUnfoldOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { contract, type DocumentNode } from '@weft/contract'
import { ApiRefusal, asking, EmptyState, ErrorState, markArrival, PageHeader, useNarrow, useText } from '@weft/ui'
import { headingsOf } from '@weft/ui/parts/RichText.tsx'
import { Button } from 'antd'
import { lazy, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AnchorList } from '../../shared/article/AnchorList.tsx'
import { BackToTop } from '../../shared/article/BackToTop.tsx'
import { HandbookArticle } from './HandbookArticle.tsx'
import { HandbookDirectory } from './HandbookDirectory.tsx'
import { pathTo } from './handbook-tree.ts'
import * as text from './handbook.text.ts'
import './handbook.css'

const HandbookDrawer = lazy(() => import('./HandbookDrawer.tsx'))

/** Milliseconds that loaded help counts as fresh: it changes rarely, and a reader who goes back must not wait. */
const FRESH_MS = 300_000

/** Shows the help: its directory, one document, and the document's headings; without an `id`, the first document. */
export function HandbookPage() {
  const narrow = useNarrow()
  const [params] = useSearchParams()
  const asked = params.get('id')
  const menu = useQuery({ ...asking(contract.documents.menu, {}, { quiet: true }), staleTime: FRESH_MS })
  const nodes = menu.data
  const id = asked ?? nodes?.[0]?.id
  const before = useRef(id)
  useLayoutEffect(() => {
    // Another document at the same path is a navigation as well: its heading takes the focus.
    if (before.current !== undefined && before.current !== id) markArrival()
    before.current = id
  }, [id])
  return (
    <div className="handbook">
      {narrow ? (
        <DirectoryButton nodes={nodes ?? []} current={id} />
      ) : (
        <aside className="handbook-side article-screen">
          {nodes ? <HandbookDirectory nodes={nodes} current={id} onGo={() => {}} /> : <Placeholder />}
        </aside>
      )}
      {id === undefined ? (
        <NoDocument error={menu.error} empty={nodes?.length === 0} onRetry={() => void menu.refetch()} />
      ) : (
        <Document key={id} id={id} nodes={nodes ?? []} />
      )}
      <BackToTop />
    </div>
  )
}

/** Shows the directory's button and drawer where there is no room next to the text. */
function DirectoryButton({ nodes, current }: { nodes: readonly DocumentNode[]; current: string | undefined }) {
  const t = useText(text)
  const [open, setOpen] = useState<boolean>()
  return (
    <div className="handbook-bar article-screen">
      <Button icon={<MenuUnfoldOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t.directory}
      </Button>
      {open !== undefined && (
        <Suspense>
          <HandbookDrawer nodes={nodes} current={current} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Document({ id, nodes }: { id: string; nodes: readonly DocumentNode[] }) {
  const t = useText(text)
  const { data, error, refetch } = useQuery({ ...asking(contract.documents.info, { id }, { quiet: true }), staleTime: FRESH_MS })
  const headings = useMemo(() => headingsOf(data?.content ?? ''), [data?.content])
  if (data)
    return (
      <>
        <HandbookArticle article={data} path={pathTo(id, nodes)} />
        <div className="handbook-anchors">
          <AnchorList headings={headings} />
        </div>
      </>
    )
  // A malformed number is refused as wrong input; to a reader that is a missing document as well.
  if (error instanceof ApiRefusal && [204, 422].includes(error.code))
    return (
      <div className="handbook-article">
        <PageHeader title={t.title} />
        <EmptyState title={t.gone} hint={t.goneHint} action={<Link to="/handbook">{t.first}</Link>} />
      </div>
    )
  return <Waiting error={error} onRetry={() => void refetch()} />
}

function NoDocument({ error, empty, onRetry }: { error: unknown; empty: boolean; onRetry: () => void }) {
  const t = useText(text)
  if (!empty) return <Waiting error={error} onRetry={onRetry} />
  return (
    <div className="handbook-article">
      <PageHeader title={t.title} />
      <EmptyState title={t.none} />
    </div>
  )
}

function Waiting({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText(text)
  return (
    <div className="handbook-article">
      {error ? (
        <>
          <PageHeader title={t.title} />
          <ErrorState error={error} onRetry={onRetry} />
        </>
      ) : (
        <Placeholder />
      )}
    </div>
  )
}

/** Keeps the space of content that is loading. */
function Placeholder() {
  return (
    <div className="handbook-placeholder" aria-hidden="true">
      <span className="weft-bar" />
      <span className="weft-bar" />
      <span className="weft-bar" />
    </div>
  )
}
