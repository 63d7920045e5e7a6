/**
 * States who may make each call, and which of its fields name a thing of an account: written by hand from the specification of the
 * API, and read only by the tests. It must not be generated from the contract, because it exists to find the contract's mistakes.
 */

/** A role's right as the specification writes it. */
export type Right =
  | 'member.create'
  | 'member.edit'
  | 'member.delete'
  | 'network.create'
  | 'network.edit'
  | 'network.delete'
  | 'monitor.create'
  | 'monitor.edit'
  | 'monitor.delete'
  | 'member.view'
  | 'network.view'
  | 'monitor.view'
  | 'ticket.view'
  | 'ticket.create'
  | 'ticket.edit'
  | 'ticket.delete'
  | 'log.view'
  | 'service.view'
  | 'saas.view'
  | 'directory.view'
  | 'directory.edit'
  | 'download.view'
  | 'operation_log.view'

/** `refresh` accepts a token that may have expired. */
export type Who = 'public' | 'refresh' | 'any' | 'owner' | 'sub_account' | Right
export type Named =
  | 'network'
  | 'member'
  | 'message'
  | 'session'
  | 'resource'
  | 'order'
  | 'role'
  | 'sub_account'
  | 'access_key'
  | 'saas'
  | 'ticket'
  | 'ticket_file'
  | 'contact'
  | 'maintenance'
  | 'incident'
  | 'operation'
  | 'profile_link'

export interface Expected {
  who: Who
  /** Fields that name a thing; `x[]` is each item of a list. */
  names?: Record<string, Named>
  /** A session from a login link is answered 403; so is an access key, unless `but keys` permits it. */
  noLink?: true | 'but keys'
  /** The call makes a credential: a session that has not proved its identity is answered 401. */
  proof?: true
}

const network = { network_number: 'network' } as const
const member = { router_name: 'member' } as const
const networkAndMember = { network_number: 'network', router_name: 'member' } as const
const networkAndResource = { network_number: 'network', network_fr_id: 'resource' } as const
const order = { network_ticket_number: 'order' } as const
const ticket = { ticket_number: 'ticket' } as const
const pictures = { 'file_ids[]': 'ticket_file' } as const
const saas = { router_name: 'saas' } as const
const memberships = { 'center[]': 'member', 'point[]': 'member' } as const

