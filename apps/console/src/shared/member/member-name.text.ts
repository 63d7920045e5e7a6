export const zhCN = { unnamed: '未命名' }

export const en: typeof zhCN = { unnamed: 'Unnamed' }
