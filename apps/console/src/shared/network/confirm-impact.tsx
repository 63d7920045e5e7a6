import { contract, type NetworkChange, type NetworkImpact } from '@weft/contract'
import { ApiRefusal, call, confirm, type Question, textNow, useText } from '@weft/ui'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { nameOf } from '../member/name-of.ts'
import * as text from './impact.text.ts'
import './impact.css'

/** A member by its name, and whether it is a center. */
export interface Named {
  router_name: string
  note: string
  member_type: 'center' | 'point'
}

/** The most members that a question names; the others are counted. */
const NAMED = 5

/** Returns the effects that somebody notices. */
export const disturbing = (impact: readonly NetworkImpact[]): NetworkImpact[] => impact.filter(({ kind }) => kind !== 'live')

/** Says whom a change disturbs and for how long, and that centers are changed one at a time. */
export function Disturbed({ impact, members }: { impact: readonly NetworkImpact[]; members: readonly Named[] }) {
  const t = useText(text)
  if (disturbing(impact).length === 0) return null
  const known = new Map(members.map((member) => [member.router_name, member]))
  const called = (router_name: string) => nameOf(known.get(router_name) ?? { router_name, note: '' })
  const restarted = impact.flatMap(({ kind, router_names }) => (kind === 'restart' ? router_names : []))
  const centers = restarted.filter((name) => known.get(name)?.member_type === 'center').length
  const rest = members.length - disturbing(impact).reduce((sum, { count }) => sum + count, 0)
  return (
    <ul className="disturbed">
      {disturbing(impact).map(({ kind, count, seconds, router_names, names = router_names.map(called) }) => (
        <li key={kind}>
          {t.kinds[kind](count, seconds)}
          <small>{t.names(names.slice(0, NAMED), count)}</small>
        </li>
      ))}
      {centers > 1 && <li>{t.oneByOne}</li>}
      {rest > 0 && <li>{t.rest(rest)}</li>}
    </ul>
  )
}

/** Says that it could not be found out whom a change disturbs. */
export function UnknownImpact({ onRetry }: { onRetry?: () => void }) {
  const t = useText(text)
  return (
    <Alert
      className="impact-unknown"
      type="warning"
      showIcon
      role="alert"
      title={t.unknown}
      description={t.unknownBody}
      action={
        onRetry && (
          <Button size="small" onClick={onRetry}>
            {t.retry}
          </Button>
        )
      }
    />
  )
}

interface Change {
  network_number: string
  /** The revision that the change is made upon: one that is outdated is refused, and so asks nothing. */
  revision?: number
  /** The members of the network, for their names. */
  members: readonly Named[]
  changes: readonly NetworkChange[]
  /** The verb of the button; 「保存」 by default. */
  action?: string
  /** A question that is asked even if nobody is disturbed; whom it disturbs is added to it. */
  ask?: Question & { body?: ReactNode }
}

/**
 * Asks before a change that makes members reconnect, restart or leave: says whom and for how long. Nothing is asked where nobody is
 * disturbed, nor where the change would be refused: the refusal then comes from the change itself, in its proper place. Where the effect
 * could not be found out, it asks whether to make the change all the same.
 * @returns whether the change may be made
 */
export async function confirmImpact({ network_number, revision, members, changes, action, ask }: Change): Promise<boolean> {
  const impact = await foreseen(network_number, changes, revision)
  const t = textNow(text)
  if (impact === undefined) {
    const verb = action ?? t.action
    if (ask === undefined) return confirm({ title: t.unknownTitle(verb), body: t.unknownBody, action: verb })
  } else if (disturbing(impact).length === 0) return ask === undefined || confirm(ask)
  const question: Question = ask ?? { title: t.title, action: action ?? t.action }
  return confirm({
    ...question,
    body: (
      <>
        {ask?.body}
        {impact ? <Disturbed impact={impact} members={members} /> : <UnknownImpact />}
      </>
    ),
  })
}

/** Refusal code: the calls of this login, account or network come too often. */
const TOO_OFTEN = 429

/** Returns whether the server refused to try a change, and so would refuse the change. A failure, or a call that came too soon, says nothing of it. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiRefusal && error.code !== TOO_OFTEN && (error.code < 500 || error.code >= 2000)

/** Returns what changes would do to the members: nothing if they would be refused, undefined if that could not be found out. */
export async function foreseen(
  network_number: string,
  changes: readonly NetworkChange[],
  revision?: number,
): Promise<NetworkImpact[] | undefined> {
  try {
    const asked = { network_number, changes: [...changes], dry_run: true, ...(revision !== undefined && { revision }) }
    const { impact } = await call(contract.networkRevisions.changes, asked, { quiet: true, missing: 'stay' })
    return impact
  } catch (error) {
    return isRefused(error) ? [] : undefined
  }
}
