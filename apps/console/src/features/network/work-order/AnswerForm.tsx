import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, WORK_ORDER_TEXT_MAX } from '@weft/contract'
import { applyFieldErrors, call, rule, tellFirstProblem, toast, useText, useUnsavedGuard } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { networksChanged } from '../networks-changed.ts'
import * as text from './work-order.text.ts'

const { shape } = contract.workOrders.answer.input

/** Answers what an operator asked about an order. */
export function AnswerForm({ network_ticket_number }: { network_ticket_number: string }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [form] = Form.useForm<{ content: string }>()
  const [touched, setTouched] = useState(false)
  useUnsavedGuard(touched)
  const answer = useMutation({
    mutationFn: ({ content }: { content: string }) =>
      call(contract.workOrders.answer, { network_ticket_number, content }, { missing: 'stay' }),
    onSuccess: () => {
      toast.success(t.answered)
      setTouched(false)
    },
    onError: (error) => applyFieldErrors(form, error),
    // A colleague may have answered meanwhile, or the operator has gone on without an answer.
    onSettled: () => networksChanged(queries),
  })
  return (
    <Form
      form={form}
      name="answer"
      layout="vertical"
      className="order-answer"
      validateTrigger="onSubmit"
      onValuesChange={(_, { content }: { content: string }) => setTouched(content !== '')}
      onFinish={(typed) => !answer.isPending && answer.mutate(typed)}
      onFinishFailed={tellFirstProblem}
    >
      <Form.Item name="content" label={t.answer} rules={[rule(shape.content, t.answer)]}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} placeholder={t.answerHint} count={counted(WORK_ORDER_TEXT_MAX)} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={answer.isPending}>
        {t.sendAnswer}
      </Button>
    </Form>
  )
}
