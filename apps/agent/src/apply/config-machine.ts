import type { AgentMessage, AppliedConfig, ControllerMessage } from '@weft/contract/agent-protocol'
import { hashOf, MemberDocument } from '@weft/member-config'
import { oneLine } from '../one-line.ts'
import type { ConfigState, ConfigStore, Entry, Pending } from './config-store.ts'

export type Offer = Extract<ControllerMessage, { type: 'config.offer' }>
export type Ack = Extract<AgentMessage, { type: 'config.ack' }>

/** Makes the device run a document instead of another. @returns what it did; throws if it could not */
export type ApplyDocument = (next: MemberDocument | null, before: MemberDocument | null) => Promise<string[]>

/** Moves a device from one configuration to the next so that a bad one cannot cut it off (docs/design/data-plane.md §4.3). */
export interface ConfigMachine {
  /**
   * Restores one of the two configurations, whole, wherever the agent ended before. Resolves after the first attempt; one that fails is
   * repeated until it succeeds.
   */
  start(): Promise<void>
  /** The latest offer wins; one is applied at a time. */
  offer(offer: Offer): void
  confirm(revision: number): void
  /** Applies the same document again, because keys, certificates or logins that it needs have changed. */
  again(): void
  status(): { applied: AppliedConfig | null; pending: AppliedConfig | null }
  /** Returns why the device may not run the configuration that it should; undefined if it does. The attempts go on meanwhile. */
  fault(): string | undefined
  /** Resolves when nothing is being applied. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** Seconds between attempts to restore the device, which double from the first to the second. */
const REPEAT_MIN_SECONDS = 5
const REPEAT_MAX_SECONDS = 60

const said = (entry: Entry | null | undefined): AppliedConfig | null => (entry ? { revision: entry.revision, hash: entry.hash } : null)

export function createConfigMachine({
  router_name,
  store,
  makeRoom,
  apply,
  acknowledge,
  log,
  boot_id,
  uptime,
}: {
  router_name: string
  store: ConfigStore
  /** Frees what can be spared of the device's disk. Called before the store is written. */
  makeRoom?: (() => void) | undefined
  apply: ApplyDocument
  acknowledge: (ack: Ack) => void
  /** Called with the reason why the device may not run what it should, each time it is another one. */
  log: (why: string) => void
  /** Changes when the device starts again. */
  boot_id: string
  /** Seconds since the device started. Nobody sets this clock, unlike the time of day. */
  uptime: () => number
}): ConfigMachine {
  let state: ConfigState = { applied: null, pending: null }
  let waiting: Offer | undefined
  let deadline: NodeJS.Timeout | undefined
  let repetition: NodeJS.Timeout | undefined
  /** Why the device may not run what it should, and the attempts to restore it that failed since it last did. */
  let trouble: string | undefined
  let failures = 0
  let work: Promise<void> = Promise.resolve()
  let stopped = false

  const answer = ({ revision, hash }: AppliedConfig, phase: Ack['phase'], { errors = [] as string[], actions = [] as string[] } = {}) =>
    acknowledge({ type: 'config.ack', revision, hash, phase, errors: errors.slice(0, 20), actions: actions.slice(0, 100) })

  /** Runs steps one after another. */
  function queue(step: () => Promise<void>): Promise<void> {
    const before = work
    work = (async () => {
      await before
      if (!stopped) await step().catch(refused)
    })()
    return work
  }
  function refused(error: unknown): void {
    const entry = state.pending?.entry ?? state.applied
    if (entry) answer(entry, 'failed', { errors: [oneLine(error)] })
  }
  async function save(next: ConfigState): Promise<void> {
    makeRoom?.()
    await store.save(next)
    state = next
  }

  async function take(): Promise<void> {
    const offer = waiting
    waiting = undefined
    if (!offer) return
    // An offer that could be neither applied nor undone is tried again.
    const unconfirmed = state.pending?.phase === 'unconfirmed' ? state.pending.entry : undefined
    const running = unconfirmed ?? state.applied
    if (running && offer.revision < running.revision) return
    if (running && trouble === undefined && offer.hash === running.hash && offer.revision === running.revision) {
      answer(offer, unconfirmed ? 'applied' : 'confirmed')
      return
    }
    answer(offer, 'received')
    const entry = validated(offer)
    if (typeof entry === 'string') return answer(offer, 'failed', { errors: [entry] })
    answer(offer, 'validated')
    try {
      await change(entry, offer.confirm_seconds)
      recovered()
    } catch (error) {
      if (state.pending?.phase === 'applying') return troubled(error)
      answer(entry, 'failed', { errors: [oneLine(error)] })
      // It went back to the confirmed configuration, which may be the same.
      if (!state.pending) recovered()
    }
  }

  /** Makes the device run its unconfirmed configuration until the deadline, and otherwise the confirmed one. */
  async function restore(): Promise<void> {
    const { pending } = state
    if (pending?.phase === 'unconfirmed' && remaining(pending) > 0) return void (await apply(pending.entry.document, null))
    await goBack(pending?.entry.document ?? null)
    if (pending?.phase === 'unconfirmed') answer(pending.entry, 'rolled_back', { errors: ['not confirmed in time'] })
  }
  /** Restores the device, now and again until that succeeds: what failed may work later, for example because a disk was full. */
  async function restoreAtLast(): Promise<void> {
    clearTimeout(repetition)
    try {
      await restore()
    } catch (error) {
      return troubled(error)
    }
    const was = trouble
    recovered()
    const { pending, applied } = state
    if (was === undefined) return
    if (pending) answer(pending.entry, 'applied')
    else if (applied) answer(applied, 'confirmed')
  }
  function troubled(error: unknown): void {
    const why = oneLine(error)
    if (why !== trouble) log(why)
    trouble = why
    refused(error)
    const seconds = Math.min(REPEAT_MAX_SECONDS, REPEAT_MIN_SECONDS * 2 ** Math.min(failures++, 16))
    clearTimeout(repetition)
    repetition = setTimeout(() => void queue(restoreAtLast), seconds * 1000)
  }
  function recovered(): void {
    clearTimeout(repetition)
    trouble = undefined
    failures = 0
  }

  function validated(offer: Offer): Entry | string {
    const parsed = MemberDocument.safeParse(offer.document)
    if (!parsed.success) return `the document is not valid: ${parsed.error.issues[0]?.path.join('.') ?? ''}`
    if (parsed.data.router_name !== router_name) return 'the document is for another device'
    if (hashOf(parsed.data) !== offer.hash) return 'the document does not have this hash'
    return { revision: offer.revision, hash: offer.hash, document: parsed.data }
  }

  async function change(entry: Entry, confirm_seconds: number): Promise<void> {
    const before = (state.pending?.entry ?? state.applied)?.document ?? null
    const pending = { entry, boot_id, deadline: uptime() + confirm_seconds }
    // On disk before anything is changed, so that an agent that ends at any later point can still go back.
    await save({ ...state, pending: { ...pending, phase: 'applying' } })
    clearTimeout(deadline)
    let actions: string[]
    try {
      actions = await apply(entry.document, before)
    } catch (error) {
      // The reason of the failure says more than the reason why it could not go back.
      await goBack(entry.document).catch(() => {})
      throw error
    }
    await save({ ...state, pending: { ...pending, phase: 'unconfirmed' } })
    watch(pending)
    answer(entry, 'applied', { actions })
  }

  /** Returns the seconds that a change may still wait for its confirmation; none if it was made before the device started. */
  const remaining = (pending: Pick<Pending, 'boot_id' | 'deadline'>) => (pending.boot_id === boot_id ? pending.deadline - uptime() : 0)
  function watch(pending: Pick<Pending, 'entry' | 'boot_id' | 'deadline'>): void {
    clearTimeout(deadline)
    deadline = setTimeout(() => void queue(() => rollBack(pending.entry)), Math.max(0, remaining(pending) * 1000))
  }
  async function rollBack(entry: Entry): Promise<void> {
    const { pending } = state
    // While this step waited for its turn, a newer change may have taken the place of the one that it is for.
    if (pending?.phase !== 'unconfirmed' || pending.entry !== entry) return
    // The timer and the clock may differ by milliseconds.
    state = { ...state, pending: { ...pending, deadline: 0 } }
    await restoreAtLast()
  }
  async function goBack(from: MemberDocument | null): Promise<void> {
    await apply(state.applied?.document ?? null, from)
    if (state.pending) await save({ ...state, pending: null })
  }

  return {
    start: () =>
      queue(async () => {
        state = await store.load()
        if (state.pending?.phase === 'unconfirmed') watch(state.pending)
        await restoreAtLast()
      }),
    offer(offer) {
      waiting = offer
      void queue(take)
    },
    confirm(revision) {
      void queue(async () => {
        const { pending } = state
        if (trouble !== undefined || pending?.phase !== 'unconfirmed' || pending.entry.revision !== revision) return
        await save({ applied: pending.entry, pending: null })
        clearTimeout(deadline)
        answer(pending.entry, 'confirmed')
      })
    },
    again: () => void queue(restoreAtLast),
    status: () => ({
      applied: said(state.applied),
      // While it does not run, it is to be offered again and not confirmed.
      pending: trouble === undefined && state.pending?.phase === 'unconfirmed' ? said(state.pending.entry) : null,
    }),
    fault: () => trouble,
    idle: () => work,
    async stop() {
      stopped = true
      await work
      clearTimeout(deadline)
      clearTimeout(repetition)
    },
  }
}
