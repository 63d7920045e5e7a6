import {
  type ConnectionLog,
  connectionEventNames,
  exceededText,
  headingOf,
  type LoginLog,
  type LogType,
  type NamedRow,
  recordFields,
  type SessionLog,
  siteGuides,
  stillConnected,
} from '@weft/contract'
import { fromUnix } from '../../../kernel/clock.ts'

/** A column of a log's file: its heading, its width in characters, and its cell. */
interface Column<R> {
  heading: string
  width: number
  cell(row: R): string | number | null
}
const column = <R>(field: keyof typeof recordFields, width: number, cell: Column<R>['cell']): Column<R> => ({
  heading: headingOf(recordFields[field], 'zh-CN'),
  width,
  cell,
})
const SHANGHAI_SECONDS = 8 * 3600
/** Formats a time in Shanghai, whose offset never changes: a formatter that looks calendars up takes longer than the rest of a row. */
const at = (seconds: number | null) =>
  seconds === null
    ? null
    : fromUnix(seconds + SHANGHAI_SECONDS)
        .toISOString()
        .slice(0, 19)
        .replace('T', ' ')

/** A row's member: by its serial number or login, and by the name that it has now. */
const members: Column<NamedRow>[] = [column('router_name', 28, (row) => row.router_name), column('note', 24, (row) => row.note)]

const dial = (ends: Column<SessionLog>[], lasted: 'online_time' | 'pop_online_time'): Column<SessionLog>[] => [
  ...members,
  ...ends,
  column('orig', 24, (row) => row.orig),
  column('vpn_ip', 18, (row) => row.vpn_ip),
  column('start_time', 22, (row) => at(row.start_time)),
  column('end_time', 22, (row) => at(row.end_time) ?? stillConnected['zh-CN']),
  column(lasted, 14, (row) => row.online_time),
]

const logins: Column<LoginLog>[] = [
  ...members,
  column('ip', 18, (row) => row.ip),
  column('os', 12, (row) => row.os),
  column('version', 14, (row) => row.version),
  column('sys_brand', 14, (row) => row.sys_brand),
  column('sys_model', 18, (row) => row.sys_model),
  column('sys_version', 20, (row) => row.sys_version),
  column('login_time', 22, (row) => at(row.create_time)),
]

/** Says why a member was not well, and which lost center was the cause. */
function causeText(outage: ConnectionLog['outage']): string | null {
  if (!outage?.cause) return null
  const { headline } = siteGuides[outage.cause]['zh-CN']
  return outage.behind === null ? headline : `${headline}：${outage.behind_note || outage.behind}`
}

const connections: Column<ConnectionLog>[] = [
  ...members,
  column('remote_ip', 18, (row) => row.remote_ip),
  column('remote_port', 12, (row) => (row.remote_ip === '' ? null : row.remote_port)),
  column('firmware', 14, (row) => row.version),
  column('online', 10, (row) => connectionEventNames[row.online]['zh-CN']),
  column('event_time', 22, (row) => at(row.create_time)),
  column('cause', 24, ({ exceeded, outage }) => (exceeded === null ? causeText(outage) : exceededText(exceeded, 'zh-CN'))),
  column('away', 14, ({ outage }) => outage?.seconds ?? null),
  column('network_name', 24, (row) => row.networks.map(({ network_name }) => network_name).join('、')),
]

/** The name and the columns of each log's file. */
export const logFiles = {
  software_login: { name: '软件登录记录', columns: logins },
  connect: { name: '连接日志', columns: connections },
  online: {
    name: '在线日志（中心）',
    columns: dial(
      [
        column('network_number', 14, (row) => row.network_number),
        column('network_name', 24, (row) => row.network_name),
        column('link_router_name', 28, (row) => row.link_router_name),
        column('link_note', 24, (row) => row.link_note),
      ],
      'online_time',
    ),
  },
  pop_online: {
    name: '在线日志（POP）',
    columns: dial([column('pop_name', 20, (row) => row.pop_name), column('area', 14, (row) => row.area)], 'pop_online_time'),
  },
} satisfies Record<LogType, { name: string; columns: Column<never>[] }>
