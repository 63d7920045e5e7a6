import { type Phone, phoneText } from '@weft/contract'
import { useReducer, useRef } from 'react'
import { bindingType, noRebinding, rebindingAfter } from './phone.rebinding.ts'

/** Follows what happens to the phone field of a form; see `phone.rebinding.ts`. */
export function useRebinding() {
  const [state, tell] = useReducer(rebindingAfter, noRebinding)
  const byServer = useRef(false)
  return {
    on: state.on,
    type: bindingType(state),
    typed: () => tell({ kind: 'typed' }),
    /** Whether the server's answer was the last that turned it on, or the field was left. */
    byServer,
    left: (phone: Phone) => {
      byServer.current = false
      tell({ kind: 'left', phone: phoneText(phone) })
    },
    /** @param entered what the field holds when the answer comes */
    refused: (code: number, phone: Phone, entered: Phone) => {
      byServer.current = true
      tell({ kind: 'refused', code, phone: phoneText(phone), entered: phoneText(entered) })
    },
  }
}
export type UsedRebinding = ReturnType<typeof useRebinding>
