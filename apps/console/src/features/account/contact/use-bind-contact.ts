import { useMutation } from '@tanstack/react-query'
import { type Channel, contract } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, call } from '@weft/ui'
import type { FormInstance } from 'antd'
import { forgetCode } from '../../../shared/verification/use-countdown.ts'
import { type ContactTyped, newContactCode } from './ContactFields.tsx'

interface Options {
  channel: Channel
  form: FormInstance<ContactTyped>
  onBound: () => void
  /** Called with the server's message if the server requires a proof of identity first. */
  onUnproved?: (msg: string) => void
}

function bind(channel: Channel, { phone, email = '', code }: ContactTyped): Promise<null> {
  if (channel === 'phone') return call(contract.account.edit_phone, { area_code: '', phone: '', ...phone, code })
  return call(contract.account.edit_email, { email: email.trim(), code })
}

/** Binds the typed contact and shows errors at their fields. */
export function useBindContact({ channel, form, onBound, onUnproved }: Options) {
  return useMutation({
    mutationFn: (typed: ContactTyped) => bind(channel, typed),
    onSuccess: () => {
      forgetCode(newContactCode(channel))
      onBound()
    },
    onError: (error) => {
      if (error instanceof ApiRefusal && error.code === 401) onUnproved?.(error.msg)
      else applyFieldErrors(form, error)
    },
  })
}
