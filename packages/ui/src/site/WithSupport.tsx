import { useSyncExternalStore } from 'react'
import { useText } from '../i18n/use-text.ts'
import * as text from './site.text.ts'
import { useSite } from './use-site.ts'
import './support.css'
import { onReset } from '../store/module-state.ts'

const heard = new Set<() => void>()
let ticketAddress: string | undefined
onReset(() => (ticketAddress = undefined))

/** Names the page on which the reader can write to support, or says with undefined that there is none: nobody is signed in. */
export function offerTickets(address: string | undefined): void {
  ticketAddress = address
  for (const tell of heard) tell()
}
const listen = (tell: () => void) => {
  heard.add(tell)
  return () => heard.delete(tell)
}

/** Shows a sentence. One that sends the reader to support is followed by the ways to reach it. */
export function WithSupport({ sentence }: { sentence: string }) {
  if (!/联系客服|contact support/i.test(sentence)) return sentence
  return (
    <>
      {sentence} <Ways />
    </>
  )
}

/** Links to support: the number of this installation, and a new ticket in a tab of its own, so that what was typed here stays. */
function Ways() {
  const t = useText(text)
  const { phone } = useSite()
  const ticket = useSyncExternalStore(listen, () => ticketAddress)
  return (
    <span className="weft-support">
      {phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{t.call(phone)}</a>}
      {ticket !== undefined && (
        <a href={ticket} target="_blank" rel="noopener noreferrer">
          {t.ticket}
          <span className="weft-hidden">{t.newTab}</span>
        </a>
      )}
    </span>
  )
}
