import { ArrowRightOutlined, EditOutlined, FileAddOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type NetworkChange, type NetworkDraft, type OutputOf } from '@weft/contract'
import { formatPrefix, overlaps, type Prefix } from '@weft/net'
import { type Claim, claimOfSegment, FreeLans, isLanBeside, isRoute, tolerated } from '@weft/network-rules'
import { ApiRefusal, asking, call, useText, sentences } from '@weft/ui'
import { addToDraft, useDraft } from '../../../features/network/draft/draft.ts'
import { applying } from '../../../shared/apply/applying.ts'
import { memberPath } from '../../../shared/member/member-paths.ts'
import { nameOf } from '../../../shared/member/MemberName.tsx'
import * as impactText from '../../../shared/network/impact.text.ts'
import { networkPath } from '../../../shared/network/network-paths.ts'
import { networksChanged } from '../../../shared/network/networks-changed.ts'
import type { MemberStep } from '../actions.tsx'
import type { Item } from '@weft/ui/palette/item.tsx'
import * as text from '../palette.text.ts'
import type { StepText } from '../palette.text.ts'
import { useSettled } from '@weft/ui/time/use-settled.ts'
import { type TypedPrefix, typedPrefix } from './prefix-input.ts'
import { impactEffects } from './impact-effects.ts'
import { type Effect, StepChoices } from './StepChoices.tsx'
import type { StepProps } from './step-props.ts'

const PAUSE_MS = 300
const USUAL_MASK = 24
const quiet = { quiet: true, missing: 'stay' } as const

type Rule = OutputOf<typeof contract.networkSettings.prefix>[number]
type Rules = readonly Pick<Rule, 'ip' | 'mask' | 'permission' | 'ge' | 'le'>[]
const has = (rules: Rules | undefined, wanted: string | undefined) => rules?.some(({ ip, mask }) => `${ip}/${mask}` === wanted) === true

/** Returns the rules of a member as the draft would have them; undefined if the draft does not change them. */
function draftedRules(draft: NetworkDraft | undefined, router_name: string): Rules | undefined {
  const found = draft?.changes.find((one) => one.call === 'edit_prefix' && one.input['router_name'] === router_name)
  return found?.input['prefix'] as Rules | undefined
}

/** Takes one more prefix of a member: shows what it would do, as the server judges it, and then applies it or keeps it in the draft. */
export function PrefixStep({ step: { member, network }, typed, onDone, onVisit, onType, onFirst }: StepProps<MemberStep>) {
  const t = useText(text)
  const words = useText(impactText)
  const queries = useQueryClient()
  const { router_name } = member
  const network_number = network?.network_number ?? ''
  const rules = useQuery(asking(contract.networkSettings.prefix, { network_number, router_name }, quiet))
  const { draft } = useDraft(network_number)
  const drafted = draftedRules(draft, router_name)
  const read = typedPrefix(typed)
  const prefix = 'prefix' in read ? read.prefix : undefined
  const wanted = prefix && formatPrefix(prefix)
  const isKnown = has(rules.data, wanted)
  const change = (added: string, before: Rules | undefined): NetworkChange => {
    const [ip = '', mask = ''] = added.split('/')
    const known = (before ?? []).map(({ ip, mask, permission, ge, le }) => ({ ip, mask, permission, ge, le }))
    return { call: 'edit_prefix', input: { router_name, prefix: [...known, { ip, mask: Number(mask) }] } }
  }
  const settled = useSettled(isKnown ? '' : (wanted ?? ''), PAUSE_MS)
  const tried = useQuery({
    queryKey: ['palette', 'prefix', network_number, router_name, settled],
    queryFn: () =>
      call(contract.networkRevisions.changes, { network_number, changes: [change(settled, rules.data)], dry_run: true }, quiet),
    enabled: settled !== '' && rules.data !== undefined,
    retry: false,
    gcTime: 0,
  })
  const surroundings = useSurroundings(network_number, router_name)
  const apply = useMutation({
    // Upon the revision that was judged: the whole list is sent, and must not undo what somebody else added meanwhile.
    mutationFn: ({ added, upon }: { added: string; upon: number }) =>
      applying.save(network_number, t.step.apply, () =>
        call(
          contract.networkRevisions.changes,
          { network_number, changes: [change(added, rules.data)] },
          { missing: 'stay', ifMatch: upon },
        ),
      ),
    onSuccess: onDone,
    onError: () => void rules.refetch().then(() => tried.refetch()),
    onSettled: () => networksChanged(queries),
  })
  const keep = useMutation({
    mutationFn: (added: string) => addToDraft(queries, network_number, [change(added, drafted ?? rules.data)], draft),
    onSuccess: (added) => added && onDone(),
  })
  const busy = apply.isPending || keep.isPending

  const isJudged = settled !== '' && settled === wanted && !tried.isFetching
  const other = prefix && surroundings?.overlap(prefix)
  const refused = isJudged && tried.error !== null
  const effects = ((): Effect[] => {
    if (typed === '') return [{ state: 'unknown', text: t.step.prefixExample }]
    if (wanted === undefined) return [{ state: 'failed', text: problemOf(read, t.step) }]
    if (isKnown) return [{ state: 'failed', text: t.step.prefixKnown }]
    const corrected: Effect[] = typed.startsWith(wanted.split('/')[0]!) ? [] : [{ state: 'unknown', text: t.step.corrected(wanted) }]
    if (!isJudged) return [...corrected, { state: 'running', text: t.step.checking }]
    if (tried.error) {
      const reason = tried.error instanceof ApiRefusal ? tried.error.msg : words.unknown
      if (!other?.name || other.kind === 'lan') return [...corrected, { state: 'failed', text: reason }]
      const said = other.range === wanted ? t.step.same(other.name, other.range) : t.step.overlaps(other.name, other.range)
      return [...corrected, { state: 'failed', text: said }, { state: 'unknown', text: other.range === wanted ? t.step.sameRule : reason }]
    }
    const { impact, revision } = tried.data ?? { impact: [], revision: 0 }
    const beside: Effect =
      other?.kind === 'lan' && other.name
        ? { state: 'degraded', text: t.step.overlapsLan(other.name, other.range) }
        : { state: 'up', text: t.step.free(wanted) }
    return [...corrected, beside, ...impactEffects(impact, revision, t.step, words), ...learners(surroundings?.others, t.step)]
  })()

  const items: Item[] = []
  const item = (key: string, icon: Item['icon'], label: string, onChoose: () => void, hint?: string) =>
    items.push({ key, icon, label, hint, onChoose })
  const isGood = isJudged && !tried.error && wanted !== undefined
  if (isGood)
    item(
      'apply',
      <ThunderboltOutlined />,
      t.step.apply,
      () => busy || apply.mutate({ added: wanted, upon: tried.data!.revision - 1 }),
      t.step.undoable,
    )
  if (isGood && !has(drafted, wanted))
    item(
      'draft',
      <FileAddOutlined />,
      t.step.addToDraft,
      () => busy || keep.mutate(wanted),
      draft && draft.changes.length > 0 ? t.step.draftHas(draft.changes.length) : undefined,
    )
  if (!('prefix' in read) && read.meant !== undefined) item('meant', <EditOutlined />, t.step.change(read.meant), () => onType(read.meant!))
  const isWrong = typed !== '' && wanted === undefined
  if (refused || isKnown || isWrong || (isGood && other?.kind === 'lan')) {
    const free = surroundings?.free(prefix)
    if (free !== undefined) item('free', <EditOutlined />, t.step.changeFree(free), () => onType(free))
  }
  if (other?.router_name && other.name)
    item('owner', <ArrowRightOutlined />, t.step.openOwner(other.name), () => onVisit(memberPath.detail(other.router_name)))
  item('panel', <EditOutlined />, t.step.fullPrefix, () => onVisit(networkPath.panel(network_number, 'prefix', router_name)))
  return <StepChoices effects={effects} items={items} onFirst={onFirst} />
}

