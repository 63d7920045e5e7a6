export const zhCN = {
  /** What an owner's name is called, at the sign-in and where the password is recovered. */
  ownerName: '用户名 / 手机号 / 邮箱',
  value: ['把总部、门店和移动员工', '织成同一张内网'],
  valueHint: '组网、成员与链路状态，一个控制台全部掌握',
  threads: ['上海总部', '南京灾备', 'POP 广州'],
  sites: ['上海静安店', '杭州西湖店', '苏州园区店', '南京鼓楼店', '合肥政务店', '广州天河店', '成都锦江店', '北京朝阳店'],
}
export const en: typeof zhCN = {
  ownerName: 'Username / phone / e-mail',
  value: ['All sites and all people', 'woven into one network'],
  valueHint: 'Networks, members and links, all in one console',
  threads: ['Shanghai HQ', 'Nanjing', 'POP Guangzhou'],
  sites: ['Shanghai', 'Hangzhou', 'Suzhou', 'Nanjing', 'Hefei', 'Guangzhou', 'Chengdu', 'Beijing'],
}
