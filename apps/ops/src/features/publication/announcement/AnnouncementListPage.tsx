import { PlusOutlined } from '@ant-design/icons'
import { type Announcement, opsContract } from '@weft/contract'
import { type ListColumn, ListTable, PageHeader, StatusDot, TimeText, useListPage, useText } from '@weft/ui'
import { TagList } from '@weft/ui/parts/TagList.tsx'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { actionColumn } from '../../../shared/list/action-column.tsx'
import { DeleteButton } from '../../../shared/list/DeleteButton.tsx'
import { useMay } from '../../../shared/operator/use-operator.ts'
import { publicationPath } from '../publication-paths.ts'
import * as text from '../publication.text.ts'
import '../../../shared/page/panel.css'

const { announcements } = opsContract

export function AnnouncementListPage() {
  const t = useText(text)
  const may = useMay()(announcements.create)
  const navigate = useNavigate()
  const list = useListPage(announcements.list)
  const [now] = useState(() => Date.now() / 1000)
  const create = may && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => void navigate(publicationPath.newAnnouncement)}>
      {t.create}
    </Button>
  )
  const columns: ListColumn<Announcement>[] = [
    {
      key: 'title',
      title: t.title,
      card: 'title',
      pinned: true,
      render: (_, { id, title }) => (may ? <Link to={publicationPath.announcement(id)}>{title}</Link> : title),
    },
    {
      key: 'tag',
      title: t.tag,
      render: (_, { tag }) => <TagList tag={tag} />,
    },
    {
      key: 'status',
      title: t.status,
      width: 120,
      card: 'status',
      render: (_, { release_time }) =>
        release_time <= now ? <StatusDot kind="online" text={t.released} /> : <StatusDot kind="pending" text={t.planned} />,
    },
    { key: 'release', title: t.release, width: 180, render: (_, { release_time }) => <TimeText at={release_time} /> },
    ...(may
      ? [
          actionColumn<Announcement>(t.actions, 140, ({ id, title }) => (
            <>
              <Link to={publicationPath.announcement(id)} aria-label={t.editOf(title)}>
                {t.edit}
              </Link>
              <DeleteButton of={announcements} id={id} name={title} title={t.deleteTitle} body={t.deleteBody(title)} />
            </>
          )),
        ]
      : []),
  ]
  return (
    <>
      <PageHeader title={t.announcements} actions={list.count > 0 && create} />
      <ListTable
        list={list}
        name="desk-announcements"
        subject={t.announcement}
        rowKey="id"
        columns={columns}
        searchHint={t.search}
        empty={{ title: t.emptyTitle, hint: t.emptyText, action: create }}
      />
    </>
  )
}