function problemOf(read: TypedPrefix, t: StepText): string {
  if ('prefix' in read) return ''
  if (read.problem === 'several') return t.several
  if (read.problem === 'mask') return sentences(t.maskMissing, t.prefixWrong)
  return read.octet === undefined ? t.prefixWrong : sentences(t.octetWrong(read.octet), t.prefixWrong)
}

const learners = (others: number | undefined, t: StepText): Effect[] =>
  others === undefined || others === 0 ? [] : [{ state: 'unknown', text: t.learn(others) }]

interface Overlap {
  kind: 'prefix' | 'lan' | 'segment'
  range: string
  /** The member that has it, and its name; '' if it is none of the network. */
  router_name: string
  name: string
}

/** Returns what else uses addresses in a network; undefined until it is known. */
function useSurroundings(network_number: string, router_name: string) {
  const segments = useQuery(asking(contract.networkSettings.segments, { network_number }, quiet))
  const members = useQuery(asking(contract.network.member, { network_number }, quiet))
  if (!segments.data || !members.data) return undefined
  const centers = new Set(members.data.filter(({ member_type }) => member_type === 'center').map((one) => one.router_name))
  const claims = segments.data.map((segment) => claimOfSegment(segment, centers))
  const named = new Map(members.data.map((one) => [one.router_name, nameOf(one)]))
  const overlapOf = (other: Claim): Overlap => {
    const kind = other.purpose === 'lan' ? 'lan' : isRoute(other) ? 'prefix' : 'segment'
    return { kind, range: formatPrefix(other), router_name: other.owner, name: named.get(other.owner) ?? '' }
  }
  return {
    /** The members that learn what this one announces. */
    others: members.data.length - 1,
    /** Returns the range that a new prefix of the member overlaps: one that forbids it before one that only disturbs. */
    overlap(prefix: Prefix): Overlap | undefined {
      const own: Claim = { ...prefix, purpose: 'prefix', owner: router_name, center: centers.has(router_name) }
      const beside = claims.filter((claim) => overlaps(claim, own))
      const other = beside.find((claim) => !tolerated(own, claim)) ?? beside.find((claim) => isLanBeside(own, claim))
      return other && overlapOf(other)
    },
    /** Returns the next free prefix of the same size, near it. */
    free(near: Prefix | undefined): string | undefined {
      const found = new FreeLans(claims, claims.filter(isRoute)).next(near?.mask ?? USUAL_MASK, near)
      return found && formatPrefix(found)
    },
  }
}