export const consoleTable: Record<string, Expected> = {
  'GET verify/code': { who: 'public' },
  'POST login/authorization': { who: 'public' },
  'POST login/ram': { who: 'public' },
  'POST login/totp': { who: 'public' },
  'POST login/refresh': { who: 'refresh' },
  'POST login/socket_ticket': { who: 'any' },
  'POST login/logout': { who: 'any' },

  'POST verify/register': { who: 'public' },
  'POST account/register': { who: 'public' },
  'POST verify/find_password': { who: 'public' },
  'POST verify/find_password_code': { who: 'public' },
  'POST verify/authentication': { who: 'public' },
  'POST verify/reset_password': { who: 'public' },
  'GET verify/delivery': { who: 'public' },
  'POST verify/send_code': { who: 'any', noLink: 'but keys' },
  'POST verify/verify': { who: 'any', noLink: true },
  'POST verify/password': { who: 'any', noLink: true },

  'GET account/info': { who: 'any' },
  'GET account/data': { who: 'owner' },
  'POST account/edit_data': { who: 'owner', noLink: true },
  'POST account/edit_password': { who: 'owner', noLink: true, proof: true },
  'POST account/edit_email': { who: 'owner', noLink: true },
  'POST account/edit_phone': { who: 'owner', noLink: true },
  'GET account/overview': { who: 'any' },
  'GET account/verdict': { who: 'any' },
  'GET account/traffic': { who: 'network.view', names: network },
  'GET account/changes': { who: 'network.view', names: network },
  'GET account/change_authors': { who: 'network.view' },
  'GET account/networks': { who: 'network.view' },
  'POST account/totp_setup': { who: 'any', noLink: true, proof: true },
  'POST account/totp_enable': { who: 'any', noLink: true, proof: true },
  'POST account/totp_disable': { who: 'any', noLink: true },
  'GET account/sessions': { who: 'any' },
  'POST account/session_end': { who: 'any', names: { id: 'session' }, noLink: true },
  'POST account/edit_sign': { who: 'member.edit', noLink: 'but keys' },
  'POST account/default_phone': { who: 'owner', noLink: true },
  'POST account/default_email': { who: 'owner', noLink: true },
  'GET account/service': { who: 'service.view' },
  'GET account/service_totals': { who: 'service.view' },
  'GET account/service_file': { who: 'service.view' },
  'POST ram/password': { who: 'sub_account', noLink: true },
  'GET ram/domain': { who: 'owner' },
  'GET ram/quantity': { who: 'owner' },
  'GET ram/lists': { who: 'owner' },
  'GET ram/info': { who: 'owner', names: { id: 'sub_account' } },
  'POST ram/create': { who: 'owner', names: { role_id: 'role' }, noLink: true, proof: true },
  'POST ram/edit': { who: 'owner', names: { id: 'sub_account', role_id: 'role' }, noLink: true, proof: true },
  'POST ram/disable': { who: 'owner', names: { id: 'sub_account' }, noLink: true },
  'POST ram/enable': { who: 'owner', names: { id: 'sub_account' }, noLink: true },
  'POST ram/delete': { who: 'owner', names: { id: 'sub_account' }, noLink: true },
  'GET ram/log': { who: 'operation_log.view', names: { ram_id: 'sub_account' } },
  'GET ram/log_people': { who: 'operation_log.view' },
  'GET ram/log_counts': { who: 'operation_log.view', names: { ram_id: 'sub_account' } },
  'GET ram/log_file': { who: 'operation_log.view', names: { ram_id: 'sub_account' } },
  'GET ram_role/lists': { who: 'owner' },
  'GET ram_role/info': { who: 'owner', names: { id: 'role' } },
  'GET ram_role/select': { who: 'owner' },
  'POST ram_role/create': { who: 'owner', noLink: 'but keys' },
  'POST ram_role/edit': { who: 'owner', names: { id: 'role' }, noLink: 'but keys' },
  'POST ram_role/view_as': { who: 'owner', names: { id: 'role' } },
  'POST ram_role/view_as_end': { who: 'any' },
  'POST ram_role/delete': { who: 'owner', names: { id: 'role' }, noLink: 'but keys' },
  'GET access_keys/lists': { who: 'owner' },
  'POST access_keys/create': { who: 'owner', names: { role_id: 'role' }, noLink: true, proof: true },
  'POST access_keys/delete': { who: 'owner', names: { id: 'access_key' }, noLink: true },
  'GET message/lists': { who: 'any' },
  'GET message/types': { who: 'any' },
  'GET message/info': { who: 'any', names: { message_id: 'message' } },
  'POST message/update_message': { who: 'any', names: { 'message_id[]': 'message' }, noLink: 'but keys' },
  'POST message/delete_message': { who: 'any', names: { 'message_id[]': 'message' }, noLink: 'but keys' },
  'GET announcements/lists': { who: 'any' },
  'GET announcements/info': { who: 'any' },
  'GET document/menu': { who: 'public' },
  'GET document/imported': { who: 'public' },
  'GET document/info': { who: 'public' },
  'GET document/search': { who: 'public' },
  'GET client/versions': { who: 'public' },
  'POST contacts/validate_email': { who: 'public' },
  'GET contacts/lists': { who: 'monitor.view' },
  'GET contacts/info': { who: 'monitor.view', names: { uuid: 'contact' } },
  'POST contacts/create': { who: 'monitor.edit', noLink: 'but keys' },
  'POST contacts/edit': { who: 'monitor.edit', names: { uuid: 'contact' }, noLink: 'but keys' },
  'POST contacts/delete': { who: 'monitor.edit', names: { uuid: 'contact' }, noLink: 'but keys' },
  'POST contacts/send_validate_email': { who: 'monitor.edit', names: { uuid: 'contact' }, noLink: 'but keys' },
  'GET monitor/config': { who: 'monitor.view' },
  'GET monitor/routers': { who: 'monitor.view' },
  'POST monitor/enable': { who: 'monitor.create', noLink: 'but keys' },
  'POST monitor/setting': { who: 'monitor.edit', names: { 'router[]': 'member' }, noLink: 'but keys' },
  'POST monitor/close': { who: 'monitor.delete', noLink: 'but keys' },
  'GET monitor/deliveries': { who: 'monitor.view', names: { incident_id: 'incident' } },
  'GET monitor/incidents': { who: 'monitor.view' },
  'GET monitor/incident_summary': { who: 'monitor.view' },
  'GET monitor/incident_branches': { who: 'monitor.view', names: { incident_id: 'incident' } },
  'POST monitor/incident_acknowledge': { who: 'monitor.edit', names: { incident_id: 'incident' }, noLink: 'but keys' },
  'POST monitor/incident_acknowledge_all': { who: 'monitor.edit', names: { up_to: 'incident' }, noLink: 'but keys' },
  'GET monitor/incident_export': { who: 'monitor.view' },
  'GET monitor/maintenance_lists': { who: 'monitor.view' },
  'POST monitor/maintenance_create': { who: 'monitor.edit', names: { 'router[]': 'member' }, noLink: 'but keys' },
  'POST monitor/maintenance_delete': { who: 'monitor.edit', names: { id: 'maintenance' }, noLink: 'but keys' },
  'GET webhook/config': { who: 'monitor.view' },
  'POST webhook/setting': { who: 'monitor.edit', noLink: 'but keys' },
  'POST webhook/test': { who: 'monitor.edit', noLink: 'but keys' },
  'POST webhook/delete': { who: 'monitor.edit', noLink: 'but keys' },
  'WS account/events': { who: 'any' },

  'GET network/config': { who: 'network.view' },
  'GET network/lists': { who: 'network.view' },
  'GET network/link_traffic': { who: 'network.view', names: { ...network, 'router_name[]': 'member' } },
  'GET network/link_quality': { who: 'network.view', names: { ...network, router_name: 'member' } },
  'GET network/link_quality_history': { who: 'network.view', names: { ...network, router_name: 'member' } },
  'GET network/select': { who: 'network.view' },
  'GET network/info': { who: 'network.view', names: network },
  'GET network/status': { who: 'network.view', names: network },
  'GET network/member': { who: 'network.view', names: network },
  'POST network/create': { who: 'network.create', names: memberships },
  'POST network/edit': { who: 'network.edit', names: { ...network, ...memberships } },
  'POST network/delete': { who: 'network.delete', names: network },
  'POST network/name': { who: 'network.edit', names: network },
  'POST network/add_member': { who: 'network.edit', names: networkAndMember },
  // The answer has a problem for each row whose device is missing.
  'POST network/add_branches': { who: 'network.edit', names: network },
  'POST network/branch_sheet': { who: 'network.edit' },
  'GET network/branch_template': { who: 'any' },
  'POST network/remove_member': { who: 'network.edit', names: networkAndMember },
  'GET network/prefix': { who: 'network.view', names: networkAndMember },
  'GET network/segments': { who: 'network.view', names: network },
  'GET network/free_segment': { who: 'network.view', names: network },
  'GET network/routing': { who: 'network.view', names: network },
  'GET network/center_link_network': { who: 'network.view', names: network },
  'GET network/point_link': { who: 'network.view', names: networkAndMember },
  'GET network/ip_address_pool': { who: 'network.view', names: network },
  'POST network/edit_prefix': { who: 'network.edit', names: networkAndMember },
  'POST network/dns': { who: 'network.edit', names: network },
  'POST network/edit_routing': { who: 'network.edit', names: network },
  'POST network/default_route': { who: 'network.edit', names: networkAndMember },
  'POST network/fixed_port': { who: 'network.edit', names: networkAndMember },
  'POST network/edit_center_gateway': { who: 'network.edit', names: networkAndMember },
  'POST network/enable_center_link': { who: 'network.edit', names: network },
  'POST network/center_link': { who: 'network.edit', names: network },
  'POST network/edit_center_link_gateway': { who: 'network.edit', names: network },
  'POST network/edit_point_link': { who: 'network.edit', names: networkAndMember },
  'POST network/edit_ip_address_pool': { who: 'network.edit', names: networkAndResource },
  'POST network/ciphers': { who: 'network.edit', names: network },
  'POST network/software_mode': { who: 'network.edit', names: networkAndMember },
  'POST network/fr': { who: 'network.edit', names: networkAndResource },
  'POST network/member_ov': { who: 'network.edit', names: networkAndMember },
  'POST network/quagga': { who: 'network.edit', names: networkAndMember },
  'POST network/quagga_enable': { who: 'network.edit', names: network },
  'POST network/quagga_disable': { who: 'network.edit', names: network },
  'POST network/re_send_config': { who: 'network.edit', names: networkAndMember },
  'POST network/reset_respawn': { who: 'network.edit', names: networkAndMember },
  'POST network/kill_user': { who: 'network.edit', names: networkAndMember },
  'GET network/operation': { who: 'network.view', names: { network_number: 'network', operation_id: 'operation' } },
  'GET network/revisions': { who: 'network.view', names: networkAndMember },
  'GET network/preview': { who: 'network.view', names: networkAndMember },
  'POST network/rollback': { who: 'network.edit', names: network },
  'GET network/progress': { who: 'network.view', names: network },
  'GET network/draft': { who: 'network.view', names: network },
  'POST network/draft_save': { who: 'network.edit', names: network },
  'POST network/draft_discard': { who: 'network.edit', names: network },
  'POST network/changes': { who: 'network.edit', names: network },

  'GET network_fr/lists': { who: 'network.view' },
  'GET network_fr/config': { who: 'network.view', names: network },
  'GET network_fr/ov': { who: 'network.view', names: networkAndResource },
  // It filters by parts of numbers.
  'GET network/ticket_lists': { who: 'network.view' },
  'GET network/ticket_view': { who: 'network.view', names: order },
  'GET network/ticket_config': { who: 'network.view', names: network },
  'POST network/ticket': { who: 'network.edit', names: network },
  'POST network/ticket_cancel': { who: 'network.edit', names: order },
  'POST network/ticket_delete': { who: 'network.edit', names: order },
  'POST network/ticket_answer': { who: 'network.edit', names: order },
  'POST network/ticket_resubmit': { who: 'network.edit', names: order },
  'POST network/ticket_remove_member': { who: 'network.edit', names: { ...order, router_name: 'member' } },

  'GET ticket/lists': { who: 'any' },
  'GET ticket/counts': { who: 'any' },
  'GET ticket/info': { who: 'any', names: ticket },
  'POST ticket/create': { who: 'ticket.create', names: { ...pictures, router_name: 'member' }, noLink: 'but keys' },
  'POST ticket/upload_file': { who: 'any', noLink: 'but keys' },
  'POST ticket/reply': { who: 'any', names: { ...ticket, ...pictures }, noLink: 'but keys' },
  'POST ticket/appraise': { who: 'any', names: ticket, noLink: 'but keys' },
  'POST ticket/close': { who: 'any', names: ticket, noLink: 'but keys' },
  'POST ticket/reopen': { who: 'any', names: ticket, noLink: 'but keys' },
  'POST ticket/delete': { who: 'any', names: ticket, noLink: 'but keys' },

  'GET router/lists': { who: 'member.view' },
  'GET router/names': { who: 'member.view' },
  'GET router/member': { who: 'member.view' },
  'GET router/info': { who: 'member.view', names: member },
  'POST router/note': { who: 'member.edit', names: { 'router_name[]': 'member' } },
  'POST router/label': { who: 'member.edit', names: { 'router_name[]': 'member' }, noLink: 'but keys' },
  'POST router/update_status': { who: 'member.edit', names: { 'router_name[]': 'member' }, noLink: 'but keys' },
  'POST router/add': { who: 'member.create', noLink: 'but keys' },
  'POST router/phone': { who: 'member.edit', names: member, noLink: 'but keys' },
  'POST router/password': { who: 'member.edit', names: member, noLink: 'but keys' },
  'POST router/delete': { who: 'member.delete', names: member, noLink: 'but keys' },
  'POST router/delete_check': { who: 'member.delete', names: { 'router_name[]': 'member' }, noLink: 'but keys' },
  // The answer has a row for each name, even for one that is missing.
  'POST router/batch_delete': { who: 'member.delete', noLink: 'but keys' },
  'POST router/remove_disable': { who: 'member.delete', noLink: 'but keys' },
  'POST router/batch': { who: 'member.create', noLink: 'but keys' },
  'POST router/batch_delete_file': { who: 'member.delete', noLink: 'but keys' },
  'GET router/software_template': { who: 'any' },
  'GET router/software_delete_template': { who: 'any' },
  'GET router/export': { who: 'member.view' },
  'POST router/export_selected': { who: 'member.view', names: { 'router_name[]': 'member' } },
  'POST router/profile_link': { who: 'member.edit', names: networkAndMember, noLink: 'but keys' },
  'GET router/profile_link_state': { who: 'member.edit', names: { router_name: 'member', link_id: 'profile_link' } },
  'POST router/profile_link_use': { who: 'public' },
  'GET router/profile': { who: 'member.edit', names: networkAndMember, noLink: 'but keys' },
  'GET router/connect': { who: 'member.view', names: member },
  'GET router/dial_records': { who: 'member.view', names: member },
  'GET router/login_records': { who: 'member.view', names: member },
  'GET router/diagnosis': { who: 'member.view', names: member },
  'POST router/diagnose': { who: 'network.edit', names: member },
  'GET router/path': { who: 'member.view', names: member },
  'GET router/signed_in': { who: 'member.view', names: member },
  'GET router/availability': { who: 'member.view', names: member },
  'GET router/outages': { who: 'member.view', names: member },
  'GET router/traffic': { who: 'member.view', names: member },
  'WS router/traffic': { who: 'member.view', names: member },
  'GET saas/router': { who: 'saas.view' },
  'GET saas/info': { who: 'saas.view', names: saas },
  'GET saas/connect': { who: 'saas.view', names: saas },
  'GET saas/traffic': { who: 'saas.view', names: saas },
  // They search by members' names, including deleted ones.
  'GET logs/software_login': { who: 'owner' },
  'GET account/search': { who: 'any' },
  'GET logs/connect': { who: 'log.view' },
  'GET logs/online': { who: 'log.view' },
  // The export of logins is for the owner only, which a separate test checks.
  'GET logs/export': { who: 'log.view' },
  'GET router/hardware': { who: 'member.view', names: network },
  'GET router/software': { who: 'member.view', names: network },
  'GET router/labels': { who: 'member.view' },
  'GET router/quantity': { who: 'member.view' },
  // The calls of the directory, which forbids some of the others.
  'GET ldap/status': { who: 'directory.view' },
  'GET ldap/config': { who: 'directory.view' },
  'POST ldap/check': { who: 'directory.edit', names: networkAndMember, noLink: 'but keys' },
  'POST ldap/save': { who: 'directory.edit', names: networkAndMember, noLink: 'but keys' },
  'POST ldap/upload': { who: 'directory.edit', noLink: 'but keys' },
  'POST ldap/verify_domain': { who: 'directory.edit', noLink: 'but keys' },
  'GET ldap/download_verify_domain': { who: 'directory.edit' },
  'GET ldap/user': { who: 'directory.view' },
  'POST ldap/import': { who: 'member.create', noLink: 'but keys' },
  'POST ldap/sync': { who: 'member.create', noLink: 'but keys' },
  'POST ldap/remove': { who: 'member.delete', noLink: 'but keys' },
  'POST ldap/remove_all': { who: 'member.delete', noLink: 'but keys' },
  'GET ldap/sync_status': { who: 'directory.view' },
  'POST ldap/sync_mode': { who: 'directory.edit', noLink: 'but keys' },
  'POST ldap/restart_sync': { who: 'directory.edit', noLink: 'but keys' },
  'POST ldap/remove_disable': { who: 'member.delete', noLink: 'but keys' },
  'POST ldap/delete': { who: 'directory.edit', noLink: 'but keys' },
}

