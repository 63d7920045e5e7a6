import { useMutation, useQueryClient } from '@tanstack/react-query'
import { opsContract, TICKET_CONTENT_MAX } from '@weft/contract'
import { applyFieldErrors, call, rule, tellFirstProblem, toast, useText } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { Form, Input, Modal } from 'antd'
import * as text from './saved-reply.text.ts'

const { savedReplies } = opsContract
const { shape } = savedReplies.create.input
const TITLE_MAX = 32

interface Typed {
  title: string
  content: string
}

/** Adds a saved reply. @param content its initial text */
export function AddReplyDialog({ content, onClose }: { content: string; onClose: () => void }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const add = useMutation({
    mutationFn: (typed: Typed) => call(savedReplies.create, typed),
    onSuccess: () => {
      toast.success(t.added)
      onClose()
    },
    onError: (error) => applyFieldErrors(form, error),
    onSettled: () => queries.invalidateQueries({ queryKey: [savedReplies.list.path] }),
  })
  return (
    <Modal open title={t.add} okText={t.addVerb} cancelText={t.cancel} confirmLoading={add.isPending} onOk={form.submit} onCancel={onClose}>
      <Form<Typed>
        form={form}
        name="saved-reply"
        layout="vertical"
        initialValues={{ title: '', content }}
        onFinish={(typed) => !add.isPending && add.mutate(typed)}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="title" label={t.name} rules={[rule(shape.title, t.name)]}>
          <Input autoFocus maxLength={TITLE_MAX} showCount autoComplete="off" />
        </Form.Item>
        <Form.Item name="content" label={t.content} rules={[rule(shape.content, t.content)]}>
          <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} count={{ ...counted(TICKET_CONTENT_MAX), show: false }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
