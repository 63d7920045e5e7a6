import { lineOfText } from '@weft/contract'
import { rule, useText, useFormGuard } from '@weft/ui'
import { Form, Input, Modal } from 'antd'
import * as text from './editor.text.ts'

/** Checks the description of a picture. */
const Alt = lineOfText(0, 100)

interface Props {
  src: string
  onInsert: (picture: { src: string; alt: string }) => void
  onClose: () => void
}

/** Asks for a picture's description before it is inserted into the text. */
export function PictureDialog({ src, onInsert, onClose }: Props) {
  const t = useText(text)
  const [form] = Form.useForm<{ alt: string }>()
  const guard = useFormGuard(form)
  return (
    <Modal open title={t.picture} okText={t.insert} cancelText={t.cancel} onOk={form.submit} onCancel={() => void guard.close(onClose)}>
      <img className="desk-editor-preview" src={src} alt="" />
      <Form
        form={form}
        name="picture"
        layout="vertical"
        initialValues={{ alt: '' }}
        onFinish={({ alt }) => onInsert({ src, alt: alt.trim() })}
      >
        <Form.Item name="alt" label={t.pictureTitle} extra={t.pictureHint} rules={[rule(Alt, t.pictureTitle)]}>
          <Input autoFocus autoComplete="off" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
