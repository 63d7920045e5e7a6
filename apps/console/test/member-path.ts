import type { DiagnosisCause, MemberPath, PathHop, PathTarget, State } from '@weft/contract'
import { diagnoses, siteGuides } from '@weft/contract'
import { fixOf } from '@weft/network-rules'

/** Returns a target that is up, unless `change` says otherwise. */
const aTarget = (change: Partial<PathTarget> = {}): PathTarget => ({
  network_number: '1000000001',
  kind: 'center',
  router_name: 'HQ-0001',
  ov_id: null,
  name: '上海总部机房',
  role: 'main',
  state: 'up',
  since: 1_790_000_000,
  vpn_ip: '10.128.0.3',
  ...change,
})

/** Returns the path of a member whose hops have these states. */
export function aPath(
  cause: DiagnosisCause,
  [device, internet, targets, networks]: [State, State, State, State],
  change: Partial<MemberPath> = {},
): MemberPath {
  const hop = (kind: PathHop['kind'], state: State, more: Partial<PathHop> = {}): PathHop => ({
    kind,
    state,
    since: null,
    facts: [],
    ...more,
  })
  const guide = siteGuides[cause]['zh-CN']
  return {
    router_type: 1,
    state: 'up',
    cause,
    since: null,
    broken: null,
    hops: [
      hop('device', device),
      hop('internet', internet),
      hop('targets', targets, { targets: [aTarget({ state: targets === 'unknown' ? 'unknown' : 'up' })] }),
      hop('networks', networks, {
        networks: [{ network_number: '1000000001', network_name: '总部—门店', member_type: 'point', state: networks }],
      }),
    ],
    lan: [],
    headline: guide.headline,
    text: diagnoses[cause]['zh-CN'].text,
    evidence: [],
    audience: guide.audience,
    steps: [...guide.steps],
    next_step: diagnoses[cause].next_step,
    fix: fixOf({ cause, router_type: 1, error: null }),
    network_number: null,
    ...change,
  }
}

/** Returns the path of a device that was lost at that time. */
export const aLostPath = (since: number): MemberPath =>
  aPath('connection_lost', ['unknown', 'down', 'unknown', 'unknown'], {
    state: 'down',
    since,
    broken: 'internet',
    text: '设备与平台失去联系，最近一次在 203.0.113.7 断开',
    evidence: [
      { time: since, text: '最后一次心跳' },
      { time: since + 1, text: '4 条链路同时断开' },
      { time: since + 31, text: '已告警：站内消息、钉钉' },
    ],
  })
