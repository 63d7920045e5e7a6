import type { AlertContent } from '@weft/contract'

/** A message for a chat group or a program, before it is put into a receiver's format. All of it is plain text. */
export interface Card {
  /** The same at every try, so that a receiver can recognize a repeat. */
  id: string
  title: string
  /** True if all its lines are good news. */
  good: boolean
  content: AlertContent
  /** Returns the address that a line about a member links to. */
  memberUrl: (router_name: string) => string
  /** The address that the card as a whole links to. */
  url: string
  /** The account that the card is about. */
  account_number: string
  product: string
  time: Date
}

/** The receiver of a card. */
export interface Target {
  url: string
  /** Undefined if calls are not signed. */
  secret: string | undefined
}

/** The HTTP call that sends a card. */
export interface CardCall {
  url: string
  headers: Record<string, string>
  body: string
}

export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
