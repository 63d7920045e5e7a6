import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { ApiRefusal, asking, EmptyState, ErrorState, PageHeader, Skeleton, TimeText, useText } from '@weft/ui'
import { RichText } from '@weft/ui/parts/RichText.tsx'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { announcementPath } from './announcement-paths.ts'
import * as text from './announcement.text.ts'
import { OutsideLink } from './OutsideLink.tsx'
import { TagList } from '@weft/ui/parts/TagList.tsx'
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
      <Frame title={t.detail}>
        {info.isError ? <ErrorState onRetry={() => void info.refetch()} /> : <Skeleton paragraph={{ rows: 8 }} />}
      </Frame>
    )
  const meta = (
    <>
      <span>
        {t.releasedAt}
        <TimeText at={data.release_time} />
      </span>
      {data.tag && <TagList tag={data.tag} />}
    </>
  )
  return (
    <Frame title={data.title} meta={meta}>
      <RichText html={data.content} imageLabel={t.picture} />
      {data.link && (
        <p className="announcement-read-on">
          <OutsideLink to={data.link}>{t.readOn}</OutsideLink>
        </p>
      )}
    </Frame>
  )
}

function Frame({ title, meta, children }: { title: string; meta?: ReactNode; children: ReactNode }) {
  const t = useText(text)
  return (
    <article className="announcement">
      <div className="announcement-sheet">
        <PageHeader title={title} meta={meta} />
        {children}
      </div>
      <Link to={announcementPath.list}>
        <ArrowLeftOutlined aria-hidden /> {t.back}
      </Link>
    </article>
  )
}
