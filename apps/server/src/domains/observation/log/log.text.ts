import type { ConnectionLog, DialRecord, LoginRecord, LogType } from '@weft/contract'
import { fromUnix } from '../../../kernel/clock.ts'

/** A column of a log's file: its heading, its width in characters, and its cell. */
interface Column<R> {
  heading: string
  width: number
  cell(row: R): string | number | null
}
const column = <R>(heading: string, width: number, cell: Column<R>['cell']): Column<R> => ({ heading, width, cell })
const SHANGHAI_SECONDS = 8 * 3600
/** In Shanghai, which has one offset for good: a formatter that looks calendars up takes longer than the rest of a row. */
const at = (seconds: number | null) =>
  seconds === null
    ? null
    : fromUnix(seconds + SHANGHAI_SECONDS)
        .toISOString()
        .slice(0, 19)
        .replace('T', ' ')

const dial = (ends: Column<DialRecord>[], lasted: string): Column<DialRecord>[] => [
  column('成员名称', 28, (row) => row.router_name),
  ...ends,
  column('来源地址:端口', 24, (row) => row.orig),
  column('VPN 地址', 18, (row) => row.vpn_ip),
  column('开始时间（北京时间）', 22, (row) => at(row.start_time)),
  column('结束时间（北京时间）', 22, (row) => at(row.end_time) ?? '在线中'),
  column(`${lasted}（秒）`, 14, (row) => row.online_time),
]

const logins: Column<LoginRecord>[] = [
  column('成员名称', 28, (row) => row.router_name),
  column('登录 IP', 18, (row) => row.ip),
  column('系统', 12, (row) => row.os),
  column('客户端版本', 14, (row) => row.version),
  column('品牌', 14, (row) => row.sys_brand),
  column('型号', 18, (row) => row.sys_model),
  column('系统版本', 20, (row) => row.sys_version),
  column('登录时间（北京时间）', 22, (row) => at(row.create_time)),
]

const connections: Column<ConnectionLog>[] = [
  column('成员名称', 28, (row) => row.router_name),
  column('远端地址', 18, (row) => row.remote_ip),
  column('远端端口', 12, (row) => (row.remote_ip === '' ? null : row.remote_port)),
  column('固件版本', 14, (row) => row.version),
  column('操作', 10, (row) => (row.online === 1 ? '上线' : '下线')),
  column('操作时间（北京时间）', 22, (row) => at(row.create_time)),
]

/** What each log's file is called, and what stands in it. */
export const logFiles = {
  software_login: { name: '软件登录记录', columns: logins },
  connect: { name: '连接日志', columns: connections },
  online: {
    name: '在线日志（中心）',
    columns: dial([column('组网编号', 14, (row) => row.network_number), column('中心名称', 28, (row) => row.link_router_name)], '在线时长'),
  },
  pop_online: {
    name: '在线日志（POP）',
    columns: dial([column('POP 资源', 20, (row) => row.pop_name), column('区域', 14, (row) => row.area)], '时长'),
  },
} satisfies Record<LogType, { name: string; columns: Column<never>[] }>
