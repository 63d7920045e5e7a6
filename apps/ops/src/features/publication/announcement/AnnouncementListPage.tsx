import { PlusOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { type AnnouncementState, announcementStates, type DeskAnnouncement, opsContract } from '@weft/contract'
import {
  call,
  confirm,
  type ListColumn,
  ListFilter,
  ListTable,
  Nothing,
  PageHeader,
  StatusDot,
  type StatusKind,
  TimeText,
  toast,
  useListPage,
  useText,
} from '@weft/ui'
import { TagList } from '@weft/ui/parts/TagList.tsx'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { actionColumn } from '../../../shared/list/action-column.tsx'
import { DeleteButton } from '../../../shared/list/DeleteButton.tsx'
import { useMay } from '../../../shared/operator/use-operator.ts'
import { publicationPath } from '../publication-paths.ts'
import * as text from './announcement.text.ts'
import '../../../shared/page/panel.css'

const { announcements } = opsContract
const dots: Record<AnnouncementState, StatusKind> = { draft: 'idle', planned: 'pending', released: 'online', ended: 'disabled' }

export function AnnouncementListPage() {
  const t = useText(text)
  const may = useMay()(announcements.create)
  const navigate = useNavigate()
  const list = useListPage<DeskAnnouncement>(announcements.list, ['state'])
  const end = useMutation({
    mutationFn: (id: string) => call(announcements.end, { id }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.takenDown),
    onSettled: list.reload,
  })
  const askEnd = async ({ id, title }: DeskAnnouncement) => {
    if (await confirm({ title: t.takeDownTitle, body: t.takeDownBody(title), action: t.takeDown, danger: true })) end.mutate(id)
  }
  const create = may && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => void navigate(publicationPath.newAnnouncement)}>
      {t.create}
    </Button>
  )
  const columns: ListColumn<DeskAnnouncement>[] = [
    {
      key: 'title',
      title: t.title,
      card: 'title',
      pinned: true,
      render: (_, { id, title }) => (may ? <Link to={publicationPath.announcement(id)}>{title}</Link> : title),
    },
    { key: 'tag', title: t.tag, render: (_, { tag }) => <TagList tag={tag} /> },
    {
      key: 'status',
      title: t.status,
      width: 110,
      card: 'status',
      render: (_, { state }) => <StatusDot kind={dots[state]} text={t.states[state]} />,
    },
    { key: 'release', title: t.release, width: 170, render: (_, { release_time }) => <TimeText at={release_time} /> },
    { key: 'end', title: t.end, width: 170, render: (_, { end_time }) => <TimeText at={end_time} /> },
    {
      key: 'readers',
      title: t.readers,
      width: 150,
      render: (_, { state, readers, reader_accounts }) =>
        state === 'draft' || state === 'planned' ? <Nothing /> : t.readersOf(readers, reader_accounts),
    },
    { key: 'changed', title: t.changed, width: 130, render: (_, { operator_name }) => operator_name || <Nothing /> },
    ...(may
      ? [
          actionColumn<DeskAnnouncement>(t.actions, 180, (row) => (
            <>
              <Link to={publicationPath.announcement(row.id)} aria-label={t.editOf(row.title)}>
                {t.edit}
              </Link>
              {row.state === 'released' && (
                <Button type="link" aria-label={t.takeDownOf(row.title)} onClick={() => void askEnd(row)}>
                  {t.takeDown}
                </Button>
              )}
              <DeleteButton of={announcements} id={row.id} name={row.title} title={t.deleteTitle} body={t.deleteBody(row.title)} />
            </>
          )),
        ]
      : []),
  ]
  return (
    <>
      <PageHeader title={t.announcements} actions={create} hidesActions={list.count === 0} />
      <ListTable
        list={list}
        name="desk-announcements"
        subject={t.announcement}
        rowKey="id"
        columns={columns}
        searchHint={t.search}
        filters={
          <ListFilter
            list={list}
            name="state"
            label={t.status}
            options={announcementStates.map((state) => ({ value: state, label: t.states[state] }))}
          />
        }
        empty={{ title: t.emptyTitle, hint: t.emptyText, action: create }}
      />
    </>
  )
}
