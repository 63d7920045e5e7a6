import { citiesOf, type Place, provincesOf, rolePresets, usualRights } from '@weft/contract'

/**
 * The company of the demonstration. It is invented: phones and addresses are reserved for documentation or private use, MAC
 * addresses are locally administered. Its passwords are fixed because production never loads it.
 */
export const owner = {
  username: 'yunqiao2026',
  password: 'Yunqiao2026',
  nickname: '云桥办公用品',
  area_code: '86',
  phone: '13800138000',
  email: 'it@yunqiao.example',
} as const

export const operator = { username: 'demo-admin', password: 'Operator2026', role: 'admin' } as const

export const roles = {
  branches: {
    name: '门店网络运维',
    note: '华东区域运维，仅限指定组网',
    flags: [...usualRights, 'member.edit', 'network.edit', 'monitor.edit'],
  },
  service: { name: '门店客服', note: '处理工单，只看门店网络的成员', flags: rolePresets.support.rights },
  readonly: { name: '只读', note: '仅查看', flags: rolePresets.read_only.rights },
} as const

export const subAccounts = [
  { role: 'branches', username: 'wangyun', nickname: '王芸', password: 'Wangyun2026' },
  { role: 'readonly', username: 'chenhao', nickname: '陈浩', password: 'Chenhao2026' },
] as const

/** Days before the load at which the services were bought, in addition to the free grant. */
export const BOUGHT_DAYS = 250
/** The bought services; each ends `days` after the load. */
export const services = [
  { service_code: 'level_standard', quantity: 1, days: 1000 },
  { service_code: 'network_member', quantity: 60, days: 1000 },
  { service_code: 'network_center', quantity: 1, days: 1000 },
  { service_code: 'software_member', quantity: 10, days: 400 },
  { service_code: 'sub_account', quantity: 2, days: 400 },
  { service_code: 'quagga', quantity: 1, days: 400 },
  { service_code: 'default_route', quantity: 1, days: 200 },
  { service_code: 'dns', quantity: 2, days: 18 },
] as const

export interface DemoRouter {
  router_name: string
  router_model: string
  router_mac: string
  note: string
  /** Busy-hour traffic in Mbit/s, and the address that its tunnels come from. */
  mbps: number
  address: string
}

const mac = (n: number) =>
  `02:57:46:${[n >> 16, n >> 8, n].map((byte) => (byte & 255).toString(16).toUpperCase().padStart(2, '0')).join(':')}`

/**
 * The shops sell to offices, so weekends are quiet. Traffic, address and milliseconds to either headquarters and back are those of the
 * simulated fleet with the seed 7.
 */
const headquarters: [router_name: string, note: string, mbps: number, address: string][] = [
  ['WH900K24001019', '上海总部机房', 19.7, '198.51.100.54'],
  ['WH900K24001133', '杭州灾备机房', 19.9, '203.0.113.7'],
]
export const hubs: DemoRouter[] = headquarters.map(([router_name, note, mbps, address], i) => ({
  router_name,
  note,
  mbps,
  address,
  router_model: 'WH-900',
  router_mac: mac(0x900000 + i * 17),
}))

const shops: [note: string, mbps: number, address: string, rtt: [number, number]][] = [
  ['杭州西湖店', 16.8, '192.0.2.205', [27.8, 31.6]],
  ['杭州滨江店', 6.6, '203.0.113.38', [50.8, 24.9]],
  ['上海静安店', 13.4, '198.51.100.101', [33, 7.8]],
  ['上海徐汇店', 12.8, '203.0.113.203', [25.9, 20.2]],
  ['上海浦东店', 16.8, '198.51.100.176', [21.4, 25.6]],
  ['南京新街口店', 18.2, '198.51.100.123', [41.3, 17.2]],
  ['苏州园区店', 19.7, '192.0.2.84', [33.6, 17.5]],
  ['无锡滨湖店', 8.7, '192.0.2.195', [38.1, 13.9]],
  ['宁波鄞州店', 18.8, '192.0.2.122', [58, 57.9]],
  ['合肥蜀山店', 17.6, '203.0.113.29', [23.2, 47]],
  ['厦门思明店', 16.1, '198.51.100.231', [53.8, 53.9]],
  ['福州鼓楼店', 9.2, '198.51.100.167', [55.8, 13]],
  ['北京朝阳店', 13.1, '192.0.2.66', [54.1, 11.6]],
  ['北京海淀店', 10.8, '198.51.100.21', [20.5, 19.4]],
  ['天津和平店', 6.8, '192.0.2.214', [53.1, 43.3]],
  ['济南历下店', 16.1, '192.0.2.110', [42.1, 6.1]],
  ['青岛市南店', 15.0, '203.0.113.200', [57.2, 9]],
  ['郑州金水店', 10.9, '203.0.113.10', [25.7, 26.3]],
  ['武汉江汉店', 12.1, '192.0.2.29', [55.4, 6.4]],
  ['长沙岳麓店', 7.8, '192.0.2.34', [39.9, 38.7]],
  ['成都锦江店', 18.7, '192.0.2.177', [20.1, 21.9]],
  ['西安雁塔店', 15.0, '198.51.100.243', [37, 43.1]],
  ['广州天河店', 15.4, '203.0.113.119', [17.8, 58.3]],
  ['深圳南山店', 18.5, '192.0.2.252', [14.3, 7.8]],
]
export const branches: (DemoRouter & { rtt: [number, number] })[] = shops.map(([note, mbps, address, rtt], i) => ({
  note,
  mbps,
  address,
  rtt,
  router_name: `WR210M25${String(30_211 + i * 137).padStart(6, '0')}`,
  router_model: i % 4 === 3 ? 'WR-410' : 'WR-210',
  router_mac: mac(0x210000 + i * 293),
}))

