export const zhCN = {
  title: '操作审计',
  subject: '操作',
  none: '所选时间内没有操作',
  ofDesk: '运营人员自身的操作，如登录、登记设备和查看列表；填写客户账号编号可查看该账号内的全部操作',
}
export const en: typeof zhCN = {
  title: 'Audit',
  subject: 'operations',
  none: 'No operations in these days',
  ofDesk: 'What operators did that concerns no account. With an account number: everything that was done in that account',
}
