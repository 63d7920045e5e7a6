import type { AlertContent } from '@weft/contract'

/** A message for a group or a program, before it is put into anybody's form. All of it is plain text. */
export interface Card {
  /** Stays the same over all tries, so that a receiver can tell a repeat. */
  id: string
  title: string
  /** Whether all that it tells is good. */
  good: boolean
  content: AlertContent
  /** Where a line about a member leads. */
  memberUrl: (router_name: string) => string
  /** Where the card as a whole leads. */
  url: string
  /** Of whom it tells. */
  account_number: string
  product: string
  time: Date
}

/** Where a card goes. */
export interface Target {
  url: string
  /** Undefined where calls are not signed. */
  secret: string | undefined
}

/** One call that carries a card. */
export interface CardCall {
  url: string
  headers: Record<string, string>
  body: string
}

export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
