export const zhCN = { required: '${label}不能为空' }
export const en: typeof zhCN = { required: '${label} cannot be empty' }
