/**
 * The calls of the console by which a session from a login link may write, with the reason of each group. Every other call that writes is
 * refused to such a session (`refuses_link` of the endpoint): a call that is added is refused until it has a reason here. What creates a way
 * in (logins, roles, the tags that limit them, members, passwords, keys, profiles with keys), what decides where data is sent (contacts, webhook, alerts, directory)
 * and what speaks or decides for the customer (tickets, messages) must never be listed.
 */
export const linkWrites = [
  {
    reason: { 'zh-CN': '仅涉及本次登录', en: 'concerns this session alone' },
    paths: ['login/socket_ticket', 'login/logout', 'ram_role/view_as', 'ram_role/view_as_end'],
  },
  {
    reason: { 'zh-CN': '只读取内容，不代替客户标为已读', en: 'only reads, and marks nothing as read for the customer' },
    paths: ['message/info', 'announcements/info', 'ticket/info', 'ldap/user', 'network/branch_sheet', 'router/export_selected'],
  },
  {
    reason: {
      'zh-CN': '协助客户配置组网，历史版本和操作日志可查看每次修改',
      en: 'configures networks, which is what the link is for; history and operation log show each change',
    },
    paths: [
      'network/create',
      'network/edit',
      'network/delete',
      'network/name',
      'network/add_member',
      'network/add_branches',
      'network/remove_member',
      'network/rollback',
      'network/draft_save',
      'network/draft_discard',
      'network/changes',
      'network/edit_prefix',
      'network/dns',
      'network/edit_routing',
      'network/default_route',
      'network/fixed_port',
      'network/edit_center_gateway',
      'network/enable_center_link',
      'network/center_link',
      'network/edit_center_link_gateway',
      'network/edit_point_link',
      'network/edit_ip_address_pool',
      'network/ciphers',
      'network/software_mode',
      'network/fr',
      'network/member_ov',
      'network/quagga',
      'network/quagga_enable',
      'network/quagga_disable',
    ],
  },
  {
    reason: {
      'zh-CN': '让设备执行一次操作，不修改配置',
      en: 'asks devices to do something once, and changes no setting',
    },
    paths: ['network/re_send_config', 'network/reset_respawn', 'network/kill_user', 'router/diagnose'],
  },
  {
    reason: { 'zh-CN': '只修改成员的名称，不给予任何访问权限', en: 'changes what a member is called, and gives no access' },
    paths: ['router/note'],
  },
  {
    reason: { 'zh-CN': '协助客户填写组网工单，由运营人员处理', en: 'fills in a work order, which operators decide' },
    paths: [
      'network/ticket',
      'network/ticket_cancel',
      'network/ticket_delete',
      'network/ticket_remove_member',
      'network/ticket_answer',
      'network/ticket_resubmit',
    ],
  },
] as const

const reasons = new Map<string, (typeof linkWrites)[number]['reason']>(
  linkWrites.flatMap(({ paths, reason }) => paths.map((path) => [path, reason] as const)),
)

/** Returns why a session from a login link may write by this call of the console; undefined if it may not. */
export const linkMayWrite = (path: string): (typeof linkWrites)[number]['reason'] | undefined => reasons.get(path)
