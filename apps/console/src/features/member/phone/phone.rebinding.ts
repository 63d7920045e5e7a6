/** The state of a form about a phone that another member has; phones as `+86 13800000000`. */
export interface Rebinding {
  /** The last number that the server rejected. */
  rejected: string | undefined
  /** The field holds that number: the form asks for a code sent to it, and with the code the number moves here. */
  on: boolean
}

export type RebindingEvent =
  | { kind: 'typed' }
  | { kind: 'left'; phone: string }
  /** The server refused `phone`; `entered` is what the field holds by then. */
  | { kind: 'refused'; code: number; phone: string; entered: string }

export const noRebinding: Rebinding = { rejected: undefined, on: false }

const REJECTIONS: ReadonlySet<number> = new Set([401, 403])
/** Returns whether a refusal says that the number is already bound; every other one makes the code worthless. */
export const isRejection = (code: number): boolean => REJECTIONS.has(code)

/** Returns the state of the form after an event (specification 1 §4, the member phone dialog). */
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

/** Returns 1 to bind a free number, 2 to move one by the code that was sent to it. */
export const bindingType = ({ on }: Rebinding): 1 | 2 => (on ? 2 : 1)
