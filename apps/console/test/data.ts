import type {
  AccountInfo,
  LinkQualityRow,
  MemberSummary,
  NetworkCard,
  NetworkConfig,
  NetworkDraft,
  NetworkInfo,
  NetworkLink,
  NetworkMember,
  NetworkProgress,
  NetworkSummary,
  Problem,
  Verdict,
} from '@weft/contract'
import { flagsGranting, MemberChanges, newNetworkOptions } from '@weft/contract'

/** Returns an owner with every right, unless `change` says otherwise. */
export function anAccount(change: Partial<AccountInfo> = {}): AccountInfo {
  return {
    username: 'linxiao',
    nickname: '林晓',
    birthday: null,
    industry: null,
    occupation: null,
    user_phone: '138****5678',
    user_email: 'li***@example.com',
    area_code: '86',
    sign: '20000001',
    message_count: 3,
    ram: 0,
    account_number: '20000001',
    default_channel: 'phone',
    totp: 0,
    viewing: null,
    ...change,
    auth: change.auth ?? anAuth(),
  }
}

type Easylink = AccountInfo['auth']['easylink']

export function anAuth(network: Partial<Easylink['network']> = {}, router: Partial<Easylink['router']> = {}): AccountInfo['auth'] {
  const { easylink, ...beside } = flagsGranting(() => true)
  return {
    quagga: 1,
    quagga_advanced: 1,
    default_route: 1,
    easylink: {
      router: { ...easylink.router, ...router },
      network: { ...easylink.network, networks: [], ...network },
    },
    ...beside,
  }
}

export const aConfig = (change: Partial<NetworkConfig> = {}): NetworkConfig => ({
  network_router_use: 4,
  network_router_count: 10,
  network_level: 1,
  network_center_count: 1,
  dns_quantity: 2,
  ...change,
})

/** No figures of the past. */
export const noPast = { day: null, availability: null }

export const aSummary = (change: Partial<NetworkSummary> = {}): NetworkSummary => ({
  network_number: '1000000001',
  network_name: '华东生产网',
  network_type: 1,
  member_count: 3,
  fr_name: '',
  network_status: 1,
  network_service: 1,
  online_count: 2,
  revision_state: 'applied',
  applied_count: 3,
  pending_count: 0,
  failed_count: 0,
  refused: [],
  attention: 0,
  state: 'up',
  revision: 31,
  picture: null,
  found_by: null,
  ...noPast,
  ...change,
})

export const aMember = (change: Partial<NetworkMember> = {}): NetworkMember => ({
  router_name: 'HQ-0001',
  note: '总部',
  router_type: 1,
  member_type: 'center',
  online: 1,
  online_status: 1,
  status: 1,
  version: null,
  os: null,
  revision_state: 'applied',
  config_error: null,
  mode: null,
  default_route: 0,
  metric: null,
  quagga: 0,
  routing: null,
  ov_id: null,
  fixed_port: null,
  gateway: null,
  center_router_name_note: '',
  prefix_count: 0,
  province: '',
  city: '',
  tags: [],
  state: 'up',
  cause: null,
  since: null,
  ...noPast,
  ...change,
})

/** A member as an event tells that it changed. */
export const aChange = (change: Partial<MemberChanges['member'][number]> = {}): MemberChanges['member'][number] =>
  MemberChanges.shape.member.element.parse(aMember(change))

/** Returns a branch's link to the center, down unless `change` says otherwise. */
export const aLink = (change: Partial<NetworkLink> = {}): NetworkLink => ({
  router_name: 'SH-0002',
  router_name_note: '',
  center_router_name: 'HQ-0001',
  center_router_name_note: '',
  kind: 'center',
  enable: 1,
  vpn_online: 0,
  vpn_ip: '10.128.0.3',
  vpn_online_time: null,
  state: change.vpn_online === 1 ? 'up' : 'down',
  since: null,
  ...change,
})

/** A link as the list of their quality has it, with three quarters of an hour, in the second of which nothing was measured. */
export const aQuality = (change: Partial<LinkQualityRow> = {}): LinkQualityRow => ({
  router_name: 'SH-1',
  router_name_note: '上海静安店',
  center_router_name: 'HQ-1',
  center_router_name_note: '上海总部',
  enable: 1,
  vpn_online: 1,
  quality: 'good',
  loss_out: 0,
  loss_back: 0,
  rtt: 11,
  rtt_p95: 16,
  usual_rtt: 10,
  jitter: 2,
  series: { from: 1_790_000_100, step: 900, rtt: [10, null, 11], rtt_p95: [14, null, 16], loss: [0, null, 0], jitter: [2, null, 2] },
  ...change,
})

export const aNetwork = (change: Partial<NetworkInfo> = {}): NetworkInfo => ({
  network_number: '1000000001',
  network_name: '华东生产网',
  create_time: 1_790_000_000,
  network_type: 1,
  member_count: 3,
  fr_name: '',
  network_status: 1,
  network_service: 1,
  network_level: 1,
  revision: 7,
  revision_state: 'applied',
  ...newNetworkOptions,
  network_center_link: 0,
  network_center_link_show: 0,
  network_center_link_network: null,
  network_dns: [],
  network_fr: null,
  routing: { type: 1, main_router: null, secondary_router: null },
  member: [aMember(), aMember({ router_name: 'SH-0002', note: '上海门店', member_type: 'point' })],
  link: [],
  ...change,
})

