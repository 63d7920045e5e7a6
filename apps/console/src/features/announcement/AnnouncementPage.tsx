import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { ApiRefusal, asking, EmptyState, ErrorState, PageHeader, Skeleton, useText } from '@weft/ui'
import { AnnouncementBody } from '@weft/ui/announcement/AnnouncementBody.tsx'
import { AnnouncementFacts } from '@weft/ui/announcement/AnnouncementFacts.tsx'
import { AnnouncementSheet } from '@weft/ui/announcement/AnnouncementSheet.tsx'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { announcementPath } from './announcement-paths.ts'
import * as text from './announcement.text.ts'
import './announcement.css'

/** Shows one announcement. */
export function AnnouncementPage() {
  const t = useText(text)
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const info = useQuery({ ...asking(contract.announcements.info, { id }, { quiet: true }), enabled: id !== '' })
  usePageObject(info.data?.title)

  const gone = id === '' || info.error instanceof ApiRefusal
  const { data } = info
  if (gone)
    return (
      <Frame title={t.detail}>
        <EmptyState title={t.gone} />
      </Frame>
    )
  if (!data)
    return (
      <Frame title={t.detail} loading={!info.isError}>
        {info.isError ? <ErrorState error={info.error} onRetry={() => void info.refetch()} /> : <Skeleton paragraph={{ rows: 8 }} />}
      </Frame>
    )
  return (
    <Frame title={data.title} meta={<AnnouncementFacts announcement={data} />}>
      <AnnouncementBody announcement={data} />
    </Frame>
  )
}

interface FrameProps {
  title: string
  meta?: ReactNode
  /** The link back is below the text, and not shown before its place is known. */
  loading?: boolean
  children: ReactNode
}

function Frame({ title, meta, loading = false, children }: FrameProps) {
  const t = useText(text)
  return (
    <div className="announcement">
      <AnnouncementSheet header={<PageHeader title={title} meta={meta} />}>{children}</AnnouncementSheet>
      {!loading && (
        <Link to={announcementPath.list}>
          <ArrowLeftOutlined aria-hidden /> {t.back}
        </Link>
      )}
    </div>
  )
}
