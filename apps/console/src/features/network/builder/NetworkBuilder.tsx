import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type NetworkConfig, type NetworkInfo } from '@weft/contract'
import { nameLengthMax, problemText } from '@weft/network-rules'
import { ApiRefusal, asking, call, language, toast, useText, useUnsavedGuard } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { Card, Form, Input } from 'antd'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { applying } from '../../../shared/apply/applying.ts'
import { nameOf } from '../../../shared/member/MemberName.tsx'
import { useAskByTicket } from '../../../shared/ticket/use-ask-by-ticket.ts'
import { confirmImpact } from '../../../shared/network/confirm-impact.tsx'
import { Blockers } from '../../../shared/network/Blockers.tsx'
import * as detailText from '../detail/network-detail.text.ts'
import { panelOf, removalBlockers } from '../../../shared/network/removal-blockers.ts'
import * as networkText from '../network.text.ts'
import { networkPath } from '../network-paths.ts'
import { networksChanged } from '../networks-changed.ts'
import { AvailableMembers } from './AvailableMembers.tsx'
import { BuilderFooter } from './BuilderFooter.tsx'
import { ChosenMembers } from './ChosenMembers.tsx'
import './network-builder.css'
import * as text from './network-builder.text.ts'
import { builderInput, isChanged, joinedElsewhere, problemOf, removedFrom, startBuilder, usageOf } from './builder-state.ts'
import { Term } from '../../../shared/help/Term.tsx'
import { networkBuilder } from './network-builder.ts'

interface Props {
  limits: NetworkConfig
  /** The network whose members are managed; undefined creates a new one. */
  network?: NetworkInfo
}

/** The most members that leave by name; the others are counted. */
const NAMED = 5

const focusInput = (box: HTMLElement | null) => box?.querySelector('input')?.focus()

