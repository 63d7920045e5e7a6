import { CloseOutlined, DownOutlined, UndoOutlined } from '@ant-design/icons'
import type { NetworkProgress } from '@weft/contract'
import { ApiRefusal, StateMark, useText } from '@weft/ui'
import { Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { type Applying, applying } from '../../../shared/apply/applying.ts'
import { useConnection } from '../../../shared/session/connection.ts'
import * as impactText from '../../../shared/network/impact.text.ts'
import { networkPath } from '../network-paths.ts'
import { useNetworkRights } from '../network-rights.ts'
import { Announced } from './Announced.tsx'
import * as text from './apply.text.ts'
import type { ApplyText } from './apply.text.ts'
import { Bar, Dots, Failed, Offline, useImpactWords } from './ApplyParts.tsx'
import { cardState, elapsedMs, undoSeconds } from './apply-state.ts'
import './apply.css'
import { cardMarks, cardTitle, secondsOf } from './card-title.ts'
import { StepEffect } from './StepEffect.tsx'
import { ConflictBody } from './ConflictBody.tsx'
import { useNow, useProgress } from './use-progress.ts'
import { useUndo } from './use-undo.ts'
import { useUndoKey } from './use-undo-key.ts'

/** Shows how far the newest change of one network is on its members, and offers to undo it for a minute. */
export function ApplyCard({ card }: { card: Applying }) {
  const t = useText(text)
  const { oneByOne } = useText(impactText)
  const words = useImpactWords()
  const { edit } = useNetworkRights()
  const { network_number } = card
  const { progress, updated, error, behind, lost, revisions } = useProgress(card)
  const { undo, resend } = useUndo(network_number)
  const underway = (progress?.counts.pending ?? 0) > 0
  const now = useNow(underway ? 100 : 1000)
  const state = cardState({ card, progress, behind: behind && error === null, updated, lost, now })
  const ended = progress !== undefined && state === undefined && progress.revision !== card.closed
  const gone = error instanceof ApiRefusal && error.code === 204
  useEffect(() => {
    if (ended || gone) applying.forget(network_number)
  }, [ended, gone, network_number])

  const left = progress && edit ? undoSeconds(progress, updated, now) : 0
  const undone = undo.isSuccess && undo.variables.revision === progress?.revision
  const offers = left > 0 && !behind && !undone && state !== undefined && state !== 'conflict' && state !== 'saving' && state !== 'stale'
  useUndoKey(offers && !undo.isPending ? () => undo.mutate(progress!) : undefined)
  if (state === undefined) return null

  const ms = progress && elapsedMs(progress, updated, now)
  const running = state === 'pushing' || state === 'undoing' || state === 'stale'
  const heading = cardTitle(t, state, progress, ms)
  const announced = <Announced state={state} title={heading} failed={progress?.failed ?? []} />
  if (card.folded) return announced
  const undoButton = offers && (
    <Button
      size="small"
      icon={<UndoOutlined aria-hidden />}
      loading={undo.isPending}
      aria-keyshortcuts="Control+Z"
      onClick={() => undo.mutate(progress!)}
    >
      {state === 'failed' ? t.undoAll : t.undo}
    </Button>
  )
  const settled = state === 'done' || state === 'offline'
  // The foot stays where it is from state to state: a press on its button that begins in one state and ends in the next is not lost.
  const notes: Partial<Record<typeof state, ReactNode>> = {
    pushing: progress && takesTurns(progress) ? oneByOne : t.leave,
    undoing: progress && takesTurns(progress) ? oneByOne : t.leave,
    failed: progress && t.restOn(progress.revision),
  }
  const note = settled ? offers && <span aria-hidden="true">{t.undoIn(left)}</span> : notes[state]
  return (
    <section className="apply-card" aria-label={t.card(progress?.network_name ?? '')}>
      {announced}
      <header>
        <StateMark state={cardMarks[state]} />
        <h2>{heading}</h2>
        {state !== 'saving' &&
          state !== 'conflict' &&
          (running ? (
            <Button
              type="text"
              size="small"
              icon={<DownOutlined aria-hidden />}
              aria-label={t.fold}
              title={t.fold}
              onClick={() => applying.fold(network_number, true)}
            />
          ) : (
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t.close}
              title={t.close}
              onClick={() => progress && applying.close(network_number, progress.revision)}
            />
          ))}
      </header>
      {state === 'saving' && <Body>{card.saving && <p>{card.saving}</p>}</Body>}
      {state === 'conflict' && <ConflictBody network_number={network_number} conflict={card.conflict!} />}
      {state === 'stale' && progress && <Stale progress={progress} now={now} />}
      {progress && (state === 'pushing' || state === 'undoing') && (
        <Body>
          <Bar counts={progress.counts} />
          <Facts
            facts={[
              state === 'undoing' ? t.restoring(progress.restores!) : `${t.version(revisions)}${sourceOf(progress, t)}`,
              ms !== undefined && t.used(secondsOf(ms)!),
              ...words(progress.impact),
              progress.counts.never > 0 && t.neverLater(progress.counts.never),
            ]}
          />
          <Changes progress={progress} />
          <Dots members={progress.members} />
        </Body>
      )}
      {progress && state === 'undone' && (
        <Body>
          <p>{t.restored(progress.restores!, progress.revision)}</p>
        </Body>
      )}
      {progress && (state === 'done' || state === 'offline') && (
        <Body>
          {state === 'offline' && <Bar counts={progress.counts} />}
          <Changes progress={progress} />
          <Facts
            facts={[
              `${t.version(revisions)}${sourceOf(progress, t)}`,
              state === 'done' && progress.counts.applied > 0 && t.members(progress.counts.applied),
              progress.counts.never > 0 && t.neverLater(progress.counts.never),
            ]}
          />
          {state === 'offline' && <Offline progress={progress} />}
        </Body>
      )}
      {progress && state === 'failed' && (
        <Body>
          <Bar counts={progress.counts} />
          <Facts
            facts={[
              progress.counts.offline > 0 && t.offlineLater(progress.counts.offline),
              progress.counts.never > 0 && t.neverLater(progress.counts.never),
            ]}
          />
          <Failed progress={progress} network_number={network_number} onResend={edit ? (name) => resend.mutate([name]) : undefined} />
        </Body>
      )}
      {progress && note !== undefined && (
        <Foot note={note}>
          {settled && <Link to={networkPath.panel(network_number, 'history')}>{t.changes}</Link>}
          {undoButton}
          {state === 'failed' && edit && (
            <Button
              type="primary"
              size="small"
              loading={resend.isPending}
              onClick={() =>
                resend.mutate(progress.counts.failed > progress.failed.length ? [] : progress.failed.map(({ router_name }) => router_name))
              }
            >
              {t.retry(progress.counts.failed)}
            </Button>
          )}
        </Foot>
      )}
    </section>
  )
}

