export const zhCN = {
  notFound: '页面不存在',
  notFoundHint: '您访问的页面不存在或已被移除',
  toOverview: '返回概览',
  toLogin: '返回登录',
  forbidden: '没有访问权限',
  forbiddenHint: (feature: string) => `请联系主账号管理员开通“${feature}”权限`,
  ownerOnly: (feature: string) => `“${feature}”仅限主账号使用`,
}
export const en: typeof zhCN = {
  notFound: 'Page not found',
  notFoundHint: 'The page does not exist or was removed',
  toOverview: 'Back to the overview',
  toLogin: 'Back to sign-in',
  forbidden: 'No access',
  forbiddenHint: (feature) => `Ask the account owner for the right to “${feature}”`,
  ownerOnly: (feature) => `“${feature}” is for the account owner alone`,
}