/** Edits a network's name and its two lists of members, and saves them together. */
export function NetworkBuilder({ limits, network }: Props) {
  const t = useText(text)
  const n = useText(networkText)
  const d = useText(detailText)
  const navigate = useNavigate()
  const ask = useAskByTicket()
  const queries = useQueryClient()
  const [state, dispatch] = useReducer(networkBuilder, undefined, () => startBuilder(limits, network))
  const [refused, setRefused] = useState<{ msg: string; stale: boolean; name: boolean }>()
  const [rebased, setRebased] = useState(false)
  const guard = useUnsavedGuard(isChanged(state))
  const nameField = useRef<HTMLDivElement>(null)
  const number = network?.network_number
  const { problem } = state
  const ofName = problem?.code === 'nameMissing' || problem?.code === 'networkNameTooLong'
  const spoken = language.use()
  const said = problem && (problem.code === 'nameMissing' ? n.nameMissing : problemText(problem, spoken))
  const nameProblem = ofName ? said : refused?.name ? refused.msg : undefined

  const tell = useEffectEvent(() => {
    if (problem?.code === 'memberLimit') void ask('upgrade', t.moreMembers, said)
    else toast.warning(said)
    if (ofName) focusInput(nameField.current)
  })
  useEffect(() => {
    // `problem` is a new object each time, so the same problem is announced again.
    if (problem) tell()
  }, [problem])

  const save = useMutation({
    mutationFn: async () => {
      const input = builderInput(state)
      if (number === undefined) return (await call(contract.network.create, input)).network_number
      await applying.save(number, t.editTitle, () => call(contract.network.edit, { ...input, network_number: number }))
      return number
    },
    onError: (error) => {
      if (!(error instanceof ApiRefusal)) return
      const name = error.errors.some(({ field }) => field === 'network_name')
      setRefused({ msg: error.msg, stale: error.code === 409, name })
      if (name) focusInput(nameField.current)
    },
    onSuccess: async (saved) => {
      if (number === undefined) {
        applying.watch(saved)
        toast.success(t.created)
      }
      await networksChanged(queries, { leaving: true })
      guard.leave(() => void navigate(networkPath.detail(saved)))
    },
  })
  const reload = useMutation({
    mutationFn: async () => ({
      network: await queries.fetchQuery({ ...asking(contract.network.info, { network_number: number ?? '' }), staleTime: 0 }),
      limits: await queries.fetchQuery({ ...asking(contract.network.config, {}), staleTime: 0 }),
    }),
    onSuccess: (latest) => {
      dispatch({ type: 'rebased', ...latest })
      setRefused(undefined)
      setRebased(true)
    },
  })

  const submit = async () => {
    dispatch({ type: 'checked' })
    if (problemOf(state) || save.isPending) return
    setRefused(undefined)
    if (network && !isChanged(state)) return void navigate(networkPath.detail(network.network_number))
    if (network && !(await confirmed(network))) return
    save.mutate()
  }

  /** Asks before members leave, become another part of the network or reconnect. */
  const confirmed = ({ network_number, member: members }: NetworkInfo) => {
    const { network_name, center, point, revision } = builderInput(state)
    const removed = removedFrom(state)
    const ask =
      removed.length > 0
        ? {
            title: t.removeTitle,
            body: t.removeBody(removed.slice(0, NAMED).map(nameOf), removed.length),
            action: t.removeConfirm,
            danger: true,
          }
        : undefined
    const changes = [{ call: 'edit', input: { network_name, center, point } } as const]
    return confirmImpact({
      network_number,
      members,
      changes,
      action: t.save,
      ...(revision !== undefined && { revision }),
      ...(ask && { ask }),
    })
  }

  const isNew = (name: string) => network !== undefined && !state.base.places.has(name)
  const chosen = [...state.center, ...state.point]
  const chosenNames = new Set(chosen.map(({ router_name }) => router_name))
  const elsewhere = joinedElsewhere(state)
  const demoted = state.point.filter(({ router_name }) => state.base.places.get(router_name) === 'center')
  const leaving = new Set([...removedFrom(state), ...demoted].map(({ router_name }) => router_name))
  const blockers = network && refused && !refused.stale ? removalBlockers(network, leaving) : []
  const change: typeof dispatch = (action) => {
    setRefused(undefined)
    dispatch(action)
  }

  return (
    <>
      <Card title={<h2 className="builder-title">{t.basics}</h2>} className="builder-section">
        <Form layout="vertical" component={false}>
          <Form.Item
            label={n.name}
            required
            htmlFor="network-name"
            validateStatus={nameProblem ? 'error' : ''}
            help={nameProblem && <span id="network-name-problem">{nameProblem}</span>}
          >
            <div ref={nameField}>
              <Input
                id="network-name"
                className="builder-name-input"
                value={state.network_name}
                autoFocus={!network}
                autoComplete="off"
                aria-required
                aria-invalid={nameProblem !== undefined}
                aria-describedby={nameProblem ? 'network-name-problem' : undefined}
                count={counted(nameLengthMax(state.popNetwork))}
                onChange={(event) => change({ type: 'named', network_name: event.target.value })}
                onPressEnter={() => void submit()}
              />
            </div>
          </Form.Item>
        </Form>
      </Card>
      <Card
        title={<h2 className="builder-title">{t.choose}</h2>}
        extra={
          <span className="builder-terms">
            {t.centers} <Term of="center" /> {t.points} <Term of="branch" />
          </span>
        }
        className="builder-section"
      >
        <p className="builder-help">{t.chooseHelp}</p>
        <div className="builder-lists">
          <AvailableMembers
            network_number={number}
            added={chosen.filter((m) => !state.base.places.has(m.router_name))}
            removed={removedFrom(state)}
            chosen={chosenNames}
            onAdd={(place, members) => change({ type: 'added', place, members })}
          />
          {(['center', 'point'] as const).map((place) => (
            <ChosenMembers
              key={place}
              place={place}
              members={state[place]}
              max={place === 'center' ? state.limits.network_center_count : undefined}
              isNew={isNew}
              onMove={(router_name) => change({ type: 'moved', place: place === 'center' ? 'point' : 'center', router_name })}
              onRemove={(router_name) => change({ type: 'removed', router_name })}
            />
          ))}
        </div>
      </Card>
      <BuilderFooter
        used={usageOf(state)}
        count={state.limits.network_router_count}
        warning={nameProblem ? undefined : said}
        note={rebased ? t.reloaded : elsewhere && t.joined(elsewhere.members.map(nameOf), elsewhere.network_name)}
        refused={refused}
        blockers={
          blockers.length > 0 && (
            <Blockers
              blockers={blockers}
              members={network!.member}
              renderWay={(one, label) => (
                <Link
                  to={networkPath.panel(network!.network_number, panelOf[one.kind], one.kind === 'branch' ? one.router_name : undefined)}
                  aria-label={label}
                >
                  {d.adjust}
                </Link>
              )}
            />
          )
        }
        submitText={network ? t.save : t.create}
        saving={save.isPending}
        reloading={reload.isPending}
        onReload={() => reload.mutate()}
        onSubmit={() => void submit()}
        onCancel={() => void navigate(number === undefined ? networkPath.list : networkPath.detail(number))}
      />
    </>
  )
}
