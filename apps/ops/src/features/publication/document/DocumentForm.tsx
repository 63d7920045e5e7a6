import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type DocumentNode, opsContract, TITLE_MAX } from '@weft/contract'
import {
  applyFieldErrors,
  asking,
  call,
  confirm,
  ErrorState,
  rule,
  Skeleton,
  tellFirstProblem,
  TimeText,
  toast,
  useDialog,
  useText,
  useUnsavedGuard,
} from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { RichText } from '@weft/ui/parts/RichText.tsx'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useMay } from '../../../shared/operator/use-operator.ts'
import { EditorField } from '../editor/EditorField.tsx'
import * as text from '../publication.text.ts'
import type { Found, Place } from './document-tree.ts'
import { MoveDialog } from './MoveDialog.tsx'

const { documents } = opsContract
/** The schemas of the fields, for the form's rules. */
const { shape } = documents.edit.input

interface Typed {
  title: string
  content: string
}
interface Props {
  /** All documents, for the choice of a new parent; absent for a new document, which cannot be moved. */
  tree?: DocumentNode[]
  /** The document to edit, with its position in the tree; absent for a new document. */
  found?: Found
  /** The parent of a new document. */
  parent_id?: string | null
  onSaved?: (id: string) => void
  onMove?: (place: Place) => void
  /** Called when the operator wants to add a document below this one. */
  onNew?: () => void
  onDeleted?: () => void
}

/** Shows a document's title and text, and the actions on it. */
export function DocumentForm(props: Props) {
  const { found } = props
  const content = useQuery({
    ...asking(documents.info, { id: found?.node.id ?? '' }, { missing: 'stay' }),
    enabled: found !== undefined,
    // A reload must not overwrite the text being edited.
    staleTime: 'static',
    gcTime: 0,
  })
  if (!found) return <Fields {...props} title="" content="" />
  if (content.isError) return <ErrorState error={content.error} onRetry={() => void content.refetch()} />
  if (!content.data) return <Skeleton paragraph={{ rows: 8 }} />
  return <Fields {...props} {...content.data} />
}

function Fields({ tree, found, parent_id = null, onSaved, onMove, onNew, onDeleted, ...saved }: Props & Typed & { update_time?: number }) {
  const t = useText(text)
  const may = useMay()(documents.edit)
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const [touched, setTouched] = useState(false)
  const guard = useUnsavedGuard(touched)
  const moveDialog = useDialog<'move'>()
  const reloadTree = () => queries.invalidateQueries({ queryKey: [documents.tree.path] })
  const save = useMutation({
    mutationFn: async (typed: Typed) => {
      if (!found) return (await call(documents.create, { ...typed, parent_id }, { missing: 'stay' })).id
      await call(documents.edit, { ...typed, id: found.node.id }, { missing: 'stay' })
      return found.node.id
    },
    onSuccess: async (id) => {
      toast.success(found ? t.documentSaved : t.documentCreated)
      setTouched(false)
      await reloadTree()
      if (onSaved) guard.leave(() => onSaved(id))
    },
    onError: (error) => applyFieldErrors(form, error),
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(documents.delete, { id }, { missing: 'stay' }),
    onSuccess: async () => {
      toast.success(t.deleted)
      guard.leave(() => onDeleted?.())
    },
    onSettled: reloadTree,
  })
  const askDelete = async ({ id, title }: DocumentNode) => {
    if (await confirm({ title: t.deleteDocumentTitle, body: t.deleteDocumentBody(title), action: t.delete, danger: true }))
      remove.mutate(id)
  }
  return (
    <>
      {found && may && (
        <div className="desk-buttons desk-notice">
          <Button onClick={onNew}>{t.newChild}</Button>
          <Button disabled={found.position === 0} onClick={() => onMove?.({ parent_id: found.parent_id, position: found.position - 1 })}>
            {t.up}
          </Button>
          <Button
            disabled={found.position === found.siblings.length - 1}
            onClick={() => onMove?.({ parent_id: found.parent_id, position: found.position + 1 })}
          >
            {t.down}
          </Button>
          <Button aria-haspopup="dialog" onClick={() => moveDialog.show('move')}>
            {t.move}
          </Button>
          <Button danger onClick={() => void askDelete(found.node)}>
            {t.delete}
          </Button>
          {saved.update_time !== undefined && (
            <span className="desk-quiet">
              <TimeText at={saved.update_time} />
            </span>
          )}
        </div>
      )}
      <Form<Typed>
        form={form}
        name="document"
        layout="vertical"
        validateTrigger="onSubmit"
        disabled={!may}
        initialValues={{ title: saved.title, content: saved.content }}
        onValuesChange={() => setTouched(true)}
        onFinish={(typed) => !save.isPending && save.mutate(typed)}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="title" label={t.title} rules={[rule(shape.title, t.title)]}>
          <Input count={counted(TITLE_MAX)} autoComplete="off" />
        </Form.Item>
        <Form.Item name="content" label={t.content} rules={[rule(shape.content, t.content)]}>
          {may ? <EditorField label={t.content} /> : <RichText html={saved.content} />}
        </Form.Item>
        {may && (
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {found ? t.save : t.newDocument}
          </Button>
        )}
      </Form>
      {moveDialog.subject && found && tree && (
        <MoveDialog
          tree={tree}
          found={found}
          onMove={(place) => {
            moveDialog.close()
            onMove?.(place)
          }}
          onClose={moveDialog.close}
        />
      )}
    </>
  )
}
