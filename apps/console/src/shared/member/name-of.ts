import type { RouterType } from '@weft/contract'
import { bracketed } from '@weft/ui'

/** Returns the name by which a member is called in a sentence: its own, else its serial number or login. */
export const nameOf = ({ note, router_name }: { note: string; router_name: string }): string => note || router_name

/** Returns a member's name with its serial number or login, for a sentence that must tell it from every other: 「合肥政务店（WR210M25031581）」. */
export const nameAndCode = ({ note, router_name }: { note: string; router_name: string }): string =>
  note === '' ? router_name : bracketed(note, router_name)

/** Returns whether a member is hardware (1) or software (2) by its name: a login contains an @, a serial number never does. */
export const typeOf = (router_name: string): RouterType => (router_name.includes('@') ? 2 : 1)
