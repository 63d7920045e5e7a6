import { type Channel, contract, DEFAULT_AREA_CODE, Email } from '@weft/contract'
import { rule, useText } from '@weft/ui'
import { Form, Input } from 'antd'
import { PhoneValue } from '../../shared/verification/area-code.ts'
import { CodeInput } from '../../shared/verification/CodeInput.tsx'
import { ImageCodeItem } from '../../shared/verification/ImageCodeItem.tsx'
import { PhoneInput } from '../../shared/verification/PhoneInput.tsx'
import type { SendCodeProps } from '../../shared/verification/SendCodeButton.tsx'
import type { ImageCode } from '../../shared/verification/use-image-code.ts'
import * as text from './registration.text.ts'

const { shape } = contract.registration.register.input

interface Props {
  channel: Channel
  /** The picture; undefined until the server wants its code. */
  image: ImageCode | undefined
  send: SendCodeProps['send']
}

/** Shows the contact of a new account, and the code that proves it. */
export function ContactFields({ channel, image, send }: Props) {
  const t = useText(text)
  return (
    <>
      {channel === 'phone' ? (
        <Form.Item
          name="phone"
          label={t.phone}
          initialValue={{ area_code: DEFAULT_AREA_CODE, phone: '' }}
          rules={[rule(PhoneValue, t.phone)]}
        >
          <PhoneInput />
        </Form.Item>
      ) : (
        <Form.Item name="email" label={t.email} rules={[rule(Email, t.email)]}>
          <Input inputMode="email" autoComplete="email" autoCapitalize="off" spellCheck={false} />
        </Form.Item>
      )}
      {image && <ImageCodeItem image={image} name="img_code" />}
      <Form.Item
        key={channel}
        name={`${channel}_code`}
        label={channel === 'phone' ? t.phoneCode : t.emailCode}
        validateTrigger="onSubmit"
        rules={[rule(shape.code, t.code)]}
      >
        <CodeInput code={{ name: `register.${channel}`, send }} />
      </Form.Item>
    </>
  )
}
