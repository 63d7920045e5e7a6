import { useMutation } from '@tanstack/react-query'
import { contract, DEFAULT_AREA_CODE, type MemberSummary, type Phone, refusalText } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, call, confirm, language, tellFirstProblem, toast, useText, bracketed, useFormGuard } from '@weft/ui'
import { Alert, Button, Form, Modal } from 'antd'
import { useId } from 'react'
import { useSubmit } from '@weft/ui/form/use-submit.ts'
import { forgetCode } from '../../../shared/verification/use-countdown.ts'
import { useMemberRights } from '../member-rights.ts'
import { shownPhone } from '../shown-phone.ts'
import '@weft/ui/dialog/dialog.css'
import { MemberPhoneFields, MOVING_CODE, phoneIn, phoneOf, type PhoneTyped } from './MemberPhoneFields.tsx'
import * as text from './member-phone.text.ts'
import './member-phone.css'
import { isRejection } from './phone.rebinding.ts'
import { useRebinding } from './use-rebinding.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

interface Props {
  member: Pick<MemberSummary, 'router_name' | 'note' | 'phone' | 'area_code'>
  onClose: () => void
  /** Called after the phone was changed, or if the member is gone. */
  onSaved: () => void
}

const isGone = (error: unknown) => error instanceof ApiRefusal && error.code === 204

/** Binds a phone to a software member, changes it or removes it. */
export function MemberPhoneDialog({ member, onClose, onSaved }: Props) {
  const { router_name, note } = member
  const present = shownPhone(member)
  const t = useText(text)
  const id = useId()
  const [form] = Form.useForm<PhoneTyped>()
  const guard = useFormGuard(form)
  const { managed } = useMemberRights()
  const rebinding = useRebinding()
  const spoken = language.use()

  const send = (phone: Phone, code: string, type: 1 | 2) =>
    call(contract.router.phone, { router_name, ...phone, code, type }, { missing: 'stay' })
  const [submit, loading] = useSubmit(async (typed: PhoneTyped) => {
    const phone = phoneOf(typed)
    try {
      await send(phone, rebinding.on ? (typed.code ?? '') : '', rebinding.type)
      forgetCode(MOVING_CODE)
      toast.success(present ? t.changed : t.bound)
      onSaved()
    } catch (error) {
      if (isGone(error)) return onSaved()
      if (error instanceof ApiRefusal && isRejection(error.code)) {
        return rebinding.refused(error.code, phone, phoneIn(form))
      }
      form.setFieldValue('code', '')
      applyFieldErrors(form, error, { area_code: 'phone' })
    }
  })
  const unbind = useMutation({
    mutationFn: () => send({ area_code: '', phone: '' }, '', 1),
    onSuccess: () => {
      toast.success(t.unbound)
      onSaved()
    },
    onError: (error) => isGone(error) && onSaved(),
  })
  const askToUnbind = async () => {
    if (await confirm({ title: t.unbind, body: t.unbindBody, action: t.unbind, danger: true })) unbind.mutate()
  }
  const close = () => void guard.close(onClose)

  return (
    <Modal
      open
      width={440}
      title={present ? t.changeTitle : t.bindTitle}
      onCancel={close}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => form.focusField('phone'))}
      footer={
        <div className="member-phone-foot">
          {present && (
            <Button danger type="text" disabled={managed || loading} loading={unbind.isPending} onClick={() => void askToUnbind()}>
              {t.unbind}
            </Button>
          )}
          <span />
          <Button onClick={close}>{t.cancel}</Button>
          <Button type="primary" htmlType="submit" form={id} loading={loading} disabled={managed || unbind.isPending}>
            {present ? t.change : t.bind}
          </Button>
        </div>
      }
    >
      {managed && <Alert type="warning" showIcon title={refusalText('directoryManaged', undefined, spoken)} className="weft-dialog-note" />}
      <p className="member-phone-who">
        {t.who(note ? bracketed(note, router_name) : router_name)}
        {present && <span>{t.present(present)}</span>}
      </p>
      <Form<PhoneTyped>
        id={id}
        form={form}
        layout="vertical"
        disabled={managed}
        initialValues={{ phone: { area_code: member.area_code ?? DEFAULT_AREA_CODE, phone: '' } }}
        onFinish={(typed) => void submit(typed)}
        onFinishFailed={tellFirstProblem}
      >
        <MemberPhoneFields form={form} rebinding={rebinding} note={t.boundElsewhere} />
      </Form>
    </Modal>
  )
}
