export const zhCN = {
  releasedAt: '发布时间：',
  picture: (n: number) => `公告图片 ${n}`,
  readOn: '查看原文',
}
export const en: typeof zhCN = {
  releasedAt: 'Released: ',
  picture: (n) => `Picture ${n} of the announcement`,
  readOn: 'Read on',
}
