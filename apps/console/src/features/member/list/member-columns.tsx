import { EllipsisOutlined } from '@ant-design/icons'
import { type MemberSummary, memberFields, placeText } from '@weft/contract'
import { type ListColumn, Nothing, TimeText } from '@weft/ui'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import { TagList } from '@weft/ui/parts/TagList.tsx'
import { Button } from 'antd'
import { availabilityText } from '../../../shared/loom/day.ts'
import { DayStrip } from '../../../shared/loom/DayStrip.tsx'
import { MemberName, nameOf } from '../../../shared/member/MemberName.tsx'
import { ClientVersion } from '../ClientVersion.tsx'
import type * as memberText from '../member.text.ts'
import type { MemberRights } from '../member-rights.ts'
import { shownPhone } from '../shown-phone.ts'
import type { ShownKind } from './KindTabs.tsx'
import type { LabelsInUse } from './LabelFilters.tsx'
import { MemberNetworks } from './MemberNetworks.tsx'
import type * as text from './member-list.text.ts'
import { RowFix } from './RowFix.tsx'
import { StateCell } from './StateCell.tsx'

/** An action on one member. */
export type MemberAction = 'note' | 'label' | 'phone' | 'detail' | 'password' | 'delete' | 'status' | 'profile'

interface Options {
  t: (typeof text)['zhCN']
  m: (typeof memberText)['zhCN']
  spoken: 'zh-CN' | 'en'
  rights: MemberRights
  shown: ShownKind
  /** Columns of labels that no member has are left out. */
  labels: LabelsInUse | undefined
  search: string
  onAction: (action: MemberAction, member: MemberSummary) => void
}

/** Below this percentage the availability of a day is marked. */
const LOW = 99

/** Returns the columns of the list of members, without actions that the login may not do. */
export function memberColumns({ t, m, spoken, rights, shown, labels, search, onAction }: Options): ListColumn<MemberSummary>[] {
  const hardware: ListColumn<MemberSummary>[] = [
    { key: 'model', title: memberFields.router_model.name[spoken], render: (_, { router_model }) => router_model || <Nothing /> },
    {
      key: 'address',
      title: t.address,
      render: (_, { router_ipv4 }) => (router_ipv4 ? <span className="weft-mono">{router_ipv4}</span> : <Nothing />),
    },
    { key: 'seen', title: t.lastSeen, render: (_, { report_time }) => <TimeText at={report_time} relative /> },
  ]
  const software: ListColumn<MemberSummary>[] = [
    {
      key: 'phone',
      title: m.phone,
      card: 'fact',
      render: (_, member) => (
        <span className="member-cell-phone">
          <span>{shownPhone(member) ?? <Nothing />}</span>
          {rights.credentials && member.router_type === 2 && (
            <Button
              type="link"
              size="small"
              aria-label={member.phone === null ? t.bindOf(nameOf(member)) : t.changeOf(nameOf(member))}
              onClick={() => onAction('phone', member)}
            >
              {member.phone === null ? t.bind : t.change}
            </Button>
          )}
        </span>
      ),
    },
  ]
  const place: ListColumn<MemberSummary> = {
    key: 'place',
    title: memberFields.place.name[spoken],
    render: (_, member) => placeText(member) || <Nothing />,
  }
  const tags: ListColumn<MemberSummary> = {
    key: 'tags',
    title: memberFields.tags.name[spoken],
    render: (_, member) => <TagList tag={member.tags.join(',')} atMost={2} />,
  }
  const availability: ListColumn<MemberSummary>[] = [
    {
      key: 'day',
      title: t.day,
      width: 168,
      render: (_, member) => (member.day === null ? <Nothing /> : <DayStrip day={member.day} availability={member.availability} />),
    },
    {
      key: 'availability',
      title: t.availability,
      align: 'right',
      render: (_, member) =>
        member.availability === null ? (
          <Nothing />
        ) : (
          <span className={member.availability < LOW ? 'member-low' : undefined}>{availabilityText(member.availability)}</span>
        ),
    },
  ]
  return [
    {
      key: 'name',
      title: m.nameAndNote,
      pinned: true,
      holds: t.nameHolds,
      card: 'title',
      render: (_, member) => (
        <MemberName
          member={member}
          state={member.state}
          search={search}
          onAddName={rights.edit ? () => onAction('note', member) : undefined}
        />
      ),
    },
    { key: 'status', title: t.status, card: 'status', render: (_, member) => <StateCell member={member} /> },
    { key: 'networks', title: t.networks, render: (_, member) => <MemberNetworks networks={member.networks} /> },
    ...(shown === 'software' ? software : availability),
    ...(shown === 'hardware' ? hardware : []),
    {
      key: 'version',
      title: shown === 'hardware' ? t.hardwareVersion : shown === 'software' ? t.clientVersion : memberFields.version.name[spoken],
      render: (_, member) => <ClientVersion client={member} />,
    },
    ...(labels?.provinces.length ? [place] : []),
    ...(labels?.tags.length ? [tags] : []),
    {
      key: 'actions',
      title: m.actions,
      pinned: true,
      // The fix of an ailing row stays in sight where the columns do not all fit.
      fixed: 'right',
      card: 'actions',
      render: (_, member) => (
        <span className="member-actions">
          <RowFix member={member} />
          {shown !== 'all' && (
            <Button type="link" size="small" aria-label={t.detailOf(nameOf(member))} onClick={() => onAction('detail', member)}>
              {m.detail}
            </Button>
          )}
          <MenuButton
            items={menuOf({ t, m, rights }, member, (action) => onAction(action, member))}
            type="text"
            size="small"
            icon={<EllipsisOutlined aria-hidden />}
            aria-label={t.moreOf(nameOf(member))}
          />
        </span>
      ),
    },
  ]
}

/** Returns what can be done with a member, deleting it last. */
function menuOf({ t, m, rights }: Pick<Options, 't' | 'm' | 'rights'>, member: MemberSummary, begin: (action: MemberAction) => void) {
  const software = member.router_type === 2
  const item = (key: MemberAction, label: string, allowed: boolean) =>
    allowed ? [{ key, label, danger: key === 'delete', onClick: () => begin(key) }] : []
  return [
    ...item('detail', m.detail, true),
    ...item('note', m.editNote, rights.edit),
    ...item('label', t.label, rights.edit),
    ...item('phone', member.phone === null ? m.bindPhone : m.changePhone, software && rights.credentials),
    ...item('password', t.changePassword, software && rights.credentials),
    ...item('status', member.status === 1 ? m.disable : m.enable, software && rights.edit),
    ...item('profile', t.profile, software && rights.edit),
    ...item('delete', m.delete, rights.delete),
  ]
}
