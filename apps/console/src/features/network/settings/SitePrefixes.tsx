import type { NetworkMember, OutputOf, PrefixRow } from '@weft/contract'
import type { contract } from '@weft/contract'
import { formatPrefix } from '@weft/net'
import { claimText } from '@weft/network-rules'
import { EmptyState, language, type ListColumn, Nothing, StateText, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { Tag } from 'antd'
import { MemberName } from '../../../shared/member/MemberName.tsx'
import { typeOf } from '../../../shared/member/name-of.ts'
import type { CardProps } from './BasicCards.tsx'
import { isFound } from './find-segment.ts'
import type { SegmentRow } from './segment-rows.ts'
import { OpenPanel } from './SettingCard.tsx'
import * as text from './settings-tab.text.ts'
import { usePanel } from './use-panel.ts'

const SHOWN_RULES = 3
/** Writes a rule in one line; unique within a member. */
const written = ({ ip, mask, ge, le }: PrefixRow) => [`${ip}/${mask}`, ge && `ge ${ge}`, le && `le ${le}`].filter(Boolean).join(' ')

/** A site with its rules, and the ranges of it that have a problem. */
interface PrefixSite {
  router_name: string
  note: string
  member: NetworkMember | undefined
  rules: PrefixRow[]
  troubled: SegmentRow[]
}

/** Returns all hardware of a network with its rules, those with a problem first, then centers. */
export function prefixSites(
  rules: OutputOf<typeof contract.networkSettings.prefix>,
  segments: readonly SegmentRow[],
  members: readonly NetworkMember[],
): PrefixSite[] {
  const ruled = Map.groupBy(rules, ({ router_name }) => router_name)
  const hardware = members.filter(({ router_type }) => router_type === 1)
  const known = new Set(hardware.map(({ router_name }) => router_name))
  const others = [...ruled].filter(([name]) => !known.has(name))
  const troubled = Map.groupBy(
    segments.filter(
      ({ purpose, against, beside, network_name }) => purpose === 'prefix' && network_name === undefined && (against ?? beside),
    ),
    ({ owner }) => owner,
  )
  const sites = [
    ...hardware.map((member) => ({ router_name: member.router_name, note: member.note, member })),
    ...others.map(([router_name, [first]]) => ({ router_name, note: first?.note ?? '', member: undefined })),
  ].map((site) => ({ ...site, rules: ruled.get(site.router_name) ?? [], troubled: troubled.get(site.router_name) ?? [] }))
  const rank = ({ member, troubled: own }: PrefixSite) =>
    member?.config_error ? 0 : own.some(({ against }) => against) ? 1 : own.length > 0 ? 2 : member?.member_type === 'center' ? 3 : 4
  return sites.toSorted((a, b) => rank(a) - rank(b))
}

/** Lists the sites with their prefixes, and what is wrong with them. */
export function PrefixTable({ network, editable, sites, search }: CardProps & { sites: PrefixSite[]; search: string }) {
  const t = useText(text)
  const spoken = language.use()
  const { node, panel } = usePanel()
  const addresses = Map.groupBy(
    network.link.filter(({ vpn_ip }) => vpn_ip !== null),
    ({ router_name }) => router_name,
  )
  const notes = new Map(network.member.map(({ router_name, note }) => [router_name, note]))
  const shown = sites.filter(({ router_name, note, rules }) => isFound(search, [note, router_name], rules))
  const says = ({ member, troubled: [first] }: PrefixSite) => {
    if (member?.config_error) return <span className="setting-wrong">{member.config_error}</span>
    if (first?.against)
      return <span className="setting-wrong">{t.overlapWith(`${claimText(first.against, spoken)} ${formatPrefix(first.against)}`)}</span>
    if (first?.beside)
      return (
        <span className="setting-warns">
          {t.overlapWith(`${notes.get(first.beside.owner) || first.beside.owner} ${formatPrefix(first.beside)}`)}
        </span>
      )
    return <Nothing />
  }
  const columns: ListColumn<PrefixSite>[] = [
    {
      title: t.site,
      key: 'site',
      card: 'title',
      render: (_, { router_name, note, member }) => (
        <span className="setting-site">
          <MemberName form="line" member={{ router_name, note, router_type: typeOf(router_name) }} state={member?.state} />
          {member?.member_type === 'center' && <Tag>{t.center}</Tag>}
        </span>
      ),
    },
    {
      title: t.prefix,
      key: 'rules',
      render: (_, { rules, troubled }) =>
        rules.length === 0 ? (
          <span className="setting-help">{t.noPrefix}</span>
        ) : (
          <span className="setting-rules">
            {rules.slice(0, SHOWN_RULES).map((rule) => {
              const wrong = troubled.find((range) => formatPrefix(range) === `${rule.ip}/${rule.mask}`)
              return (
                <span
                  key={written(rule)}
                  className={`setting-rule-box weft-mono ${wrong ? (wrong.against ? 'setting-rule-wrong' : 'setting-rule-twice') : ''}`}
                >
                  {written(rule)} {rule.permission === 'deny' && t.deny}
                </span>
              )
            })}
            {rules.length > SHOWN_RULES && <small>{t.moreRules(rules.length - SHOWN_RULES)}</small>}
          </span>
        ),
    },
    {
      title: t.tunnelAddress,
      key: 'address',
      render: (_, { router_name }) => {
        const [first] = addresses.get(router_name) ?? []
        return first?.vpn_ip ? <span className="weft-mono">{first.vpn_ip}</span> : <Nothing />
      },
    },
    { title: t.remark, key: 'says', card: 'fact', render: (_, site) => says(site) },
    ...(editable
      ? [
          {
            title: t.actions,
            key: 'edit',
            card: 'actions' as const,
            align: 'right' as const,
            render: (_: unknown, { router_name, note, rules }: PrefixSite) => (
              <OpenPanel
                panel="prefix"
                node={router_name}
                of={`${note || router_name} ${t.prefix}`}
                {...(rules.length === 0 ? { words: t.add } : {})}
              />
            ),
          },
        ]
      : []),
  ]
  const troubled = sites.filter((site) => site.troubled.length > 0 || site.member?.config_error).length
  return (
    <>
      {troubled > 0 && (
        <p className="setting-troubled">
          <StateText state="failed">{t.troubled(troubled)}</StateText>
        </p>
      )}
      <PagedRows
        rows={shown}
        keyOf={({ router_name }) => router_name}
        columns={columns}
        marked={panel === 'prefix' ? node : undefined}
        nothing={search === '' ? <EmptyState title={t.prefixNone} /> : <EmptyState kind="filtered" title={t.notFound(search)} />}
      />
    </>
  )
}