export type OperatorRole = 'support' | 'network' | 'sales' | 'admin'
const everybody: OperatorRole[] = ['support', 'network', 'sales', 'admin']
const sellers: OperatorRole[] = ['sales', 'admin']
const engineers: OperatorRole[] = ['network', 'admin']
const supporters: OperatorRole[] = ['support', 'admin']

export interface OperatorExpected {
  who: 'public' | OperatorRole[]
  /** Fields that name a thing which must exist. */
  names?: Record<
    string,
    | 'account'
    | 'service'
    | 'device'
    | 'announcement'
    | 'document'
    | 'client_version'
    | 'upload'
    | 'dead_letter'
    | 'pop'
    | 'order'
    | 'ticket'
    | 'ticket_file'
    | 'saved_reply'
    | 'sent_message'
    | 'operator'
    | 'operator_session'
  >
}

const account = { account_number: 'account' } as const
const operator = { id: 'operator' } as const

export const operatorTable: Record<string, OperatorExpected> = {
  'POST login': { who: 'public' },
  'POST logout': { who: everybody },
  'GET operator/info': { who: everybody },
  'POST totp_setup': { who: everybody },
  'POST totp_enable': { who: everybody },
  'POST totp_disable': { who: everybody },
  'POST operator/prove': { who: everybody },
  'POST operator/password': { who: everybody },
  'GET operator/sessions': { who: everybody },
  'POST operator/end_session': { who: everybody, names: { id: 'operator_session' } },
  'GET operators/lists': { who: ['admin'] },
  'GET operators/info': { who: ['admin'], names: operator },
  'GET operators/sessions': { who: ['admin'], names: operator },
  'POST operators/create': { who: ['admin'] },
  'POST operators/role': { who: ['admin'], names: operator },
  'POST operators/disable': { who: ['admin'], names: operator },
  'POST operators/enable': { who: ['admin'], names: operator },
  'POST operators/unlock': { who: ['admin'], names: operator },
  'POST operators/password': { who: ['admin'], names: operator },
  'POST operators/reset_totp': { who: ['admin'], names: operator },
  'POST operators/end_sessions': { who: ['admin'], names: { ...operator, session_id: 'operator_session' } },
  'GET audit/lists': { who: everybody, names: account },
  'GET health': { who: everybody },
  'GET desk/start': { who: everybody },
  'GET desk/state': { who: everybody, names: account },
  'GET desk/search': { who: everybody },
  'GET accounts/trouble': { who: everybody, names: account },
  'GET accounts/lists': { who: everybody },
  'GET accounts/export': { who: everybody },
  'GET accounts/info': { who: everybody, names: account },
  'GET accounts/networks': { who: everybody, names: account },
  'GET accounts/pops': { who: everybody, names: account },
  'POST accounts/disable': { who: ['admin'], names: account },
  'POST accounts/enable': { who: ['admin'], names: account },
  'POST accounts/login_link': { who: ['admin'], names: account },
  'POST accounts/reset_totp': { who: ['admin'], names: account },
  'GET services/catalogue': { who: everybody },
  'GET services/expiring': { who: everybody },
  'POST services/grant': { who: sellers, names: account },
  'POST services/renew': { who: sellers, names: { id: 'service' } },
  'POST services/renew_all': { who: sellers },
  'POST services/revoke': { who: sellers, names: { id: 'service' } },
  'GET devices/lists': { who: everybody, names: account },
  'GET devices/template': { who: everybody },
  'POST devices/batch': { who: engineers },
  'POST devices/register': { who: engineers },
  'POST devices/assign': { who: engineers, names: { ...account, router_name: 'device' } },
  'POST devices/release': { who: engineers, names: { router_name: 'device' } },
  'POST devices/temp_bandwidth': { who: engineers, names: { router_name: 'device' } },
  'GET pops/lists': { who: everybody },
  'POST pops/create': { who: engineers },
  'POST pops/activate_code': { who: engineers, names: { id: 'pop' } },
  'POST pops/edit': { who: engineers, names: { id: 'pop' } },
  'GET work_orders/open': { who: everybody },
  'GET work_orders/lists': { who: everybody, names: account },
  'GET work_orders/info': { who: everybody, names: order },
  'POST work_orders/accept': { who: engineers, names: order },
  'POST work_orders/complete': { who: engineers, names: order },
  'POST work_orders/reject': { who: engineers, names: order },
  'POST work_orders/ask': { who: engineers, names: order },
  'POST work_orders/resume': { who: engineers, names: order },
  'GET tickets/lists': { who: everybody, names: account },
  'GET tickets/queue': { who: everybody },
  'GET tickets/info': { who: everybody, names: ticket },
  'GET tickets/waiting': { who: everybody },
  'GET tickets/state': { who: everybody, names: ticket },
  'GET tickets/customer': { who: everybody, names: ticket },
  'GET tickets/assignees': { who: supporters },
  'POST tickets/reply': { who: supporters, names: { ...ticket, ...pictures } },
  'POST tickets/writing': { who: supporters, names: ticket },
  'POST tickets/check': { who: supporters, names: { ...ticket, router_name: 'device' } },
  'POST tickets/close': { who: supporters, names: ticket },
  'POST tickets/assign': { who: supporters, names: ticket },
  'POST tickets/priority': { who: supporters, names: ticket },
  'POST tickets/note': { who: supporters, names: ticket },
  'POST tickets/merge': { who: supporters, names: ticket },
  'POST tickets/restore': { who: supporters, names: ticket },
  'POST tickets/upload_file': { who: supporters, names: ticket },
  'GET replies/lists': { who: everybody },
  'POST replies/create': { who: supporters },
  'POST replies/edit': { who: supporters, names: { id: 'saved_reply' } },
  'POST replies/delete': { who: supporters, names: { id: 'saved_reply' } },
  'GET announcements/lists': { who: everybody },
  'GET announcements/info': { who: everybody, names: { id: 'announcement' } },
  'POST announcements/create': { who: supporters },
  'POST announcements/edit': { who: supporters, names: { id: 'announcement' } },
  'POST announcements/end': { who: supporters, names: { id: 'announcement' } },
  'POST announcements/delete': { who: supporters, names: { id: 'announcement' } },
  'GET documents/lists': { who: everybody },
  'GET documents/tree': { who: everybody },
  'GET documents/info': { who: everybody, names: { id: 'document' } },
  'POST documents/create': { who: supporters, names: { parent_id: 'document' } },
  'POST documents/edit': { who: supporters, names: { id: 'document' } },
  'POST documents/delete': { who: supporters, names: { id: 'document' } },
  'POST documents/move': { who: supporters, names: { id: 'document', parent_id: 'document' } },
  'GET client_versions/lists': { who: everybody },
  'POST client_versions/store': { who: engineers },
  'POST client_versions/upload': { who: engineers },
  'POST client_versions/upload_part': { who: engineers, names: { upload_id: 'upload' } },
  'POST client_versions/delete': { who: engineers, names: { id: 'client_version' } },
  'GET messages/lists': { who: everybody },
  'GET messages/info': { who: everybody, names: { id: 'sent_message' } },
  'POST messages/send': { who: supporters, names: account },
  'GET dead_letters/lists': { who: everybody },
  'POST dead_letters/retry': { who: supporters, names: { id: 'dead_letter' } },
}

/** The agents' calls are admitted by the proof that they carry. */
export const agentTable: Record<string, { who: 'public' }> = {
  'POST activate': { who: 'public' },
  'POST login': { who: 'public' },
  'POST renew': { who: 'public' },
}

export const rights: Right[] = [
  'member.create',
  'member.edit',
  'member.delete',
  'network.create',
  'network.edit',
  'network.delete',
  'monitor.create',
  'monitor.edit',
  'monitor.delete',
  'member.view',
  'network.view',
  'monitor.view',
  'ticket.view',
  'ticket.create',
  'ticket.edit',
  'ticket.delete',
  'log.view',
  'service.view',
  'saas.view',
  'directory.view',
  'directory.edit',
  'download.view',
  'operation_log.view',
]

/** Returns the code for a sub-account that holds these rights. The harder case is one that holds every right except one. */
export const subAccountCode = (who: Who, held: ReadonlySet<Right>): number => {
  if (who === 'owner') return 403
  if (who === 'public' || who === 'refresh' || who === 'any' || who === 'sub_account') return 200
  return held.has(who) ? 200 : 403
}
