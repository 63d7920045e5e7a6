import { useQueryClient } from '@tanstack/react-query'
import {
  check,
  contract,
  type Draftable,
  draftable,
  type Endpoint,
  type InputOf,
  type NetworkChange,
  type NetworkDraft,
  type OutputOf,
  type SentBy,
} from '@weft/contract'
import {
  ApiRefusal,
  applyFieldErrors,
  call,
  ErrorState,
  language,
  type Question,
  Skeleton,
  tellFirstProblem,
  useMedia,
  useNarrow,
  useText,
  useUnsavedGuard,
} from '@weft/ui'
import { Button, Drawer, Form, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'
import type { UnsavedGuard } from '@weft/ui/dialog/use-unsaved-guard.ts'
import { useSubmit } from '@weft/ui/form/use-submit.ts'
import { applying } from '../../../shared/apply/applying.ts'
import { confirmImpact } from '../../../shared/network/confirm-impact.tsx'
import { addToDraft, draftRead, removeFromDraft, useDraft } from '../draft/draft.ts'
import { DraftValues } from '../draft/DraftValues.tsx'
import * as draftText from '../draft/draft.text.ts'
import { focusFirst } from '../focus-first.ts'
import { networksChanged } from '../networks-changed.ts'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import type { PanelProps } from './panel-props.ts'
import { panelSaved } from './saved-panel.ts'
import '@weft/ui/dialog/dialog.css'
import './settings.css'
import * as text from './settings.text.ts'
import { usePanel } from './use-panel.ts'

type Call<C extends Draftable> = (typeof draftable)[C]
/** The input of a call without the network's number. */
export type SettingInput<C extends Draftable> = Omit<SentBy<Call<C>>, 'network_number'>

/** Returns the input of a call among the changes of a draft, about the same member as the panel. */
export type DraftOf = <D extends Draftable>(call: D) => InputOf<Call<D>> | undefined

interface Props<C extends Draftable, V extends object> extends PanelProps {
  /** Action and object: 「修改 · DNS」. */
  title: readonly [action: string, object: string]
  /** Width in px; 880 for tables. */
  size?: 560 | 880
  /** The call that saves. */
  saves: C
  form: FormInstance<V>
  /** First values of the fields; undefined while they are loading. */
  initial: V | undefined
  /** The request for the first values, shown if it fails. */
  source?: { error: Error | null; refetch: () => unknown }
  inputOf: (values: V) => SettingInput<C>
  /** Returns further changes that are saved in the same revision. */
  also?: (values: V) => NetworkChange[]
  /** Form field names by the API's field names, where they differ. */
  names?: Record<string, string>
  /** Label of the save button; 「保存」 by default. */
  verb?: string
  /** Returns what is asked before the values are saved, beside whom they disturb; undefined asks nothing. */
  askFirst?: (values: V) => Question | undefined
  /** Saves even if nothing was changed, such as for enabling. */
  always?: boolean
  /** Returns the fields that changes of the network's draft to the same subject set. */
  fromDraft?: (of: DraftOf) => Partial<V> | undefined
  /** Offers no draft: the change cannot wait in one. */
  atOnce?: boolean
  /** An additional action at the left of the footer. */
  aside?: ReactNode
  onSaved?: (output: OutputOf<Call<C>>) => void
  /** @param leave leaves the panel without a question @returns whether it handled the refusal */
  onRefused?: (refusal: ApiRefusal, leave: UnsavedGuard['leave']) => boolean
  children: ReactNode
}

/** Returns the name of the member that a panel's change is about, if it is about one. */
const panelSubject = <V,>(inputOf: (values: V) => object, values: V): unknown => (inputOf(values) as { router_name?: string }).router_name

/** Returns what looks up the changes of a draft about a panel's member. */
const draftOf =
  (network_number: string, { changes }: NetworkDraft, router_name: unknown): DraftOf =>
  <D extends Draftable>(name: D) => {
    const found = changes.findLast((change) => change.call === name && change.input['router_name'] === router_name)
    if (!found) return undefined
    const endpoint: Endpoint = draftable[name]
    const read = check(endpoint.input, { ...found.input, network_number }, language.get())
    return read.ok ? (read.value as InputOf<Call<D>>) : undefined
  }

/**
 * The drawer that edits one setting of a network. It saves upon the revision that it started from: if others saved meanwhile, it
 * keeps the input, shows their changes and lets the user choose. An unchanged form closes without a request.
 */
export function SettingDrawer<C extends Draftable, V extends object>({ network, close, reload, ...props }: Props<C, V>) {
  const { title, size = 560, saves, form, source, inputOf, names, always = false, children } = props
  const t = useText(text)
  const d = useText(draftText)
  const id = useId()
  const queries = useQueryClient()
  const { panel } = usePanel()
  const body = useRef<HTMLDivElement>(null)
  /** The revision upon which the form saves. Its values were loaded at that revision or later. */
  const [base, setBase] = useState(network.revision)
  const { network_number } = network
  /** The first loaded values; later loads do not change the form. */
  const [first, setFirst] = useState<V>()
  /** The values that the form starts with: those of the draft, if it has any. */
  const [shown, setShown] = useState<V>()
  /** The draft as it was when the form was filled. */
  const [seen, setSeen] = useState<NetworkDraft>()
  const { draft: kept, failed } = useDraft(network_number)
  if (first === undefined && props.initial !== undefined && (kept !== undefined || failed)) {
    setFirst(props.initial)
    setSeen(kept)
    setShown({ ...props.initial, ...(kept && props.fromDraft?.(draftOf(network_number, kept, panelSubject(inputOf, props.initial)))) })
  }
  const ready = first !== undefined && shown !== undefined
  const drafted = ready && JSON.stringify(shown) !== JSON.stringify(first)
  /** Returns all values, including those of hidden fields. */
  const typed = (): V => form.getFieldsValue(true)
  const watched: unknown = Form.useWatch([], form)
  const now = ready && watched !== undefined ? JSON.stringify(typed()) : undefined
  const edited = now !== undefined && now !== JSON.stringify(first)
  const touched = now !== undefined && now !== JSON.stringify(shown)
  const changesOf = (values: V): NetworkChange[] => [{ call: saves, input: { ...inputOf(values) } }, ...(props.also?.(values) ?? [])]
  const [stale, setStale] = useState(false)
  /** True while the card of the network asks what to do about somebody else's change. */
  const [asking, setAsking] = useState(false)
  const guard = useUnsavedGuard(touched, 'panel', 'node')
  const done = () => guard.leave(close)

  const left = useRef(false)
  /** Runs once: if the network is deleted too, its page navigates away, and closing again would restore the address. */
  const subjectGone = () => {
    if (left.current) return
    left.current = true
    void networksChanged(queries)
    done()
  }
  const gone = source?.error instanceof ApiRefusal && source.error.code === 204
  useEffect(() => {
    if (gone) subjectGone()
  })

  const [opened, setOpened] = useState(false)
  useEffect(() => {
    focusOnceOpen(opened && ready, () => focusFirst(body.current))
  }, [opened, ready])

  /** Hides what was typed behind the card 「没有保存」, which brings it back or drops it. */
  const clash = () => {
    setStale(true)
    setAsking(true)
    applying.clash(network_number, { since: base, merge: () => setAsking(false), drop: done })
  }
  useEffect(() => () => applying.settle(network_number), [network_number])

  const refused = (error: unknown) => {
    if (!(error instanceof ApiRefusal) || props.onRefused?.(error, guard.leave)) return
    if (error.code === 409) clash()
    // The toast already showed what is gone, unless it is something that a field names.
    else if (!applyFieldErrors(form, error, names) && error.code === 204) subjectGone()
  }
  const [save, saving] = useSubmit(async (revision: number) => {
    const changes = changesOf(typed())
    const ask = props.askFirst?.(typed())
    const action = props.verb ?? t.save
    if (!(await confirmImpact({ network_number, revision, members: network.member, changes, action, ...(ask && { ask }) }))) return
    const options = { ifMatch: revision, missing: 'stay', handled: [409] } as const
    const send = async () => {
      if (changes.length > 1) return void (await call(contract.networkRevisions.changes, { network_number, changes }, options))
      const endpoint: Endpoint = draftable[saves]
      const output = await call(endpoint, { ...inputOf(typed()), network_number }, options)
      props.onSaved?.(output as OutputOf<Call<C>>)
    }
    try {
      await applying.save(network_number, title[1], send)
      // What was saved by itself waits in the draft no more.
      if (kept && kept.changes.length > 0) void removeFromDraft(queries, network_number, changes)
      if (panel) panelSaved(panel)
      void networksChanged(queries)
      done()
    } catch (error) {
      refused(error)
    }
  })
  const submit = () => {
    if (edited || always) void save(base)
    else close()
  }
  const [draft, drafting] = useSubmit(async () => {
    if (!touched && !always) return close()
    if (await addToDraft(queries, network_number, changesOf(typed()), seen)) return done()
    // By now the user knows what others have added.
    setSeen(draftRead(queries, network_number))
  })
  const saveAnyway = (newest: number) => {
    setBase(newest)
    setStale(false)
    void save(newest)
  }
  const checked = (then: () => void) => void form.validateFields().then(then, tellFirstProblem)
  const leave = () => void guard.close(close)

  // From 1,280 px the panel stands beside the page, which stays in use; on a narrow screen it comes from below.
  const beside = useMedia('(min-width: 1280px)')
  const narrow = useNarrow()
  const wide = size === 880
  return (
    <Drawer
      open={!asking}
      {...(beside
        ? { mask: false, size: wide ? 560 : 424, rootClassName: wide ? 'setting-beside setting-beside-wide' : 'setting-beside' }
        : narrow
          ? { placement: 'bottom' as const, size: '86%' }
          : { size })}
      title={t.title(...title)}
      onClose={leave}
      afterOpenChange={setOpened}
      footer={
        <div className="setting-foot">
          {props.aside}
          <span className="setting-foot-end">
            <Button onClick={leave}>{t.cancel}</Button>
            {!props.atOnce && (
              <Button disabled={!ready} loading={drafting} onClick={() => checked(() => void draft(undefined))}>
                {d.addToDraft}
              </Button>
            )}
            <Button type="primary" htmlType="submit" form={id} loading={saving} disabled={!ready}>
              {props.verb ?? t.save}
            </Button>
          </span>
        </div>
      }
    >
      <div ref={body}>
        {stale && (
          <ChangedMeanwhile
            network_number={network_number}
            since={base}
            saving={saving}
            onLatest={reload}
            onSave={(newest) => checked(() => saveAnyway(newest))}
          />
        )}
        {drafted && <DraftValues author={seen?.author ?? ''} onPresent={() => form.setFieldsValue(first)} />}
        {ready ? (
          <Form<V>
            id={id}
            form={form}
            layout="vertical"
            requiredMark={false}
            initialValues={shown}
            onFinish={submit}
            onFinishFailed={tellFirstProblem}
          >
            {children}
          </Form>
        ) : source?.error ? (
          <ErrorState error={source.error} onRetry={() => void source.refetch()} />
        ) : (
          <Skeleton />
        )}
      </div>
    </Drawer>
  )
}
