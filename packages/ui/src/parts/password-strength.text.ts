export const zhCN = {
  strength: '密码强度：',
  weak: '弱',
  medium: '中',
  good: '较强',
  strong: '强',
  advice: '建议同时包含大写字母、小写字母、数字和符号',
}
export const en: typeof zhCN = {
  strength: 'Strength: ',
  weak: 'weak',
  medium: 'medium',
  good: 'good',
  strong: 'strong',
  advice: 'Better with upper and lower case, digits and symbols',
}
