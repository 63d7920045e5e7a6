export const zhCN = {
  value: ['把总部、门店和移动员工', '连到同一张内网'],
  valueHint: '组网、成员与链路状态，一个控制台全部掌握',
}
export const en: typeof zhCN = {
  value: ['Head office, branches and people on the move', 'in one private network'],
  valueHint: 'Networks, members and links, all in one console',
}
