export const zhCN = {
  title: '我的服务',
  service: '服务',
  name: '服务名称',
  quantity: '数量',
  start: '开始时间',
  end: '到期时间',
  actions: '操作',
  renew: '续费',
  renewOf: (name: string) => `续费 ${name}`,
  emptyTitle: '暂无服务',
}

export const en: typeof zhCN = {
  title: 'Services',
  service: 'services',
  name: 'Service',
  quantity: 'Quantity',
  start: 'Start',
  end: 'End',
  actions: 'Actions',
  renew: 'Renew',
  renewOf: (name) => `Renew ${name}`,
  emptyTitle: 'No services',
}
