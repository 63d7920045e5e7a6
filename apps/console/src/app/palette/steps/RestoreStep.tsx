import { HistoryOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { ApiRefusal, asking, call, listTime, useText } from '@weft/ui'
import { applying } from '../../../shared/apply/applying.ts'
import * as impactText from '../../../shared/network/impact.text.ts'
import { networkPath } from '../../../shared/network/network-paths.ts'
import { networksChanged } from '../../../shared/network/networks-changed.ts'
import type { NetworkStep } from '../actions.tsx'
import type { Item } from '@weft/ui/palette/item.tsx'
import * as text from '../palette.text.ts'
import { useSettled } from '@weft/ui/time/use-settled.ts'
import { impactEffects } from './impact-effects.ts'
import { type Effect, StepChoices } from './StepChoices.tsx'
import type { StepProps } from './step-props.ts'

const PAUSE_MS = 300
/** The versions that are offered; older ones are typed. */
const OFFERED = 8

/** Takes the version that a network returns to: shows what that would do, and then restores it. */
export function RestoreStep({ step: { network }, typed, onDone, onVisit, onType, onFirst }: StepProps<NetworkStep>) {
  const t = useText(text)
  const words = useText(impactText)
  const queries = useQueryClient()
  const { network_number } = network
  const { list, rollback } = contract.networkRevisions
  const known = useQuery(asking(list, { network_number, limit: OFFERED + 1 }, { quiet: true, missing: 'stay' }))
  const newest = known.data?.rows[0]?.revision
  const wanted = /^\d{1,9}$/.test(typed) ? Number(typed) : undefined
  const isPast = wanted !== undefined && newest !== undefined && wanted >= 1 && wanted < newest
  const settled = useSettled(isPast ? typed.trim() : '', PAUSE_MS)
  const tried = useQuery({
    queryKey: ['palette', 'restore', network_number, settled],
    queryFn: () => call(rollback, { network_number, revision: Number(settled), dry_run: true }, { quiet: true, missing: 'stay' }),
    enabled: settled !== '',
    retry: false,
    gcTime: 0,
  })
  const restore = useMutation({
    mutationFn: ({ revision, upon }: { revision: number; upon: number }) =>
      applying.save(network_number, t.step.restore(revision), () =>
        call(rollback, { network_number, revision }, { missing: 'stay', ifMatch: upon }),
      ),
    onSuccess: onDone,
    onSettled: () => networksChanged(queries),
  })

  const isJudged = isPast && settled === typed && !tried.isFetching
  const effects = ((): Effect[] => {
    if (typed === '' || newest === undefined) return [{ state: 'unknown', text: t.step.versionExample }]
    if (!isPast) return [{ state: 'failed', text: wanted === newest ? t.step.versionSame : t.step.versionUnknown }]
    if (!isJudged) return [{ state: 'running', text: t.step.checking }]
    if (tried.error) return [{ state: 'failed', text: tried.error instanceof ApiRefusal ? tried.error.msg : words.unknown }]
    const { diff = [], impact = [], revision = 0 } = tried.data ?? {}
    if (diff.length === 0) return [{ state: 'unknown', text: t.step.versionSame }]
    return [
      ...diff.slice(0, 4).map((one): Effect => ({ state: 'unknown', text: one.text })),
      ...impactEffects(impact, revision, t.step, words),
    ]
  })()
  const items: Item[] = []
  const { data } = tried
  if (isJudged && data && data.diff.length > 0)
    items.push({
      key: 'restore',
      icon: <ThunderboltOutlined />,
      label: t.step.restore(wanted),
      hint: t.step.undoable,
      onChoose: () => restore.isPending || restore.mutate({ revision: wanted, upon: data.revision - 1 }),
    })
  else
    for (const { revision, summary, create_time } of known.data?.rows.slice(1) ?? [])
      if (String(revision).startsWith(typed))
        items.push({
          key: `v${revision}`,
          icon: <HistoryOutlined />,
          label: `${t.step.version(revision)} · ${summary}`,
          hint: listTime(create_time),
          onChoose: () => onType(String(revision)),
        })
  items.push({
    key: 'history',
    icon: <HistoryOutlined />,
    label: t.step.history,
    onChoose: () => onVisit(networkPath.panel(network_number, 'history')),
  })
  return <StepChoices effects={effects} items={items} onFirst={onFirst} />
}
