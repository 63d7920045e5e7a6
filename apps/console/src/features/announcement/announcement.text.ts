export const zhCN = {
  title: '公告',
  announcement: '公告',
  announcementTitle: '标题',
  tags: '标签',
  released: '发布时间',
  emptyTitle: '暂无公告',
  detail: '公告详情',
  back: '返回公告列表',
  gone: '公告不存在或已删除',
}

export const en: typeof zhCN = {
  title: 'Announcements',
  announcement: 'announcements',
  announcementTitle: 'Title',
  tags: 'Tags',
  released: 'Released',
  emptyTitle: 'No announcements',
  detail: 'Announcement',
  back: 'Back to the announcements',
  gone: 'This announcement does not exist or was deleted',
}
