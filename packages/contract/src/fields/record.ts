import type { Language } from '../language.ts'
import { type Field, type Words, words } from './field.ts'

export const connectionEventNames = { 0: words('下线', 'Disconnected'), 1: words('上线', 'Connected') }

/** The fields of logs and records: sign-ins, tunnel sessions, and the comings and goings of control connections. */
export const recordFields = {
  router_name: { name: words('成员名称', 'Member name'), kind: 'name' },
  note: { name: words('名称', 'Name'), kind: 'text' },
  network_name: { name: words('组网', 'Network'), kind: 'text' },
  network_number: { name: words('组网编号', 'Network number'), kind: 'text' },
  link_router_name: { name: words('中心名称', 'Hub'), kind: 'name' },
  link_note: { name: words('中心', 'Hub name'), kind: 'text' },
  pop_name: { name: words('POP 资源', 'POP resource'), kind: 'text' },
  area: { name: words('区域', 'Area'), kind: 'text' },
  orig: { name: words('来源地址:端口', 'Source address:port'), kind: 'address' },
  vpn_ip: { name: words('VPN 地址', 'VPN address'), kind: 'address' },
  start_time: { name: words('开始时间', 'Start'), kind: 'time' },
  end_time: { name: words('结束时间', 'End'), kind: 'time' },
  online_time: { name: words('在线时长', 'Connected for'), kind: 'seconds' },
  pop_online_time: { name: words('时长', 'Duration'), kind: 'seconds' },
  peer: { name: words('对端', 'Other end'), kind: 'text' },
  upload: { name: words('上行流量', 'Up'), kind: 'bytes' },
  download: { name: words('下行流量', 'Down'), kind: 'bytes' },
  address: { name: words('地址', 'Address'), kind: 'address' },
  origin: { name: words('来源地址', 'Origin'), kind: 'address' },
  ip: { name: words('登录 IP', 'Login IP'), kind: 'address' },
  os: { name: words('系统', 'System'), kind: 'text' },
  version: { name: words('客户端版本', 'Client version'), kind: 'text' },
  sys_brand: { name: words('品牌', 'Brand'), kind: 'text' },
  sys_model: { name: words('型号', 'Model'), kind: 'text' },
  sys_version: { name: words('系统版本', 'System version'), kind: 'text' },
  login_time: { name: words('登录时间', 'Time'), kind: 'time' },
  remote_ip: { name: words('远端地址', 'Remote address'), kind: 'address' },
  remote_port: { name: words('远端端口', 'Remote port'), kind: 'port' },
  firmware: { name: words('固件版本', 'Firmware'), kind: 'text' },
  online: { name: words('操作', 'Event'), kind: 'choice', values: connectionEventNames },
  cause: { name: words('原因', 'Cause'), kind: 'text' },
  away: { name: words('离线时长', 'Away for'), kind: 'seconds' },
  event_time: { name: words('操作时间', 'Time'), kind: 'time' },
} as const satisfies Record<string, Field>

/** The words in place of the end of a tunnel session that has none. */
export const stillConnected = words('在线中', 'Connected')

const units: Partial<Record<Field['kind'], Words>> = {
  time: words('（北京时间）', ' (Beijing time)'),
  seconds: words('（秒）', ' (seconds)'),
  bytes: words('（字节）', ' (bytes)'),
}

/** Returns the heading of a field in a file: its name with the unit in which the file writes it. */
export const headingOf = ({ name, kind }: Field, language: Language): string => name[language] + (units[kind]?.[language] ?? '')
