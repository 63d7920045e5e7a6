/** What a form knows of a phone that another member has; phones as `+86 13800000000`. */
export interface Rebinding {
  /** The last number that the server rejected. */
  rejected: string | undefined
  /** The field is about that number: a code to it is asked for, and with the code it moves here. */
  on: boolean
}

export type RebindingEvent =
  | { kind: 'typed' }
  | { kind: 'left'; phone: string }
  /** The server said no to `phone`; `entered` is what the field holds by then. */
  | { kind: 'refused'; code: number; phone: string; entered: string }

export const noRebinding: Rebinding = { rejected: undefined, on: false }

const REJECTIONS: ReadonlySet<number> = new Set([401, 403])
/** Whether a refusal is about a number that is bound already; every other one makes the code worthless. */
export const isRejection = (code: number): boolean => REJECTIONS.has(code)

/** How the form goes on after what happened (specification 1 §4, the member phone dialog). */
export function rebindingAfter(state: Rebinding, event: RebindingEvent): Rebinding {
  switch (event.kind) {
    case 'typed':
      return { ...state, on: false }
    case 'left':
      return event.phone === state.rejected ? { ...state, on: true } : state
    case 'refused':
      return isRejection(event.code) ? { rejected: event.phone, on: event.entered === event.phone } : state
  }
}

/** 1 binds a free number, 2 moves one by the code that was sent to it. */
export const bindingType = ({ on }: Rebinding): 1 | 2 => (on ? 2 : 1)
