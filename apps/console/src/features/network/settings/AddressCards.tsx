import { useQuery } from '@tanstack/react-query'
import { contract, type NetworkInfo, type PrefixRow, segmentPurposes } from '@weft/contract'
import { formatPrefix } from '@weft/net'
import { centersAmong, type Claim, claimOfSegment, claimText, conflictsOf, lanOverlapsOf } from '@weft/network-rules'
import { asking, EmptyState, ErrorState, language, type ListColumn, Nothing, Skeleton, useText, bracketed } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { Select, Tag } from 'antd'
import { useMemo } from 'react'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { MemberName } from '../../../shared/member/MemberName.tsx'
import { typeOf } from '../../../shared/member/name-of.ts'
import type { CardProps } from './BasicCards.tsx'
import * as claimsText from './claims.text.ts'
import { OpenPanel, SettingCard } from './SettingCard.tsx'
import * as text from './settings-tab.text.ts'
import { usePanel } from './use-panel.ts'

const useSegments = (network_number: string) =>
  useQuery(asking(contract.networkSettings.segments, { network_number }, { quiet: true, missing: 'stay' }))

/** Returns the members' notes by their names. */
const useNotes = (member: NetworkInfo['member']) =>
  useMemo(() => new Map(member.map(({ router_name, note }) => [router_name, note])), [member])

const pooled = segmentPurposes.filter((purpose) => purpose !== 'prefix' && purpose !== 'lan')

