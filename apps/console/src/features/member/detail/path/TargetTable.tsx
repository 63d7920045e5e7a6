import { type MemberCheck, type PathNetwork, type PathTarget, stateNames } from '@weft/contract'
import { language, lasting, StateMark, useText } from '@weft/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { memberPath } from '../../../../shared/member/member-paths.ts'
import { usePageOpen } from '../../../../shared/page/open-pages.ts'
import * as text from './path.text.ts'

/** Targets that are shown before 「另 n 个」. */
const SHOWN = 6
const rank: Record<PathTarget['state'], number> = {
  down: 0,
  degraded: 1,
  takeover: 2,
  up: 3,
  standby: 4,
  never: 5,
  unknown: 6,
  disabled: 7,
}

interface Props {
  targets: readonly PathTarget[]
  networks: readonly PathNetwork[]
  /** Unix seconds. */
  now: number
  /** The figures of 立即检测, shown in place of the addresses; undefined until the user has asked for them. */
  check: MemberCheck | undefined
}

/** Shows what a member dials, the worst first; with the network where it dials one center in several. */
export function TargetTable({ targets, networks, now, check }: Props) {
  const t = useText(text)
  const spoken = language.use()
  const isOpen = usePageOpen()
  const [all, setAll] = useState(false)
  if (targets.length === 0) return null
  const rows = targets.toSorted((a, b) => rank[a.state] - rank[b.state])
  const nameOf = new Map(networks.map(({ network_number, network_name }) => [network_number, network_name]))
  const twice = new Set(targets.map(({ router_name, ov_id }) => router_name ?? ov_id)).size < targets.length
  const shown = all ? rows : rows.slice(0, SHOWN)
  return (
    <>
      <table className="member-path-targets">
        <thead>
          <tr>
            <th scope="col">{t.target}</th>
            <th scope="col">{t.linkState}</th>
            {check ? (
              [t.rtt, t.loss, t.jitter].map((figure) => (
                <th key={figure} scope="col" className="member-path-figure">
                  {figure}
                </th>
              ))
            ) : (
              <th scope="col">{t.vpnIp}</th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((target) => {
            const { network_number, router_name, ov_id, name, role, state, since, vpn_ip } = target
            return (
              <tr key={`${network_number} ${router_name ?? ov_id}`}>
                <th scope="row">
                  <StateMark state={state} size={12} />{' '}
                  {router_name !== null && isOpen('/router/detail') ? <Link to={memberPath.detail(router_name)}>{name}</Link> : name}
                  {role && <span className="member-path-role"> · {t[role]}</span>}
                  {twice && <span className="member-path-role"> · {nameOf.get(network_number)}</span>}
                </th>
                <td className={state === 'down' ? 'member-path-alarm' : undefined}>
                  {stateNames[state][spoken]}
                  {since !== null && ` ${lasting(now - since)}`}
                </td>
                {check ? <Figures check={check} target={target} /> : <td className="weft-mono">{vpn_ip ?? '—'}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
      {rows.length > SHOWN && (
        <Button type="link" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t.less : t.more(rows.length - SHOWN)}
        </Button>
      )}
    </>
  )
}

/** Packets lost of a few, in percent, from which a tunnel is marked. */
const LOSSY = 3

function Figures({ check, target: { network_number, router_name, ov_id } }: { check: MemberCheck; target: PathTarget }) {
  const found = check.tunnels.find(
    (one) => one.network_number === network_number && one.router_name === router_name && one.ov_id === ov_id,
  )?.measured
  const cell = (figure: number | null | undefined, unit: string) => (figure === null || figure === undefined ? '—' : `${figure}${unit}`)
  return (
    <>
      <td className="member-path-figure">{cell(found?.rtt, ' ms')}</td>
      <td className={`member-path-figure ${found && found.loss >= LOSSY ? 'member-path-alarm' : ''}`}>{cell(found?.loss, '%')}</td>
      <td className="member-path-figure">{cell(found?.jitter, ' ms')}</td>
    </>
  )
}