/** Returns where a router is: the notes of routers begin with their city. */
export const placeOf = ({ note }: Pick<DemoRouter, 'note'>): Place =>
  provincesOf()
    .flatMap((province) => citiesOf(province).map((city) => ({ province, city })))
    .find(({ city }) => note.startsWith(city))!

/** A shop whose line was bad for some hours. */
export const troubledBranch = branches.find(({ note }) => note === '成都锦江店')!

/** A shop whose line has failed: no simulated device stands for it. */
export const lostBranch = branches.find(({ note }) => note === '合肥蜀山店')!

/** Devices that carry SaaS traffic of the two headquarters; one is lent more bandwidth for a sales event, in days from the load. */
export const saasDevices = [
  {
    router_name: 'SA520K25000101',
    mbps: 33.8,
    address: '203.0.113.101',
    vpn_ip: '10.64.74.2',
    bandwidth: 100,
    days: 320,
    lent: { bandwidth: 200, from: -2, until: 5 },
  },
  { router_name: 'SA520K25000118', mbps: 28.5, address: '198.51.100.86', vpn_ip: '10.64.78.2', bandwidth: 50, days: 95 },
]

/** Devices in the operator's stock, to try assigning. */
export const stock = ['WR210M25041007', 'WR210M25041144']

export const pops = [
  { name: '上海一区', region: '上海', public_ip: '203.0.113.241', port: 1194, capacity: 5000 },
  { name: '北京一区', region: '北京', public_ip: '203.0.113.242', port: 1194, capacity: 5000 },
  { name: '广州一区', region: '广州', public_ip: '203.0.113.243', port: 1194, capacity: 3000 },
  { name: '成都一区', region: '成都', public_ip: '203.0.113.244', port: 1194, capacity: 2000 },
] as const

/** The person who connects to the center alone, and to no POP. */
export const atHeadquarters = 'caoyang'

export interface DemoPerson {
  username: string
  note: string
  bound?: { area_code: string; phone: string }
}
export interface DemoClient extends DemoPerson {
  os: string
  sys_brand: string
  sys_model: string
  sys_version: string
}
const windows = { os: 'Windows', sys_brand: 'Lenovo', sys_model: 'ThinkPad X13', sys_version: 'Windows 11 24H2' }
const mac15 = { os: 'macOS', sys_brand: 'Apple', sys_model: 'MacBook Air', sys_version: 'macOS 15.5' }
const android = { os: 'Android', sys_brand: 'HUAWEI', sys_model: 'Mate 60', sys_version: 'Android 12' }
const ios = { os: 'iOS', sys_brand: 'Apple', sys_model: 'iPhone 15', sys_version: 'iOS 18.5' }

export const clients: DemoClient[] = [
  { username: 'liujianguo', note: '刘建国 总经理', bound: { area_code: '86', phone: '13800138000' }, ...ios },
  { username: 'zhaomin', note: '赵敏 财务', ...windows },
  { username: 'sunlei', note: '孙磊 财务', ...windows },
  { username: 'zhouting', note: '周婷 人事', ...windows },
  { username: 'wuqiang', note: '吴强 采购', ...windows },
  { username: 'zhengshuang', note: '郑爽 商品', bound: { area_code: '44', phone: '7700900143' }, ...mac15 },
  { username: 'fengjie', note: '冯杰 区域经理', ...android },
  { username: 'hanxue', note: '韩雪 区域经理', ...android },
  { username: 'tangyu', note: '唐宇 市场', bound: { area_code: '1', phone: '2025550178' }, ...mac15 },
  { username: 'dengchao', note: '邓超 仓储', ...android },
  { username: 'xuli', note: '徐丽 客服', ...windows },
  { username: 'caoyang', note: '曹阳 信息部', ...windows },
]

/** People who were given a login and have not used it yet. */
export const newcomers: DemoPerson[] = [
  { username: 'heyan', note: '何燕 客服', bound: { area_code: '1', phone: '2025550119' } },
  { username: 'luofei', note: '罗飞 市场' },
]
/** People who left the company. */
export const leavers: DemoPerson[] = [
  { username: 'guotao', note: '郭涛 已离职' },
  { username: 'yuanmei', note: '袁梅 已离职' },
]

/** Messages, each received `hours` before the load. */
export const messages = [
  {
    type: '服务通知',
    title: 'DNS 服务器服务将于 18 天后到期',
    hours: 5,
    read: false,
    content: '<p>您的「DNS 服务器」服务即将到期，到期后每个组网恢复为 2 个 DNS，请及时续费。</p>',
  },
  {
    type: '服务通知',
    title: '组网运行周报',
    hours: 30,
    read: true,
    content: `<p>上周各组网运行平稳：</p>
<table><thead><tr><th>组网</th><th align="right">成员</th><th>状态</th></tr></thead><tbody>
<tr><td>总部—门店</td><td align="right">26</td><td>正常</td></tr><tr><td>ERP 专网</td><td align="right">13</td><td>正常</td></tr>
<tr><td>移动办公</td><td align="right">13</td><td>正常</td></tr></tbody></table>
<p>详情见 <a href="/network/lists">组网列表</a>。</p>`,
  },
  {
    type: '系统通知',
    title: '设备 WR210M25030211 已分配到您的账号',
    hours: 70,
    read: true,
    content: '<p>硬件成员 WR210M25030211（杭州西湖店）已分配到您的账号，可加入组网使用。</p>',
  },
  {
    type: '系统通知',
    title: '欢迎使用经纬组网',
    hours: 160,
    read: true,
    content: '<p>您可以从「创建组网」开始，选择中心与分支后保存，配置会自动下发。</p>',
  },
]
