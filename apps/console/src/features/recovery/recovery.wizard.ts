import type { Channel } from '@weft/contract'

export const steps = ['account', 'identity', 'password', 'done'] as const
export type Step = (typeof steps)[number]

/** Masked contacts of the account that is recovered; '' if there is none. */
export type Contacts = Record<Channel, string>

/** The state of a recovery. The proof itself is on the server; the browser knows only the id of the recovery. */
export interface Recovery {
  step: Step
  /** The id of the picture, which became that of the recovery. */
  uniqid: string
  contacts: Contacts
  /** The channel of the proof; undefined if no contact can be reached. */
  channel: Channel | undefined
  /** The reason why the recovery was started again. */
  notice: string | undefined
}

export type RecoveryEvent =
  | { type: 'found'; uniqid: string; contacts: Contacts; sendable: readonly Channel[] }
  | { type: 'chosen'; channel: Channel }
  | { type: 'proved' }
  | { type: 'changed' }
  | { type: 'back' }
  | { type: 'ended'; msg: string }

export const start: Recovery = { step: 'account', uniqid: '', contacts: { phone: '', email: '' }, channel: undefined, notice: undefined }

/** Returns the contacts to which a code can be sent, in the order of the server's channels. */
export const reachable = (contacts: Contacts, sendable: readonly Channel[]): Channel[] =>
  sendable.filter((channel) => contacts[channel] !== '')

/** Returns the recovery after an event. An event that does not belong to the present step is a late answer, and changes nothing. */
export function recover(state: Recovery, event: RecoveryEvent): Recovery {
  switch (event.type) {
    case 'found': {
      if (state.step !== 'account') return state
      const { uniqid, contacts, sendable } = event
      return { step: 'identity', uniqid, contacts, channel: reachable(contacts, sendable)[0], notice: undefined }
    }
    case 'chosen':
      return state.step === 'identity' && state.contacts[event.channel] !== '' ? { ...state, channel: event.channel } : state
    case 'proved':
      return state.step === 'identity' && state.channel !== undefined ? { ...state, step: 'password' } : state
    case 'changed':
      return state.step === 'password' ? { ...start, step: 'done' } : state
    case 'back':
      return state.step === 'identity' ? start : state
    case 'ended':
      return state.step === 'identity' || state.step === 'password' ? { ...start, notice: event.msg } : state
  }
}
