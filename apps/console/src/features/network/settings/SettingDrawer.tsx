import { useQueryClient } from '@tanstack/react-query'
import { contract, type Draftable, draftable, type Endpoint, type NetworkChange, type OutputOf, type SentBy } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, call, ErrorState, Skeleton, tellFirstProblem, toast, useText, useUnsavedGuard } from '@weft/ui'
import { Button, Drawer, Form, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useSubmit } from '@weft/ui/form/use-submit.ts'
import { addToDraft } from '../draft/draft.ts'
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
  /** Saves even if nothing was changed, such as for enabling. */
  always?: boolean
  /** Offers no draft: the change cannot wait in one. */
  atOnce?: boolean
  /** An additional action at the left of the footer. */
  aside?: ReactNode
  onSaved?: (output: OutputOf<Call<C>>) => void
  /** @returns whether it handled the refusal */
  onRefused?: (refusal: ApiRefusal) => boolean
  children: ReactNode
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
  /** The first loaded values; later loads do not change the form. */
  const [first, setFirst] = useState(props.initial)
  if (first === undefined && props.initial !== undefined) setFirst(props.initial)
  const ready = first !== undefined
  /** Returns all values, including those of hidden fields. */
  const typed = (): V => form.getFieldsValue(true)
  const watched: unknown = Form.useWatch([], form)
  const edited = ready && watched !== undefined && JSON.stringify(typed()) !== JSON.stringify(first)
  const changesOf = (values: V): NetworkChange[] => [{ call: saves, input: { ...inputOf(values) } }, ...(props.also?.(values) ?? [])]
  const [stale, setStale] = useState(false)
  const guard = useUnsavedGuard(edited)
  const { network_number } = network

  const left = useRef(false)
  /** Runs once: if the network is deleted too, its page navigates away, and closing again would restore the address. */
  const subjectGone = () => {
    if (left.current) return
    left.current = true
    void networksChanged(queries)
    guard.leave(close)
  }
  const gone = source?.error instanceof ApiRefusal && source.error.code === 204
  useEffect(() => {
    if (gone) subjectGone()
  })

  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (opened && ready) focusFirst(body.current)
  }, [opened, ready])

  const refused = (error: unknown) => {
    if (!(error instanceof ApiRefusal) || props.onRefused?.(error)) return
    if (error.code === 409) setStale(true)
    // The toast already showed it.
    else if (error.code === 204) subjectGone()
    else applyFieldErrors(form, error, names)
  }
  const [save, saving] = useSubmit(async (revision: number) => {
    try {
      const options = { ifMatch: revision, missing: 'stay', handled: [409] } as const
      const changes = changesOf(typed())
      if (changes.length > 1) await call(contract.networkRevisions.changes, { network_number, changes }, options)
      else {
        const endpoint: Endpoint = draftable[saves]
        const output = await call(endpoint, { ...inputOf(typed()), network_number }, options)
        props.onSaved?.(output as OutputOf<Call<C>>)
      }
      toast.success(t.saved)
      if (panel) panelSaved(panel)
      void networksChanged(queries)
      close()
    } catch (error) {
      refused(error)
    }
  })
  const submit = () => {
    if (edited || always) void save(base)
    else close()
  }
  const draft = () => {
    if (!edited && !always) close()
    else if (changesOf(typed()).every((change) => addToDraft(network_number, change))) close()
  }
  const saveAnyway = (newest: number) => {
    setBase(newest)
    setStale(false)
    void save(newest)
  }
  const checked = (then: () => void) => void form.validateFields().then(then, tellFirstProblem)
  const leave = () => void guard.close(close)

  return (
    <Drawer
      open
      size={size}
      title={t.title(...title)}
      onClose={leave}
      afterOpenChange={setOpened}
      footer={
        <div className="setting-foot">
          {props.aside}
          <span className="setting-foot-end">
            <Button onClick={leave}>{t.cancel}</Button>
            {!props.atOnce && (
              <Button disabled={!ready} onClick={() => checked(draft)}>
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
        {ready ? (
          <Form<V>
            id={id}
            form={form}
            layout="vertical"
            requiredMark={false}
            initialValues={first}
            onFinish={submit}
            onFinishFailed={tellFirstProblem}
          >
            {children}
          </Form>
        ) : source?.error ? (
          <ErrorState onRetry={() => void source.refetch()} />
        ) : (
          <Skeleton />
        )}
      </div>
    </Drawer>
  )
}
