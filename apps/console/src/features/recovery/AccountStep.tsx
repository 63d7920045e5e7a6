import { contract } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, call, rule, tellFirstProblem, useText } from '@weft/ui'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { ImageCodeItem } from '../../shared/verification/ImageCodeItem.tsx'
import { useImageCode } from '../../shared/verification/use-image-code.ts'
import { useSubmit } from '@weft/ui/form/use-submit.ts'
import type { Contacts } from './recovery.wizard.ts'
import * as text from './recovery.text.ts'

interface Typed {
  username: string
  img_code: string
}
interface Props {
  /** The reason why the recovery was started again. */
  notice: string | undefined
  onFound: (uniqid: string, contacts: Contacts) => void
}

const { shape } = contract.verify.find_password.input

/** Shows the first step: the name of the account, and the code of a picture. */
export function AccountStep({ notice, onFound }: Props) {
  const t = useText(text)
  const [form] = Form.useForm<Typed>()
  const [failure, setFailure] = useState(notice)
  const image = useImageCode()

  const [submit, loading] = useSubmit(async ({ username, img_code }: Typed) => {
    setFailure(undefined)
    try {
      const input = { username: username.trim() }
      await image.send(img_code, async (img_code, given) => {
        const found = await call(contract.verify.find_password, { ...input, img_code, ...given }, { quiet: true })
        onFound(given.uniqid, found)
      })
    } catch (error) {
      setFailure(error instanceof ApiRefusal ? error.msg : t.timedOut)
      form.setFieldValue('img_code', '')
      image.renew()
      if (!applyFieldErrors(form, error)) form.focusField('img_code')
    }
  })
  return (
    <>
      {failure && <Alert type="error" showIcon title={failure} role="alert" className="entrance-alert" />}
      <Form<Typed>
        form={form}
        layout="vertical"
        size="large"
        requiredMark={false}
        validateTrigger="onSubmit"
        onFinish={submit}
        onFinishFailed={(problem) => {
          setFailure(undefined)
          tellFirstProblem(problem)
        }}
      >
        <Form.Item name="username" label={t.ownerName} rules={[rule(shape.username, t.username)]}>
          <Input autoComplete="username" autoCapitalize="off" spellCheck={false} autoFocus />
        </Form.Item>
        <ImageCodeItem image={image} name="img_code" />
        <Button type="primary" htmlType="submit" block loading={loading}>
          {t.next}
        </Button>
      </Form>
    </>
  )
}
