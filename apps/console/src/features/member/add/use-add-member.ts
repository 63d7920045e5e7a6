import { contract, plain, readLine } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, call } from '@weft/ui'
import type { FormInstance } from 'antd'
import { useSubmit } from '@weft/ui/form/use-submit.ts'
import { forgetCode } from '../../../shared/verification/use-countdown.ts'
import { MOVING_CODE, phoneIn, phoneOf, type PhoneTyped } from '../phone/MemberPhoneFields.tsx'
import type { UsedRebinding } from '../phone/use-rebinding.ts'
import type { Added } from './Credentials.tsx'

export interface TypedMember extends PhoneTyped {
  username: string
  password: string
  note?: string
}

interface Options {
  form: FormInstance<TypedMember>
  rebinding: UsedRebinding
  onAdded: (added: Added) => void
  /** Called if the server refuses because the account has no room for another member, even if the console had counted free ones. */
  onFull: () => void
}

/**
 * Returns the submit of the form, and whether a request is under way: it adds the member that was typed. After a failure the form keeps its
 * input.
 */
export function useAddMember({ form, rebinding, onAdded, onFull }: Options) {
  return useSubmit(async ({ username, password, note = '', ...typed }: TypedMember) => {
    const phone = phoneOf(typed)
    const code = rebinding.on ? (typed.code ?? '') : ''
    try {
      const input = { username: plain(username), password, ...phone, type: rebinding.type, code, note: readLine(note) }
      const { router_name } = await call(contract.router.add, input)
      // The code is used up: the next member may ask for one at once.
      forgetCode(MOVING_CODE)
      onAdded({ router_name, password })
    } catch (error) {
      // `call` has shown the user every other failure.
      if (!(error instanceof ApiRefusal)) return
      // 401: another member has this phone, and only a code sent to it can move it here.
      if (error.code === 401) rebinding.refused(401, phone, phoneIn(form))
      else if (!applyFieldErrors(form, error, { area_code: 'phone' }) && error.code === 403) onFull()
    }
  })
}
