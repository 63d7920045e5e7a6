import { useMutation, useQueryClient } from '@tanstack/react-query'
import { opsContract, type SavedReply, TICKET_CONTENT_MAX } from '@weft/contract'
import { applyFieldErrors, call, rule, tellFirstProblem, toast, useText, useFormGuard } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import * as text from './saved-reply.text.ts'

const { savedReplies } = opsContract
const { shape } = savedReplies.create.input
const TITLE_MAX = 32

interface Typed {
  title: string
  content: string
}
interface Props {
  /** The reply as the list has it now, to change it; a new one without it. */
  reply?: SavedReply
  /** The initial text of a new one. */
  content?: string
  onClose: () => void
}

/** Adds a saved reply or changes one. If somebody else changed it meanwhile, their text is shown above what is typed. */
export function SavedReplyDialog({ reply, content = '', onClose }: Props) {
  const t = useText(text)
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const guard = useFormGuard(form)
  const [first] = useState(reply)
  const save = useMutation({
    mutationFn: async (typed: Typed): Promise<unknown> =>
      reply
        ? call(savedReplies.edit, { id: reply.id, version: reply.version, ...typed }, { missing: 'stay' })
        : call(savedReplies.create, typed),
    onSuccess: () => {
      toast.success(reply ? t.edited : t.added)
      onClose()
    },
    onError: (error) => applyFieldErrors(form, error),
    onSettled: () => queries.invalidateQueries({ queryKey: [savedReplies.list.path] }),
  })
  return (
    <Modal
      open
      title={reply ? t.editTitle : t.add}
      okText={reply ? t.save : t.addVerb}
      cancelText={t.cancel}
      confirmLoading={save.isPending}
      onOk={form.submit}
      onCancel={() => void guard.close(onClose)}
    >
      {reply && first && reply.version !== first.version && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="desk-notice"
          title={t.changedMeanwhile(reply.title)}
          description={<span className="desk-words">{reply.content}</span>}
        />
      )}
      <Form<Typed>
        form={form}
        name="saved-reply"
        layout="vertical"
        initialValues={first ? { title: first.title, content: first.content } : { title: '', content }}
        onFinish={(typed) => !save.isPending && save.mutate(typed)}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="title" label={t.name} rules={[rule(shape.title, t.name)]}>
          <Input autoFocus count={counted(TITLE_MAX)} autoComplete="off" />
        </Form.Item>
        <Form.Item name="content" label={t.content} rules={[rule(shape.content, t.content)]}>
          <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} count={{ ...counted(TICKET_CONTENT_MAX), show: false }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
