import { type Channel, contract } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, call } from '@weft/ui'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import { useImageCode } from '../../shared/verification/use-image-code.ts'
import { contactOf, fieldNames, type Typed } from './registration.form.ts'

/** Sends the code of a registration. The server asks for the code of a picture (401) once an address has received a few. */
export function useRegistrationCode(form: FormInstance<Typed>, channel: Channel) {
  const [imageNeeded, setImageNeeded] = useState(false)
  const image = useImageCode(imageNeeded)

  /** Renews the picture: it is valid for one attempt, successful or not. */
  const renew = () => {
    form.setFieldValue('img_code', '')
    image.renew()
  }
  const send = async () => {
    const asked = await form.validateFields(imageNeeded && image.seen ? [channel, 'img_code'] : [channel]).catch(() => undefined)
    if (!asked) {
      form.focusField(form.getFieldError(channel).length > 0 ? channel : 'img_code')
      return undefined
    }
    const { phone, email, img_code } = form.getFieldsValue()
    const contact = { send_type: channel, send_value: contactOf(channel, { phone, email }) }
    try {
      const sent = await (imageNeeded
        ? image.send(img_code ?? '', (img_code, given) => call(contract.verify.register, { ...contact, img_code, ...given }))
        : call(contract.verify.register, contact))
      if (imageNeeded) renew()
      return sent
    } catch (error) {
      if (error instanceof ApiRefusal && error.code === 401) setImageNeeded(true)
      if (imageNeeded) renew()
      if (!applyFieldErrors(form, error, fieldNames(channel)) && imageNeeded) form.focusField('img_code')
      throw error
    }
  }
  return { image, imageNeeded, send }
}
