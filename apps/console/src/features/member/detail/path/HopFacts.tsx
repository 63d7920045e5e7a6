import type { HopFact } from '@weft/contract'
import { absoluteTime, CopyText, duration, lasting, listTime, textNow, useText } from '@weft/ui'
import type { ReactNode } from 'react'
import * as text from './path.text.ts'

const clock = (at: number) => absoluteTime(at).slice(5)

/** Returns a fact of a hop in words. @param now Unix seconds */
function wordsOf(fact: HopFact, now: number): ReactNode {
  const t = textNow(text)
  switch (fact.fact) {
    case 'connected':
      return t.connected(lasting(now - fact.at))
    case 'connected_before':
      return t.connectedBefore(duration(fact.seconds))
    case 'registered':
      return t.registered(listTime(fact.at).slice(0, 10))
    case 'client':
      return t.clientOf(fact.os ?? '', fact.version ?? '')
    case 'signed_out':
      return t.signedOut(clock(fact.at))
    case 'last_heard':
      return <span className="member-path-alarm">{t.lastHeard(clock(fact.at))}</span>
    case 'address':
      return <CopyText value={fact.address} />
    case 'uplink':
      return t.uplink(fact.interface, t.protocols[fact.protocol])
    case 'branches':
      return t.branches(fact.up, fact.total)
    case 'prefixes':
      return t.prefixes(fact.count)
    case 'reconnects':
      return t.reconnects
    case 'prepared':
      return t.prepared
  }
}

/** Shows what is known at a hop, a line each. */
export function HopFacts({ facts, now }: { facts: readonly HopFact[]; now: number }) {
  useText(text)
  return facts.map((fact) => (
    <p key={fact.fact} className="member-path-fact">
      {wordsOf(fact, now)}
    </p>
  ))
}
