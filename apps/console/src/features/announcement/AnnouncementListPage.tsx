import { type Announcement, contract } from '@weft/contract'
import { type ListColumn, ListTable, PageHeader, TimeText, useListPage, useText } from '@weft/ui'
import { Link } from 'react-router'
import { announcementPath } from './announcement-paths.ts'
import * as text from './announcement.text.ts'
import { OutsideLink } from '@weft/ui/parts/OutsideLink.tsx'
import { TagList } from '@weft/ui/parts/TagList.tsx'
import './announcement.css'

const TAGS_SHOWN = 3

export function AnnouncementListPage() {
  const t = useText(text)
  const announcements = useListPage(contract.announcements.list)
  const columns: ListColumn<Announcement>[] = [
    {
      key: 'title',
      title: t.announcementTitle,
      pinned: true,
      card: 'title',
      className: 'announcement-title',
      render: (_, { id, title, link }) =>
        link ? <OutsideLink to={link}>{title}</OutsideLink> : <Link to={announcementPath.detail(id)}>{title}</Link>,
    },
    { key: 'tags', title: t.tags, render: (_, { tag }) => <TagList tag={tag} atMost={TAGS_SHOWN} /> },
    { key: 'released', title: t.released, width: 200, render: (_, { release_time }) => <TimeText at={release_time} /> },
  ]
  return (
    <>
      <PageHeader title={t.title} />
      <ListTable
        list={announcements}
        name="announcements"
        subject={t.announcement}
        rowKey="id"
        columns={columns}
        empty={{ title: t.emptyTitle }}
      />
    </>
  )
}
