import { type Phone, phoneText } from '@weft/contract'
import { useReducer, useRef } from 'react'
import { bindingType, noRebinding, rebindingAfter } from './phone.rebinding.ts'

/** Follows the phone field of a form; see `phone.rebinding.ts`. */
export function useRebinding() {
  const [state, tell] = useReducer(rebindingAfter, noRebinding)
  const byServer = useRef(false)
  return {
    on: state.on,
    type: bindingType(state),
    typed: () => tell({ kind: 'typed' }),
    /** True if the last event was the server's answer, false if the field was left. */
    byServer,
    left: (phone: Phone) => {
      byServer.current = false
      tell({ kind: 'left', phone: phoneText(phone) })
    },
    /** @param entered the value of the field when the answer comes */
    refused: (code: number, phone: Phone, entered: Phone) => {
      byServer.current = true
      tell({ kind: 'refused', code, phone: phoneText(phone), entered: phoneText(entered) })
    },
  }
}
export type UsedRebinding = ReturnType<typeof useRebinding>
