export const zhCN = {
  clause: '服务条款',
  privacy: '隐私政策',
  updated: (day: string) => `更新日期：${day}`,
  governs: '',
}
export const en: typeof zhCN = {
  clause: 'Terms of service',
  privacy: 'Privacy policy',
  updated: (day) => `Updated ${day}`,
  governs:
    'This text is published in Chinese, and the Chinese text governs. For an explanation in another language, please contact us as the last section says.',
}
