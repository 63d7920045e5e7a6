export const zhCN = { network: '组网' }
export const en: typeof zhCN = { network: 'Network' }
