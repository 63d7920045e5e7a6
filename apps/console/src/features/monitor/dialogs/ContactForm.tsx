import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CONTACT_NAME_MAX, type Contact, contract } from '@weft/contract'
import { applyFieldErrors, call, rule, tellFirstProblem, toast, useText } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { Button, Form, Input, type InputRef } from 'antd'
import { useEffect, useId, useRef } from 'react'
import { monitorChanged } from '../monitor-changed.ts'
import * as text from './contacts.text.ts'

interface Typed {
  name: string
  email: string
}
const { shape } = contract.contacts.create.input

interface Props {
  contact: Contact | undefined
  onTouched: () => void
  onCancel: () => void
  onSaved: () => void
}

/** Shows the panel above the list that adds a contact, or edits one. */
export function ContactForm({ contact, onTouched, onCancel, onSaved }: Props) {
  const t = useText(text)
  const heading = useId()
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const name = useRef<InputRef>(null)
  useEffect(() => name.current?.focus(), [])
  const save = useMutation({
    mutationFn: async (typed: Typed) => {
      if (contact) await call(contract.contacts.edit, { ...typed, uuid: contact.uuid }, { missing: 'stay' })
      else await call(contract.contacts.create, typed)
    },
    onSuccess: () => {
      toast.success(contact ? t.saved : t.added)
      onSaved()
    },
    onError: (error) => applyFieldErrors(form, error),
    onSettled: () => monitorChanged(queries),
  })
  const submit = (typed: Typed) => {
    if (contact && typed.name === contact.name && typed.email === contact.email) return onSaved()
    if (!save.isPending) save.mutate(typed)
  }
  return (
    <section className="monitor-panel" aria-labelledby={heading}>
      <h3 id={heading}>{contact ? t.editTitle : t.add}</h3>
      <Form<Typed>
        form={form}
        layout="vertical"
        className="monitor-contact"
        initialValues={contact ? { name: contact.name, email: contact.email } : { name: '', email: '' }}
        onValuesChange={onTouched}
        onFinish={submit}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="name" label={t.name} rules={[rule(shape.name, t.name)]}>
          <Input ref={name} count={counted(CONTACT_NAME_MAX)} autoComplete="off" />
        </Form.Item>
        <Form.Item name="email" label={t.email} rules={[rule(shape.email, t.email)]} extra={contact?.email_verify === 1 && t.editedEmail}>
          <Input inputMode="email" autoComplete="off" />
        </Form.Item>
        <div className="monitor-panel-foot">
          <Button onClick={onCancel}>{t.cancel}</Button>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {contact ? t.save : t.addVerb}
          </Button>
        </div>
      </Form>
    </section>
  )
}