/** Lists the network's segments by purpose. */
export function PoolCard({ network, editable }: CardProps) {
  const t = useText(text)
  const c = useText(claimsText)
  const segments = useSegments(network.network_number)
  const notes = useNotes(network.member)
  const byPurpose = Map.groupBy(segments.data ?? [], ({ purpose }) => purpose)
  const shown = pooled.filter((purpose) => byPurpose.has(purpose))
  return (
    <SettingCard
      id="setting-pool"
      title={t.pool}
      term="segment"
      panel="ip_pool"
      action={editable && shown.length > 0 && <OpenPanel panel="ip_pool" of={t.pool} />}
    >
      {segments.isError ? (
        <ErrorState error={segments.error} onRetry={() => void segments.refetch()} />
      ) : segments.data ? (
        <ul className="setting-pool">
          {shown.length === 0 && <li className="setting-help">{t.poolNone}</li>}
          {shown.map((purpose) => (
            <li key={purpose}>
              <span className="setting-pool-name">{c.purposes[purpose]}</span>
              <span>
                {byPurpose.get(purpose)!.map(({ owner, ip, mask }) => (
                  <span key={`${owner} ${ip}`} className="setting-pool-segment">
                    <span className="weft-mono">{`${ip}/${mask}`}</span> {owner && <small>{notes.get(owner) || owner}</small>}
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton title={false} />
      )}
    </SettingCard>
  )
}

/** Lists all address ranges of the network, and marks those that overlap. */
export function OverviewCard({ network: { network_number, member } }: CardProps) {
  const t = useText(text)
  const c = useText(claimsText)
  const spoken = language.use()
  const segments = useSegments(network_number)
  const notes = useNotes(member)
  const rows = useMemo(() => {
    const centers = centersAmong(member)
    const claims = (segments.data ?? []).map((segment) => ({ ...claimOfSegment(segment, centers), source: segment.source }))
    const against = partnersIn(conflictsOf(claims))
    const beside = partnersIn(lanOverlapsOf(claims))
    const weight = (row: { against: Claim | undefined; beside: Claim | undefined }) => (row.against ? 2 : row.beside ? 1 : 0)
    return claims
      .map((claim, i) => ({ ...claim, key: String(i), against: against.get(claim), beside: beside.get(claim) }))
      .toSorted((a, b) => weight(b) - weight(a))
  }, [segments.data, member])
  const overlaps = rows.filter(({ against }) => against).length
  const doubled = rows.filter(({ against, beside }) => !against && beside).length
  const besideText = (claim: Claim) => t.overlapWith(`${notes.get(claim.owner) || claim.owner} ${formatPrefix(claim)}`)
  type Row = (typeof rows)[number]
  const columns: ListColumn<Row>[] = [
    {
      title: t.segment,
      key: 'segment',
      card: 'title',
      render: (_, row) => (
        <span className="setting-overlap">
          <span className="weft-mono">{formatPrefix(row)}</span>
          {row.against ? (
            <Tag color="error">{t.overlapWith(`${claimText(row.against, spoken)} ${formatPrefix(row.against)}`)}</Tag>
          ) : (
            row.beside && <Tag color="warning">{besideText(row.beside)}</Tag>
          )}
        </span>
      ),
    },
    { title: t.purpose, key: 'purpose', render: (_, { purpose }) => c.purposes[purpose] },
    { title: t.owner, key: 'owner', render: (_, { owner }) => (owner ? <Owner name={owner} note={notes.get(owner)} /> : <Nothing />) },
    { title: t.source, key: 'source', render: (_, { source }) => c.sources[source] },
  ]
  return (
    <SettingCard id="setting-overview" title={t.overview} action={<Overlaps conflicts={overlaps} doubled={doubled} />}>
      {segments.isError ? (
        <ErrorState error={segments.error} onRetry={() => void segments.refetch()} />
      ) : segments.data ? (
        <PagedRows rows={rows} keyOf={({ key }) => key} columns={columns} nothing={<EmptyState title={t.poolNone} />} />
      ) : (
        <Skeleton />
      )}
    </SettingCard>
  )
}

/** Returns the first partner of each range in these pairs. */
function partnersIn(pairs: Iterable<readonly [Claim, Claim]>): Map<Claim, Claim> {
  const partners = new Map<Claim, Claim>()
  for (const [wider, inner] of pairs) {
    if (!partners.has(wider)) partners.set(wider, inner)
    if (!partners.has(inner)) partners.set(inner, wider)
  }
  return partners
}

/** Shows how many ranges conflict, and how many LANs are used twice. */
function Overlaps({ conflicts, doubled }: { conflicts: number; doubled: number }) {
  const t = useText(text)
  return (
    <>
      {conflicts > 0 && <Tag color="error">{t.overlaps(conflicts)}</Tag>}
      {doubled > 0 && <Tag color="warning">{t.doubled(doubled)}</Tag>}
    </>
  )
}

/** Shows a member of the network by its name, or a POP's area. */
const Owner = ({ name, note }: { name: string; note: string | undefined }) =>
  note === undefined ? <span>{name}</span> : <MemberName form="line" member={{ router_name: name, note, router_type: typeOf(name) }} />

const SHOWN_RULES = 3
/** Writes a rule in one line; unique within a member. */
const written = ({ ip, mask, ge, le }: PrefixRow) => [`${ip}/${mask}`, ge && `ge ${ge}`, le && `le ${le}`].filter(Boolean).join(' ')
interface MemberRules {
  router_name: string
  note: string
  rules: PrefixRow[]
}

/** Shows each member's first rules and how many it has. */
export function PrefixCard({ network: { network_number, member }, editable }: CardProps) {
  const t = useText(text)
  const { open } = usePanel()
  const prefixes = useQuery(asking(contract.networkSettings.prefix, { network_number }, { quiet: true, missing: 'stay' }))
  const owners: MemberRules[] = [...Map.groupBy(prefixes.data ?? [], ({ router_name }) => router_name)].map(([router_name, rules]) => ({
    router_name,
    note: rules[0]?.note ?? '',
    rules,
  }))
  const hardware = member.filter(({ router_type }) => router_type === 1)
  const columns: ListColumn<MemberRules>[] = [
    {
      title: t.owner,
      key: 'owner',
      card: 'title',
      render: (_, { router_name, note }) => <Owner name={router_name} note={note} />,
    },
    {
      title: t.prefix,
      key: 'rules',
      render: (_, { rules }) => (
        <span className="setting-rules">
          {rules.slice(0, SHOWN_RULES).map((rule) => (
            <span key={written(rule)} className="weft-mono">
              {written(rule)} {rule.permission === 'deny' && t.deny}
            </span>
          ))}
          <small>{t.prefixTotal(rules.length)}</small>
        </span>
      ),
    },
    ...(editable
      ? [
          {
            title: t.actions,
            key: 'edit',
            card: 'actions' as const,
            render: (_: unknown, { router_name }: MemberRules) => (
              <OpenPanel panel="prefix" node={router_name} of={`${router_name} ${t.prefix}`} />
            ),
          },
        ]
      : []),
  ]
  return (
    <SettingCard
      id="setting-prefix"
      title={t.prefix}
      term="prefix"
      panel="prefix"
      action={
        editable &&
        hardware.length > 0 && (
          <Select
            className="setting-prefix-member"
            aria-label={t.prefixMember}
            placeholder={t.prefixAdd}
            showSearch={{ optionFilterProp: 'label' }}
            value={null}
            getPopupContainer={popupContainer}
            popupMatchSelectWidth={false}
            options={hardware.map(({ router_name, note }) => ({
              value: router_name,
              label: note ? bracketed(note, router_name) : router_name,
            }))}
            onChange={(router_name: string | null) => router_name && open('prefix', router_name)}
          />
        )
      }
    >
      {prefixes.isError ? (
        <ErrorState error={prefixes.error} onRetry={() => void prefixes.refetch()} />
      ) : prefixes.data ? (
        <PagedRows
          rows={owners}
          keyOf={({ router_name }) => router_name}
          columns={columns}
          nothing={<span className="setting-help">{t.prefixNone}</span>}
        />
      ) : (
        <Skeleton />
      )}
    </SettingCard>
  )
}
