import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { opsContract, type OutputOf, TITLE_MAX } from '@weft/contract'
import {
  applyFieldErrors,
  asking,
  call,
  ErrorState,
  PageHeader,
  rule,
  Skeleton,
  tellFirstProblem,
  toast,
  useText,
  useUnsavedGuard,
} from '@weft/ui'
import { MinutePicker } from '@weft/ui/form/MinutePicker.tsx'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { EditorField } from '../editor/EditorField.tsx'
import { publicationPath } from '../publication-paths.ts'
import * as text from '../publication.text.ts'
import '../../../shared/page/panel.css'
import '../publication.css'

const { announcements } = opsContract
const { shape } = announcements.create.input
type Written = Omit<OutputOf<typeof announcements.info>, 'id'>

export const AnnouncementCreatePage = () => <AnnouncementForm />

export function AnnouncementEditPage() {
  const [query] = useSearchParams()
  const id = query.get('id')
  return id ? <Existing key={id} id={id} /> : <Navigate to={publicationPath.announcements} replace />
}

function Existing({ id }: { id: string }) {
  const t = useText(text)
  const asked = useQuery({
    ...asking(announcements.info, { id }, { missing: publicationPath.announcements }),
    // A reload must not overwrite the text being edited.
    staleTime: Infinity,
    gcTime: 0,
  })
  usePageObject(asked.data?.title)
  if (asked.data) return <AnnouncementForm id={id} written={asked.data} />
  return (
    <>
      <PageHeader title={t.editTitle} />
      {asked.isError ? <ErrorState onRetry={() => void asked.refetch()} /> : <Skeleton paragraph={{ rows: 8 }} />}
    </>
  )
}

function AnnouncementForm({ id, written }: { id?: string; written?: Written }) {
  const t = useText(text)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [form] = Form.useForm<Written>()
  const [touched, setTouched] = useState(false)
  const guard = useUnsavedGuard(touched)
  const [now] = useState(() => Math.floor(Date.now() / 60_000) * 60)
  const leave = () => guard.leave(() => void navigate(publicationPath.announcements))
  const save = useMutation({
    mutationFn: async (typed: Written) => {
      if (id === undefined) await call(announcements.create, typed)
      else await call(announcements.edit, { ...typed, id }, { missing: publicationPath.announcements })
    },
    onSuccess: () => {
      toast.success(id === undefined ? t.published : t.saved)
      leave()
    },
    onError: (error) => applyFieldErrors(form, error),
    onSettled: () => queries.invalidateQueries({ queryKey: [announcements.list.path] }),
  })
  const { title = '', tag = '', release_time = now, link = '', content = '' } = written ?? {}
  return (
    <>
      <PageHeader title={id === undefined ? t.create : t.editTitle} />
      <section className="desk-panel publication-form">
        <Form<Written>
          form={form}
          name="announcement"
          layout="vertical"
          validateTrigger="onSubmit"
          initialValues={{ title, tag, release_time, link, content }}
          onValuesChange={() => setTouched(true)}
          onFinish={(typed) => !save.isPending && save.mutate(typed)}
          onFinishFailed={tellFirstProblem}
        >
          <Form.Item name="title" label={t.title} rules={[rule(shape.title, t.title)]}>
            <Input maxLength={TITLE_MAX} showCount autoComplete="off" />
          </Form.Item>
          <Form.Item name="tag" label={t.tag} extra={t.tagHint} rules={[rule(shape.tag, t.tag)]}>
            <Input maxLength={64} autoComplete="off" />
          </Form.Item>
          <Form.Item name="release_time" label={t.release} extra={t.releaseHint} rules={[rule(shape.release_time, t.release)]}>
            <MinutePicker />
          </Form.Item>
          <Form.Item name="link" label={t.link} extra={t.linkHint} rules={[rule(shape.link, t.link)]}>
            <Input maxLength={512} autoComplete="off" inputMode="url" />
          </Form.Item>
          <Form.Item name="content" label={t.content} rules={[rule(shape.content, t.content)]}>
            <EditorField label={t.content} />
          </Form.Item>
          <div className="desk-buttons">
            <Button type="primary" htmlType="submit" loading={save.isPending}>
              {id === undefined ? t.createVerb : t.save}
            </Button>
            <Button onClick={() => void guard.close(leave)}>{t.cancel}</Button>
          </div>
        </Form>
      </section>
    </>
  )
}
