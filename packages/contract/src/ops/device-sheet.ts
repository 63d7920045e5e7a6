/** The columns of the list of devices to register, by the field that each is. The file is Chinese, as those of members are. */
export const deviceColumns = {
  router_name: '设备编号',
  router_model: '型号',
  router_mac: 'MAC 地址',
  kind: '种类',
  bandwidth: '带宽',
  expire_date: '到期日期',
} as const
export type DeviceColumn = keyof typeof deviceColumns

/** How a list writes the kinds. */
export const deviceKindNames = { router: '路由器', saas: 'SaaS 设备' } as const
