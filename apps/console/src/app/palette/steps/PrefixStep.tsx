import { EditOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type NetworkChange, type NetworkImpact } from '@weft/contract'
import { formatPrefix, parseIpv4, type Prefix, prefixOf } from '@weft/net'
import { readPrefixes } from '@weft/network-rules'
import { ApiRefusal, asking, call, useText } from '@weft/ui'
import { Command } from 'cmdk'
import { networkPath } from '../../../shared/network/network-paths.ts'
import { networksChanged } from '../../../shared/network/networks-changed.ts'
import { applying } from '../../../shared/apply/applying.ts'
import type { MemberStep } from '../actions.tsx'
import { Groups, type Item } from '../item.tsx'
import * as text from '../palette.text.ts'
import { useSettled } from '../use-found.ts'
import { type Effect, Preview } from './Preview.tsx'
import type { StepProps } from './step-props.ts'

const PAUSE_MS = 300

/** Reads one prefix as people write it; an address inside the network names the network. Undefined for none, several or a wrong one. */
function readPrefix(typed: string): Prefix | undefined {
  const [cell = '', ...others] = readPrefixes(typed)
  const [dotted = '', bits = ''] = cell.split('/')
  const address = parseIpv4(dotted)
  return others.length > 0 || address === undefined || !/^([1-9]|[12]\d|3[0-2])$/.test(bits) ? undefined : prefixOf(address, Number(bits))
}

/** Takes one more prefix of a member: shows what it would do, as the server judges it, and then applies it. */
export function PrefixStep({ step: { member, network }, typed, onDone, onVisit, onFirst }: StepProps<MemberStep>) {
  const t = useText(text)
  const queries = useQueryClient()
  const { router_name } = member
  const network_number = network?.network_number ?? ''
  const rules = useQuery(asking(contract.networkSettings.prefix, { network_number, router_name }, { quiet: true, missing: 'stay' }))
  const prefix = readPrefix(typed)
  const wanted = prefix && formatPrefix(prefix)
  const isKnown = rules.data?.some((rule) => `${rule.ip}/${rule.mask}` === wanted) === true
  const change = (added: string): NetworkChange => {
    const [ip = '', mask = ''] = added.split('/')
    const known = (rules.data ?? []).map(({ ip, mask, permission, ge, le }) => ({ ip, mask, permission, ge, le }))
    return { call: 'edit_prefix', input: { router_name, prefix: [...known, { ip, mask: Number(mask) }] } }
  }
  const settled = useSettled(isKnown ? '' : (wanted ?? ''), PAUSE_MS)
  const tried = useQuery({
    queryKey: ['palette', 'prefix', network_number, router_name, settled],
    queryFn: () =>
      call(
        contract.networkRevisions.changes,
        { network_number, changes: [change(settled)], dry_run: true },
        { quiet: true, missing: 'stay' },
      ),
    enabled: settled !== '' && rules.data !== undefined,
    retry: false,
    gcTime: 0,
  })
  const apply = useMutation({
    mutationFn: (added: string) =>
      applying.save(network_number, t.step.apply, () =>
        call(contract.networkRevisions.changes, { network_number, changes: [change(added)] }, { missing: 'stay' }),
      ),
    onSuccess: onDone,
    onSettled: () => networksChanged(queries),
  })

  const isJudged = settled !== '' && settled === wanted && !tried.isFetching
  const effectOf = ({ kind, count, seconds }: NetworkImpact): Effect => ({
    state: kind === 'live' ? 'running' : 'degraded',
    text: kind === 'live' ? t.step.undisturbed : t.step.disturbed(count, seconds),
  })
  const effects = ((): Effect[] => {
    if (typed === '') return [{ state: 'unknown', text: t.step.prefixExample }]
    if (wanted === undefined) return [{ state: 'failed', text: t.step.prefixWrong }]
    if (isKnown) return [{ state: 'failed', text: t.step.prefixKnown }]
    const corrected: Effect[] = typed.startsWith(wanted.split('/')[0]!) ? [] : [{ state: 'unknown', text: t.step.corrected(wanted) }]
    if (!isJudged) return [...corrected, { state: 'running', text: t.step.checking }]
    if (tried.error)
      return [...corrected, { state: 'failed', text: tried.error instanceof ApiRefusal ? tried.error.message : t.step.prefixWrong }]
    return [...corrected, { state: 'up', text: t.step.free(wanted) }, ...(tried.data?.impact ?? []).map((one) => effectOf(one))]
  })()
  const items: Item[] = []
  if (isJudged && !tried.error && wanted !== undefined)
    items.push({
      key: 'apply',
      icon: <ThunderboltOutlined />,
      label: t.step.apply,
      onChoose: () => apply.isPending || apply.mutate(wanted),
    })
  items.push({
    key: 'panel',
    icon: <EditOutlined />,
    label: t.step.fullPrefix,
    onChoose: () => onVisit(networkPath.panel(network_number, 'prefix', router_name)),
  })
  return (
    <>
      <Preview effects={effects} />
      <Command.List label={t.actions}>
        <Groups groups={[{ heading: t.actions, items: items }]} onFirst={onFirst} />
      </Command.List>
    </>
  )
}
