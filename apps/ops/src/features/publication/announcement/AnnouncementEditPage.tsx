import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type InputOf, opsContract, type OutputOf, TITLE_MAX } from '@weft/contract'
import {
  ApiRefusal,
  applyFieldErrors,
  asking,
  call,
  ErrorState,
  PageHeader,
  rule,
  Skeleton,
  tellFirstProblem,
  toast,
  useDialog,
  useText,
  useUnsavedGuard,
} from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { MinutePicker } from '@weft/ui/form/MinutePicker.tsx'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { usePageKey } from '@weft/ui/frame/page-key.ts'
import { Button, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { EditorField } from '../editor/EditorField.tsx'
import { publicationPath } from '../publication-paths.ts'
import * as text from './announcement.text.ts'
import { AnnouncementPreview, type Previewed } from './AnnouncementPreview.tsx'
import { ChangedElsewhere } from './ChangedElsewhere.tsx'
import '../../../shared/page/panel.css'
import '../publication.css'

const { announcements } = opsContract
const { shape } = announcements.create.input
type Written = OutputOf<typeof announcements.info>
interface Typed {
  title: string
  tag: string
  link: string | null
  content: string
  when: 'now' | 'schedule'
  release_time: number | null
  end_time: number | null
}

export const AnnouncementCreatePage = () => <AnnouncementForm />

export function AnnouncementEditPage() {
  const id = usePageKey('id')
  return id ? <Existing key={id} id={id} /> : <Navigate to={publicationPath.announcements} replace />
}

function Existing({ id }: { id: string }) {
  const t = useText(text)
  const asked = useQuery({
    ...asking(announcements.info, { id }, { missing: publicationPath.announcements }),
    // A reload must not overwrite the text being edited.
    staleTime: 'static',
    gcTime: 0,
  })
  usePageObject(asked.data?.title)
  // Another version begins a new form: it was asked for after a conflict.
  if (asked.data) return <AnnouncementForm key={asked.data.version} written={asked.data} onReload={() => void asked.refetch()} />
  return (
    <>
      <PageHeader title={t.editTitle} />
      {asked.isError ? <ErrorState error={asked.error} onRetry={() => void asked.refetch()} /> : <Skeleton paragraph={{ rows: 8 }} />}
    </>
  )
}

/** Returns what the form begins with. A draft is released at once, unless it has a time. */
const typedOf = (written: Written | undefined): Typed => {
  const { title = '', tag = '', link = '', content = '', state = 'draft', release_time = null, end_time = null } = written ?? {}
  const planned = state === 'planned' || (state === 'draft' && release_time !== null)
  return { title, tag, link, content, end_time, when: planned ? 'schedule' : 'now', release_time: planned ? release_time : null }
}

interface Props {
  written?: Written
  /** Reads the announcement again, and begins a new form with it. */
  onReload?: () => void
}

function AnnouncementForm({ written, onReload }: Props) {
  const t = useText(text)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const when = Form.useWatch('when', form)
  const [first] = useState(() => typedOf(written))
  const [touched, setTouched] = useState(false)
  /** The version on which the form builds; another one after the writer chose to keep their own text. */
  const [version, setVersion] = useState(written?.version)
  const [conflict, setConflict] = useState(false)
  const preview = useDialog<Previewed>()
  const guard = useUnsavedGuard(touched)
  const leave = () => guard.leave(() => void navigate(publicationPath.announcements))
  const isOut = written !== undefined && (written.state === 'released' || written.state === 'ended')
  const save = useMutation({
    mutationFn: async ({ draft, ...typed }: Typed & { draft: boolean }) => {
      const { when: chosen, release_time, ...rest } = typed
      const input: InputOf<typeof announcements.create> = {
        ...rest,
        release_time: chosen === 'schedule' ? release_time : null,
        save: draft ? 'draft' : chosen,
      }
      if (!written) await call(announcements.create, input)
      else
        await call(
          announcements.edit,
          { ...input, id: written.id, ...(version !== undefined && { version }) },
          { missing: publicationPath.announcements },
        )
    },
    onSuccess: (_, { draft, when: chosen }) => {
      toast.success(draft ? t.draftSaved : chosen === 'schedule' ? t.scheduled : isOut ? t.saved : t.published)
      leave()
    },
    onError: (error) => {
      if (error instanceof ApiRefusal && error.code === 409) setConflict(true)
      else applyFieldErrors(form, error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [announcements.list.path] }),
  })
  const send = (draft: boolean) =>
    form.validateFields().then(
      (typed) => void (save.isPending || save.mutate({ ...typed, draft })),
      (failed: Parameters<typeof tellFirstProblem>[0]) => tellFirstProblem(failed),
    )
  return (
    <>
      <PageHeader title={written === undefined ? t.create : t.editTitle} />
      <section className="desk-panel publication-form">
        {conflict && written && (
          <ChangedElsewhere
            id={written.id}
            onReload={() => guard.leave(() => onReload?.())}
            onKeep={(newest) => {
              setVersion(newest)
              setConflict(false)
            }}
          />
        )}
        <Form<Typed>
          form={form}
          name="announcement"
          layout="vertical"
          validateTrigger="onSubmit"
          initialValues={first}
          onValuesChange={() => setTouched(true)}
          onFinish={() => void send(false)}
          onFinishFailed={tellFirstProblem}
        >
          <Form.Item name="title" label={t.title} rules={[rule(shape.title, t.title)]}>
            <Input count={counted(TITLE_MAX)} autoComplete="off" />
          </Form.Item>
          <Form.Item name="tag" label={t.tag} extra={t.tagHint} rules={[rule(shape.tag, t.tag)]}>
            <Input autoComplete="off" />
          </Form.Item>
          <Form.Item name="link" label={t.link} extra={t.linkHint} rules={[rule(shape.link, t.link)]}>
            <Input autoComplete="off" inputMode="url" />
          </Form.Item>
          <Form.Item name="content" label={t.content} rules={[rule(shape.content, t.content)]}>
            <EditorField label={t.content} />
          </Form.Item>
          <Form.Item name="when" label={t.when}>
            <Radio.Group
              options={[
                { value: 'now', label: isOut ? t.stays : t.now },
                { value: 'schedule', label: t.schedule },
              ]}
            />
          </Form.Item>
          {when === 'schedule' && (
            <Form.Item name="release_time" label={t.release} extra={t.releaseHint} rules={[{ required: true, message: t.releaseMissing }]}>
              <MinutePicker />
            </Form.Item>
          )}
          <Form.Item name="end_time" label={t.end} extra={t.endHint}>
            <MinutePicker />
          </Form.Item>
          <div className="desk-buttons">
            <Button type="primary" htmlType="submit" loading={save.isPending}>
              {when === 'schedule' ? t.scheduleVerb : isOut ? t.save : t.createVerb}
            </Button>
            <Button onClick={() => void send(true)}>{isOut ? t.backToDraft : t.saveDraft}</Button>
            <Button aria-haspopup="dialog" onClick={() => preview.show(form.getFieldsValue())}>
              {t.preview}
            </Button>
            <Button onClick={() => void guard.close(leave)}>{t.cancel}</Button>
          </div>
        </Form>
      </section>
      {preview.subject && <AnnouncementPreview announcement={preview.subject} onClose={preview.close} />}
    </>
  )
}
