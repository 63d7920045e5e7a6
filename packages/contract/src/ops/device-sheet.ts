/** The columns of the list of devices to register, by field. The file is in Chinese, like the members' files. */
export const deviceColumns = {
  router_name: '设备编号',
  router_model: '型号',
  router_mac: 'MAC 地址',
  kind: '种类',
  bandwidth: '带宽',
  expire_date: '到期日期',
} as const
export type DeviceColumn = keyof typeof deviceColumns

/** The kinds of device as written in a list. */
export const deviceKindNames = { router: '路由器', saas: 'SaaS 设备' } as const
