import { useText, useFormGuard } from '@weft/ui'
import { Button, Form, Input, Modal } from 'antd'
import * as text from './editor.text.ts'
import { isLink } from './link.ts'

interface Props {
  href: string
  /** Receives the address; '' removes the link. */
  onSet: (href: string) => void
  onClose: () => void
}

export function LinkDialog({ href, onSet, onClose }: Props) {
  const t = useText(text)
  const [form] = Form.useForm<{ href: string }>()
  const guard = useFormGuard(form)
  return (
    <Modal
      open
      title={t.link}
      onCancel={() => void guard.close(onClose)}
      footer={
        <>
          {href !== '' && (
            <Button danger onClick={() => onSet('')}>
              {t.removeLink}
            </Button>
          )}
          <Button onClick={() => void guard.close(onClose)}>{t.cancel}</Button>
          <Button type="primary" onClick={form.submit}>
            {t.setLink}
          </Button>
        </>
      }
    >
      <Form form={form} name="link" layout="vertical" initialValues={{ href }} onFinish={(typed) => onSet(typed.href.trim())}>
        <Form.Item
          name="href"
          label={t.linkTitle}
          extra={t.linkHint}
          rules={[{ validator: (_, typed: string) => (isLink(typed.trim()) ? Promise.resolve() : Promise.reject(new Error(t.linkWrong))) }]}
        >
          <Input autoFocus autoComplete="off" placeholder="https://" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
