export const zhCN = {
  notFound: '页面不存在',
  notFoundHint: '您访问的页面不存在或已被移除',
  toStart: '返回首页',
  toLogin: '返回登录',
  forbidden: '没有访问权限',
  forbiddenHint: (feature: string) => `您的岗位不能使用“${feature}”，如需使用请联系管理员`,
}
export const en: typeof zhCN = {
  notFound: 'Page not found',
  notFoundHint: 'The page does not exist or was removed',
  toStart: 'Back to the start',
  toLogin: 'Back to sign-in',
  forbidden: 'No access',
  forbiddenHint: (feature) => `Your role does not include “${feature}”; ask an administrator if you need it`,
}
