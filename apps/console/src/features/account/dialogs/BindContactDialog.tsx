import { tellFirstProblem, toast, useText, useFormGuard } from '@weft/ui'
import { Button, Form, Modal } from 'antd'
import { useId } from 'react'
import { ContactFields, type ContactKind, type ContactTyped } from '../contact/ContactFields.tsx'
import { useBindContact } from '../contact/use-bind-contact.ts'
import * as text from './dialogs.text.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

export interface BindProps {
  onClose: () => void
  onBound: () => void
}

/** Binds an account's first phone or e-mail, proved by its own code alone. */
export function BindContactDialog({ kind, onClose, onBound }: BindProps & { kind: ContactKind }) {
  const { channel } = kind
  const t = useText(text)
  const id = useId()
  const [form] = Form.useForm<ContactTyped>()
  const guard = useFormGuard(form)
  const bind = useBindContact({
    channel,
    form,
    onBound: () => {
      toast.success(t.bound)
      onBound()
    },
    // The contact was bound elsewhere meanwhile: the page behind shows that after it reloads.
    onUnproved: onBound,
  })
  const close = () => void guard.close(onClose)
  return (
    <Modal
      open
      width={440}
      title={t.bindTitle[channel]}
      onCancel={close}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => form.focusField(channel))}
      footer={[
        <Button key="cancel" onClick={close}>
          {t.cancel}
        </Button>,
        <Button key="bind" type="primary" htmlType="submit" form={id} loading={bind.isPending}>
          {t.bind}
        </Button>,
      ]}
    >
      <Form<ContactTyped>
        id={id}
        form={form}
        layout="vertical"
        onFinish={(typed) => !bind.isPending && bind.mutate(typed)}
        onFinishFailed={tellFirstProblem}
      >
        <ContactFields kind={kind} form={form} />
      </Form>
    </Modal>
  )
}
