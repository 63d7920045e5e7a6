import type { AgentMessage, AppliedConfig, ControllerMessage } from '@weft/contract/agent-protocol'
import { hashOf, MemberDocument } from '@weft/member-config'
import type { ConfigState, ConfigStore, Entry } from './config-store.ts'

export type Offer = Extract<ControllerMessage, { type: 'config.offer' }>
export type Ack = Extract<AgentMessage, { type: 'config.ack' }>

/** Makes the device run a document instead of another. @returns what it did; throws if it could not */
export type ApplyDocument = (next: MemberDocument | null, before: MemberDocument | null) => Promise<string[]>

/** Moves a device from one configuration to the next so that a bad one cannot cut it off (docs/design/data-plane.md §4.3). */
export interface ConfigMachine {
  /** Restores one of the two configurations, whole, wherever the agent ended before. */
  start(): Promise<void>
  /** The latest offer wins; one is applied at a time. */
  offer(offer: Offer): void
  confirm(revision: number): void
  /** Applies the same document again, because keys, certificates or logins that it needs have changed. */
  again(): void
  status(): { applied: AppliedConfig | null; pending: AppliedConfig | null }
  /** Resolves when nothing is being applied. */
  idle(): Promise<void>
  stop(): Promise<void>
}

const COME_BACK_MS = 5000

const said = (entry: Entry | null | undefined): AppliedConfig | null => (entry ? { revision: entry.revision, hash: entry.hash } : null)
const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error)).replace(/\p{Cc}+/gu, ' ').slice(0, 500)

export function createConfigMachine({
  router_name,
  store,
  apply,
  acknowledge,
}: {
  router_name: string
  store: ConfigStore
  apply: ApplyDocument
  acknowledge: (ack: Ack) => void
}): ConfigMachine {
  let state: ConfigState = { applied: null, pending: null }
  let waiting: Offer | undefined
  let timer: NodeJS.Timeout | undefined
  let work: Promise<void> = Promise.resolve()
  let stopped = false

  const answer = ({ revision, hash }: AppliedConfig, phase: Ack['phase'], { errors = [] as string[], actions = [] as string[] } = {}) =>
    acknowledge({ type: 'config.ack', revision, hash, phase, errors: errors.slice(0, 20), actions: actions.slice(0, 100) })

  /** Runs steps one after another. After a step that fails, the timer or the next start restores the device. */
  function queue(step: () => Promise<void>): Promise<void> {
    const before = work
    work = (async () => {
      await before
      if (!stopped) await step().catch(failed)
    })()
    return work
  }
  function failed(error: unknown): void {
    const entry = state.pending?.entry ?? state.applied
    if (entry) answer(entry, 'failed', { errors: [sentence(error)] })
    if (stranded()) comeBack()
  }
  async function save(next: ConfigState): Promise<void> {
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
    if (running && !stranded() && offer.hash === running.hash && offer.revision === running.revision) {
      answer(offer, unconfirmed ? 'applied' : 'confirmed')
      return
    }
    answer(offer, 'received')
    const entry = validated(offer)
    if (typeof entry === 'string') return answer(offer, 'failed', { errors: [entry] })
    answer(offer, 'validated')
    try {
      await change(entry, offer.confirm_seconds)
    } catch (error) {
      answer(entry, 'failed', { errors: [sentence(error)] })
      if (stranded()) comeBack()
    }
  }

  const stranded = () => state.pending?.phase === 'applying'
  /** Tries to go back until it can; it could not, for example because the disk is full. */
  function comeBack(): void {
    clearTimeout(timer)
    timer = setTimeout(
      () =>
        void queue(async () => {
          if (!stranded()) return
          await goBack(state.pending?.entry.document ?? null).catch(comeBack)
        }),
      COME_BACK_MS,
    )
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
    const deadline = Date.now() + confirm_seconds * 1000
    clearTimeout(timer)
    // On disk before anything is changed, so that an agent that ends at any later point can still go back.
    await save({ ...state, pending: { entry, phase: 'applying', deadline } })
    let actions: string[]
    try {
      actions = await apply(entry.document, before)
    } catch (error) {
      // The reason of the failure says more than the reason why it could not go back.
      await goBack(entry.document).catch(() => {})
      throw error
    }
    await save({ ...state, pending: { entry, phase: 'unconfirmed', deadline } })
    watch(deadline)
    answer(entry, 'applied', { actions })
  }

  function watch(deadline: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void queue(rollBack), Math.max(0, deadline - Date.now()))
  }
  async function rollBack(): Promise<void> {
    const pending = state.pending
    if (pending?.phase !== 'unconfirmed') return
    await goBack(pending.entry.document)
    answer(pending.entry, 'rolled_back', { errors: ['not confirmed in time'] })
  }
  async function goBack(from: MemberDocument | null): Promise<void> {
    await apply(state.applied?.document ?? null, from)
    await save({ ...state, pending: null })
  }

  return {
    start: () =>
      queue(async () => {
        state = await store.load()
        const { pending, applied } = state
        if (pending?.phase === 'unconfirmed' && pending.deadline > Date.now()) {
          await apply(pending.entry.document, null)
          return watch(pending.deadline)
        }
        await apply(applied?.document ?? null, null)
        if (pending) await save({ applied, pending: null })
      }),
    offer(offer) {
      waiting = offer
      void queue(take)
    },
    confirm(revision) {
      void queue(async () => {
        const pending = state.pending
        if (pending?.phase !== 'unconfirmed' || pending.entry.revision !== revision) return
        clearTimeout(timer)
        await save({ applied: pending.entry, pending: null })
        answer(pending.entry, 'confirmed')
      })
    },
    again: () =>
      void queue(async () => {
        const running = (state.pending?.entry ?? state.applied)?.document ?? null
        await apply(running, running)
      }),
    status: () => ({ applied: said(state.applied), pending: state.pending?.phase === 'unconfirmed' ? said(state.pending.entry) : null }),
    idle: () => work,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await work
    },
  }
}
