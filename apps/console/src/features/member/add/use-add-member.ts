import { contract } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, call } from '@weft/ui'
import type { FormInstance } from 'antd'
import { useSubmit } from '@weft/ui/form/use-submit.ts'
import { forgetCode } from '../../../shared/verification/use-countdown.ts'
import { MOVING_CODE, phoneIn, phoneOf, type PhoneTyped } from '../phone/MemberPhoneFields.tsx'
import type { UsedRebinding } from '../phone/use-rebinding.ts'
import type { Added } from './Credentials.tsx'

export interface Typed extends PhoneTyped {
  username: string
  password: string
  note?: string
}

interface Options {
  form: FormInstance<Typed>
  rebinding: UsedRebinding
  onAdded: (added: Added) => void
  /** Called if the server has no room for another member, whatever was known before. */
  onFull: () => void
}

/** Adds the typed member, one request at a time; the input stays after any failure. */
export function useAddMember({ form, rebinding, onAdded, onFull }: Options) {
  return useSubmit(async ({ username, password, note = '', ...typed }: Typed) => {
    const phone = phoneOf(typed)
    const code = rebinding.on ? (typed.code ?? '') : ''
    try {
      const input = { username: username.trim(), password, ...phone, type: rebinding.type, code, note: note.trim() }
      const { router_name } = await call(contract.router.add, input)
      forgetCode(MOVING_CODE)
      onAdded({ router_name, password })
    } catch (error) {
      if (!(error instanceof ApiRefusal)) return
      if (error.code === 401) rebinding.refused(401, phone, phoneIn(form))
      else if (!applyFieldErrors(form, error, { area_code: 'phone' }) && error.code === 403) onFull()
    }
  })
}