/** Returns a POP resource with two areas. */
/** Returns a network's draft, by default none. */
export const aDraft = (change: Partial<NetworkDraft> = {}): NetworkDraft => ({
  version: 0,
  changes: [],
  base_revision: 7,
  author: '',
  comment: '',
  update_time: null,
  members: [],
  ...change,
})

const counts = { members: 42, centers: 2, applied: 41, pending: 0, failed: 0, offline: 1, never: 0 }
/** Returns a change that was just made and that all members but one have applied. */
export const aProgress = ({
  counts: changed,
  ...change
}: Partial<Omit<NetworkProgress, 'counts'>> & { counts?: Partial<NetworkProgress['counts']> } = {}): NetworkProgress => ({
  network_name: '总部—门店',
  revision: 32,
  began: 1_790_000_000,
  time: 1_790_000_002,
  by: 'lin',
  own: 1,
  draft: 0,
  change_count: 1,
  changes: ['DNS 改为 10.1.0.53、10.1.0.54'],
  restores: null,
  impact: [{ kind: 'live', seconds: 0, count: 42, router_names: [] }],
  steps: [],
  counts: { ...counts, ...changed },
  elapsed_ms: 800,
  members: [],
  failed: [],
  offline: [],
  undo_until: 1_790_000_060,
  ...change,
})

export const aPopResource = (): NonNullable<NetworkInfo['network_fr']> => ({
  network_fr_id: '3',
  shortname: '华东骨干',
  bandwidth: 100,
  status: 1,
  expire_day: 212,
  expire_time: 1_808_000_000,
  areas: [
    { ov_id: '7', area: '上海一区' },
    { ov_id: '8', area: '广州二区' },
  ],
})

/** Returns a row of the member list: an online hardware member, unless `change` says otherwise. */
export const aMemberSummary = (change: Partial<MemberSummary> = {}): MemberSummary => ({
  router_name: 'WR-HQ-0001',
  note: '上海总部',
  province: '',
  city: '',
  tags: [],
  router_type: 1,
  online: 1,
  online_status: 1,
  status: 1,
  version: '5.4.2',
  os: null,
  phone: null,
  area_code: null,
  sign: '',
  router_model: 'WR-210',
  router_ipv4: null,
  report_time: null,
  state: 'up',
  cause: null,
  since: null,
  networks: [],
  ...noPast,
  ...change,
})

/** Returns a software member that is online on Windows, unless `change` says otherwise. */
export const aSoftwareMember = (username: string, change: Partial<MemberSummary> = {}): MemberSummary =>
  aMemberSummary({
    router_name: `${username}@20000001`,
    note: '',
    router_type: 2,
    version: '3.2.1',
    os: 'windows',
    phone: '138****5678',
    area_code: '86',
    sign: '20000001',
    ...change,
  })

/** Returns a lost branch, unless `change` says otherwise. */
export const aProblem = (change: Partial<Problem> = {}): Problem => ({
  id: 'connection_lost/SH-0002',
  state: 'down',
  cause: 'connection_lost',
  subjects: [{ router_name: 'SH-0002', note: '合肥政务店', router_type: 1 }],
  count: 1,
  affected: 0,
  network_number: ['1000000001'],
  since: 1_790_000_000 - 8040,
  title: '合肥政务店失联',
  effect: '设备与平台和两个中心同时失去联系，多半是断电或上网线路中断',
  action: 'steps',
  ...change,
})

/** Returns the verdict of an account in which all is well, unless `change` says otherwise. */
export const aVerdict = (change: Partial<Verdict> = {}): Verdict => ({
  time: 1_790_000_000,
  problems: [],
  causes: change.problems?.length ?? 0,
  things: change.problems?.length ?? 0,
  sites: { total: 42, up: 42 - (change.problems?.length ?? 0) },
  networks: { total: 4, up: 4 },
  links: { total: 165, up: 165 },
  software: { total: 11, up: 8 },
  well_since: change.problems === undefined ? 1_790_000_000 - 6 * 86_400 - 4 * 3600 : null,
  availability: null,
  last_problem: null,
  reminders: [],
  fresh: { count: 0, members: [], since: null },
  ...change,
})

/** Returns the card of a network with one site, unless `change` says otherwise. */
export const aNetworkCard = (change: Partial<NetworkCard> = {}): NetworkCard => ({
  network_number: '1000000001',
  network_name: '总部—门店',
  network_type: 1,
  network_status: 1,
  member_count: 2,
  attention: 0,
  day: null,
  availability: 99.76,
  state: 'up',
  threads: [{ name: '上海总部', kind: 'center', state: 'up' }],
  rows: [{ state: 'up', crossings: ['up'] }],
  sites_per_row: 1,
  bytes: 1_500_000_000,
  ...change,
})