/** Names the author of a change that is somebody else's, or how many changes of a draft it is. */
const sourceOf = ({ own, by, draft, change_count }: NetworkProgress, t: ApplyText): string =>
  own === 0 ? ` · ${t.by(by)}` : draft === 1 ? ` · ${t.draft(change_count)}` : ''

/** Returns whether a change restarts several centers, which are changed one after the other. */
const takesTurns = ({ impact, counts }: NetworkProgress): boolean => counts.centers > 1 && impact.some(({ kind }) => kind === 'restart')

const Body = ({ children }: { children: ReactNode }) => <div className="apply-body">{children}</div>

const Facts = ({ facts }: { facts: readonly (string | false | undefined)[] }) => {
  const shown = facts.filter((fact) => typeof fact === 'string')
  return shown.length === 0 ? null : (
    <p className="apply-facts">
      {shown.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  )
}

/** The most changes that a card names. */
const MOST_CHANGES = 4

function Changes({ progress: { changes, change_count, steps } }: { progress: NetworkProgress }) {
  const t = useText(text)
  if (steps.length > 0)
    return (
      <ul className="apply-steps">
        {steps.map((step, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- two changes of a draft may have the same sentence, and steps never move
          <li key={i}>
            {step.text}
            <small>
              <StepEffect impact={step.impact} />
            </small>
          </li>
        ))}
      </ul>
    )
  if (changes.length === 0) return null
  const shown = changes.slice(0, MOST_CHANGES)
  return (
    <ul className="apply-changes">
      {shown.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {change_count > shown.length && <li>{t.more(change_count - shown.length)}</li>}
    </ul>
  )
}

const Foot = ({ note, children }: { note?: ReactNode; children?: ReactNode }) => (
  <footer>
    <span className="apply-note">{note}</span>
    {children}
  </footer>
)

function Stale({ progress: { counts }, now }: { progress: NetworkProgress; now: number }) {
  const t = useText(text)
  const { again, retry } = useConnection()
  const seconds = again === undefined ? 0 : Math.max(0, Math.ceil((again - now) / 1000))
  return (
    <>
      <Body>
        <p>{t.staleBody(counts.applied, counts.members)}</p>
      </Body>
      <Foot note={seconds > 0 && <span aria-hidden="true">{t.reconnectIn(seconds)}</span>}>
        <Button size="small" onClick={retry}>
          {t.reconnect}
        </Button>
      </Foot>
    </>
  )
}
