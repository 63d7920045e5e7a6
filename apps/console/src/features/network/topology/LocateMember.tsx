import { SearchOutlined } from '@ant-design/icons'
import { folded, type NetworkMember } from '@weft/contract'
import { StatusDot, useText } from '@weft/ui'
import { AutoComplete, Input } from 'antd'
import { useMemo, useState } from 'react'
import type { Connection } from '../detail/network-state.ts'
import { namedLike } from '../../../shared/member/named-like.ts'
import { titleOf } from './topology-groups.ts'
import * as text from './topology.text.ts'
import { markOf } from './topology-words.ts'

/** Maximum number of hits in the list. */
const MAX_HITS = 50

interface Props {
  members: readonly NetworkMember[]
  connections: ReadonlyMap<string, Connection>
  onLocate: (member: NetworkMember) => void
  container: () => HTMLElement
}

/** Finds members by name, note or VPN address (「定位成员」): Enter opens the only hit, or the list of several. */
export function LocateMember({ members, connections, onLocate, container }: Props) {
  const t = useText(text)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const wanted = folded(typed)
  const hits = useMemo(
    () =>
      wanted === ''
        ? []
        : members.filter(
            (m) => namedLike(m, wanted) || connections.get(m.router_name)?.vpn_ips.some((address) => address.startsWith(wanted)),
          ),
    [members, connections, wanted],
  )
  const go = (member: NetworkMember) => {
    setTyped(titleOf(member))
    setOpen(false)
    setAnnouncement(t.located(titleOf(member)))
    onLocate(member)
  }
  const enter = () => {
    const exact = hits.filter((m) => folded(m.router_name) === wanted || folded(m.note) === wanted)
    const [only, second] = exact.length === 1 ? exact : hits
    if (only && !second) return go(only)
    setAnnouncement(hits.length === 0 ? t.noHit : t.hits(hits.length))
    setOpen(wanted !== '')
  }
  return (
    <>
      <AutoComplete
        className="topology-locate"
        value={typed}
        open={open && wanted !== ''}
        onOpenChange={setOpen}
        getPopupContainer={container}
        popupMatchSelectWidth={320}
        defaultActiveFirstOption={false}
        notFoundContent={t.noHit}
        options={hits.slice(0, MAX_HITS).map((member) => ({
          value: member.router_name,
          member,
          label: (
            <span className="topology-hit">
              <StatusDot kind={markOf(member)} text={titleOf(member)} />
              <small className="weft-mono">{member.router_name}</small>
            </span>
          ),
        }))}
        onChange={(value) => setTyped(value)}
        onSelect={(_, { member }) => go(member)}
      >
        <Input
          aria-label={t.locate}
          placeholder={t.locate}
          allowClear
          suffix={<SearchOutlined aria-hidden />}
          onPressEnter={(event) => {
            // If an option is highlighted, Enter chooses it.
            if (event.currentTarget.getAttribute('aria-activedescendant')?.match(/_\d+$/)) return
            // Otherwise the field would close the list that this opens.
            event.stopPropagation()
            enter()
          }}
        />
      </AutoComplete>
      <span role="status" className="weft-hidden">
        {announcement}
      </span>
    </>
  )
}
