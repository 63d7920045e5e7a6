/**
 * The calls of both specifications, read from the documents and not from the code: method and path, the fields that a client sends, the
 * fields that it reads. `a.b` is a field within another, or within each of a list or of a map; `^a` stands in the envelope beside `data`.
 * `…` at the end of the sent fields: the document does not name all of them.
 */
export const specifiedCalls = `
# Document 1
POST login/authorization | username password code uniqid | access_token token_expire_time user user.username user.nickname user.ram
POST login/ram | username password code uniqid | access_token token_expire_time user
POST login/refresh | | access_token token_expire_time
GET verify/code | | content uniqid
POST verify/register | send_type send_value | ^msg
POST account/register | nickname username password newPassword code type verify | ^msg
POST verify/find_password | username img_code uniqid | phone email
POST verify/find_password_code | uniqid send_type | ^msg
POST verify/authentication | code uniqid send_type | ^msg
POST verify/reset_password | password reset_password uniqid | ^msg
POST verify/send_code | send_type send_value verify_type | ^msg
POST verify/verify | send_type verify_type code | ^msg
GET account/info | | username nickname birthday industry occupation user_phone user_email area_code sign message_count ram auth auth.quagga auth.quagga_advanced auth.default_route
GET account/data | | username nickname birthday industry occupation
POST account/edit_data | username nickname birthday industry occupation | ^msg
POST account/edit_password | new_password reset_password | ^msg
POST ram/password | old_password password reset_password | ^msg
POST account/edit_email | email code | ^msg
POST account/edit_phone | code phone area_code | ^msg
POST account/edit_sign | sign | ^msg
POST account/default_email | | ^msg
POST account/default_phone | | ^msg
GET account/service | page | service_name quantity start_time expired_time ^count
GET message/lists | page | message_id status title type create_time ^count
GET message/info | message_id | title content
POST message/update_message | message_id type | ^msg
POST message/delete_message | message_id type | ^msg
GET announcements/lists | page | id title tag release_time link ^count
GET announcements/info | id | id title release_time content
GET ticket/lists | page search | ticket_number ticket_title ticket_status create_time ticket_type ^count
GET ticket/info | ticket_number | ticket_number ticket_title ticket_content ticket_status create_time ticket_type images images.src dialogue.reply_name dialogue.reply_time dialogue.dialogue_content dialogue.images appraise.grade appraise.content
POST ticket/create | title content type file_ids | ^msg
POST ticket/upload_file | | src id
POST ticket/reply | ticket_number file_ids content | ^msg
POST ticket/appraise | ticket_number grade content | ^msg
POST ticket/delete | ticket_number | ^msg
GET document/menu | |
GET document/info | id | content before_doc.id before_doc.title after_doc.id after_doc.title
POST contacts/validate_email | s | ^msg

# Document 2: networks
GET network/lists | page search | network_number network_name network_type member_count fr_name network_status network_service ^count
GET network/info | network_number | network_number network_name network_type member_count fr_name network_status network_service network_center_link network_center_link_show network_center_link_network.gateway network_center_link_network.mask network_center_link_network.public_ip network_center_link_network.public_port network_center_link_network.static_port network_center_link_network.center_router_name ncp_ciphers mode network_dns network_fr.network_fr_id network_fr.shortname member.router_name member.note member.router_type member.member_type member.online member.online_status member.version member.os member.status member.mode member.default_route member.metric member.quagga member.routing member.ov_id.main member.ov_id.backup member.ov_id.main_name member.ov_id.backup_name member.ov_id.priority member.fixed_port.router.public_ip member.fixed_port.router.public_port member.fixed_port.router.static_port member.fixed_port.software member.gateway.router.gateway member.gateway.router.mask member.gateway.software member.center_router_name_note link.router_name link.router_name_note link.center_router_name link.center_router_name_note link.vpn_online link.vpn_ip link.vpn_online_time
GET network/config | | network_router_use network_router_count network_level network_center_count dns_quantity
GET network/status | network_number | link online
GET network/prefix | network_number | ip mask name permission ge le
GET network/member | network_number member_type | router_name note router_type member_type
GET network/routing | network_number | type main_router secondary_router
GET network/point_link | network_number router_name | center_router_name center_router_name_note vpn_online
GET network/ip_address_pool | network_number | pop.gateway pop.mask pop_software.gateway pop_software.mask center_link_network.gateway center_link_network.mask center_network.router.gateway center_network.router.mask center_network.software.gateway center_network.software.mask other.gateway other.mask
GET network/center_link_network | network_number | center_router_name public_ip public_port static_port gateway mask
GET network/ticket_lists | page network_ticket_number network_number start_time end_time | network_ticket_number network_number network_ticket_type network_ticket_status create_time complete_time ^count
GET network/ticket_view | network_ticket_number | network_ticket_number network_number network_ticket_type network_ticket_status create_time complete_time attributes.bandwidth attributes.pop attributes.expired_time attributes.pop_conf
GET network/ticket_config | type network_number | ticket.pop.value ticket.pop.name ticket.expired_time.value ticket.bandwidth member pop_conf network_ticket_type
POST network/create | network_number network_name center point | network_number ^msg
POST network/edit | network_number network_name center point | ^msg
POST network/delete | network_number | ^msg
POST network/name | network_number network_name | ^msg
POST network/add_member | network_number router_name member_type | ^msg
POST network/remove_member | network_number router_name | ^msg
POST network/edit_routing | network_number main_router secondary_router type | ^msg
POST network/default_route | router_name network_number model metric | ^msg
POST network/edit_prefix | network_number router_name prefix prefix.ip prefix.mask prefix.permission prefix.ge prefix.le | ^msg
POST network/dns | network_number dns | ^msg
POST network/fixed_port | network_number router_name router_service.public_ip router_service.public_port router_service.static_port software_service.public_ip software_service.public_port software_service.static_port | ^msg
POST network/edit_center_gateway | router_name network_number router_network.gateway router_network.mask software_network.gateway software_network.mask | ^msg
POST network/edit_center_link_gateway | network_number gateway mask | ^msg
POST network/enable_center_link | network_number enable | ^msg
POST network/center_link | network_number gateway mask enable center_router_name public_ip public_port static_port | ^msg
POST network/fr | network_number network_fr_id mode | ^msg
POST network/member_ov | network_number router_name ov_id_main ov_id_backup | ^msg
POST network/re_send_config | network_number … | ^msg
POST network/kill_user | network_number router_name … | ^msg
POST network/quagga | network_number router_name enable | ^msg
POST network/quagga_enable | network_number … | ^msg
POST network/quagga_disable | network_number … | ^msg
POST network/reset_respawn | network_number router_name | ^msg
POST network/edit_point_link | network_number router_name link_config | ^msg
POST network/edit_ip_address_pool | network_number center_link_network center_network network_fr_id | ^msg
POST network/ciphers | network_number ncp_ciphers | ^msg
POST network/software_mode | network_number router_name mode | ^msg
POST network/ticket | network_number network_ticket_type ticket.pop ticket.expired_time ticket.bandwidth pop_conf | ^msg
POST network/ticket_delete | network_ticket_number | ^msg
POST network/ticket_cancel | network_ticket_number | ^msg
GET network_fr/lists | | network_fr_id shortname status expire_day ^count
GET network_fr/config | network_number … | network_fr_id shortname
GET network_fr/ov | … | ov_id area
GET network/select | | network_number network_name

# Document 2: members
GET router/lists | page type search | router_name note router_type online online_status version os phone area_code status ^count
GET router/info | router_name | router_name note router_model router_ipv4 router_mac version online network.network_name network.network_member_count interfaces.interface interfaces.interface_uuid interfaces.protocol interfaces.ip interfaces.ipv4 interfaces.ipv4_subnet_mask interfaces.mtu
GET router/traffic | router_name interface … | interface time down upload
GET router/member | | router app
GET router/hardware | |
GET router/quantity | | hardware software max software_surplus
GET router/software_template | |
GET router/software_delete_template | |
GET router/export | |
GET router/software | |
POST router/note | router_name note | ^msg
POST router/update_status | router_name status … | ^msg
POST router/delete | router_name | ^msg
POST router/phone | router_name area_code phone type code | ^msg
POST router/password | router_name password | ^msg
POST router/add | router_type username area_code phone password type code note | ^msg
POST router/batch_delete | router_name | name router_name result ^msg
POST router/batch | | ^msg
POST router/batch_delete_file | | name router_name result ^msg
POST router/remove_disable | | ^msg
GET router/connect | page router_name search … | ip origin input out session_date online_time stop_time ^count
GET router/dial_records | router_name search mode start_time end_time … | router_name orig vpn_ip start_time end_time online_time ^count
GET router/login_records | router_name page … | router_name ip os version sys_brand sys_model sys_version create_time ^count
WS router/traffic | token router_name | code msg data.interfaces data.samples.interface data.samples.time data.samples.down data.samples.upload

# Document 2: directory
GET ldap/status | | enable sync_mode
GET ldap/config | | enable data notice ^enable ^notice data.mode data.router_name data.domain data.host data.port data.base_dn data.use_ssl data.use_tls data.ca_id data.file_name data.username data.password data.type data.network_number data.network_name data.sync_mode data.update_time data.create_time data.status
GET ldap/user | page search exist … | data count hash ^count ^hash data.username data.description data.exist data.uuid data.verify
GET ldap/sync_status | | count service.status service.update_time service.cycle service.operation_hours service.message
GET ldap/download_verify_domain | domain |
POST ldap/delete | | ^msg
POST ldap/check | host port base_dn mode router_name domain username password type use_ssl use_tls sync_mode network_number ca_id | ^msg
POST ldap/save | host port base_dn mode router_name domain username password type use_ssl use_tls sync_mode network_number ca_id | ^msg
POST ldap/verify_domain | domain | ^msg
POST ldap/remove_all | hash | ^msg
POST ldap/remove | hash uuid | ^msg
POST ldap/import | hash uuid | ^msg
POST ldap/sync | hash | ^msg
POST ldap/sync_mode | sync_mode | ^msg
POST ldap/remove_disable | | ^msg
POST ldap/restart_sync | | ^msg
POST ldap/upload | | ca_id

# Document 2: SaaS
GET saas/router | page search | router_name online bandwidth expire_date ip online_time input out ^count
GET saas/info | router_name | router_name online bandwidth expire_date temp_bandwidth temp_start_date temp_expire_date ip online_time input out
GET saas/connect | page router_name search | ip origin input out session_date online_time stop_time ^count
GET saas/traffic | router_name | interface time down upload

# Document 2: logs
GET logs/software_login | page router_name search start_time end_time | router_name ip os version sys_brand sys_model sys_version create_time ^count
GET logs/connect | page limit search start_time end_time | router_name remote_ip remote_port version online create_time ^count
GET logs/online | page limit router_name search mode start_time end_time | router_name network_number link_router_name orig vpn_ip start_time end_time online_time pop_name area ^count
GET logs/export | type search start_time end_time | file_name data ^file_name

# Document 2: monitoring and contacts
GET monitor/config | | portal_confirm email_confirm webhook_confirm router_online router_offline service_expired pop_connect router
GET monitor/routers | | router_name note
POST monitor/setting | email_confirm webhook_confirm portal_confirm router_online router_offline service_expired pop_connect router | ^msg
POST monitor/enable | | ^msg
POST monitor/close | | ^msg
GET contacts/lists | page | uuid name email email_verify ^count
GET contacts/info | uuid | uuid name email email_verify
POST contacts/create | name email | ^msg
POST contacts/edit | uuid name email | ^msg
POST contacts/delete | uuid | ^msg
POST contacts/send_validate_email | uuid | ^msg
GET webhook/config | | type url secret
POST webhook/setting | type url secret | ^msg
POST webhook/test | type url secret | ^msg
POST webhook/delete | | ^msg

# Document 2: sub-accounts and roles
GET ram/domain | |
GET ram/quantity | | max
GET ram/info | id | id username role_id role_name nickname create_time login_time
GET ram/lists | page search | id username role_id role_name nickname create_time login_time ^count
GET ram/log | page limit ram_id start_time end_time | mode action message create_time ^count
POST ram/create | role_id nickname username password | ^msg
POST ram/edit | id role_id nickname password | ^msg
POST ram/delete | id | ^msg
GET ram_role/info | id | id name note create_time update_time auth.easylink.router.create auth.easylink.router.edit auth.easylink.router.delete auth.easylink.network.create auth.easylink.network.edit auth.easylink.network.delete auth.monitor.view auth.monitor.create auth.monitor.edit auth.monitor.delete
GET ram_role/lists | page search | id name note create_time update_time auth ^count
GET ram_role/select | | id name
POST ram_role/create | name note auth.easylink.router.create auth.easylink.router.edit auth.easylink.router.delete auth.easylink.network.create auth.easylink.network.edit auth.easylink.network.delete auth.monitor.view auth.monitor.create auth.monitor.edit auth.monitor.delete | ^msg
POST ram_role/edit | id name note auth.easylink.router.create auth.easylink.router.edit auth.easylink.router.delete auth.easylink.network.create auth.easylink.network.edit auth.easylink.network.delete auth.monitor.view auth.monitor.create auth.monitor.edit auth.monitor.delete | ^msg
POST ram_role/delete | id | ^msg
`

/** The sentences that the documents fix, in the order of S1 §8 and S2 §8: what happened, and a call that says so. */
export const specifiedSentences = `
POST ticket/delete | deleted successfully | 删除成功
POST account/edit_data | saved successfully | 保存成功
POST ticket/reply | replied successfully | 回复成功
POST ticket/appraise | rated successfully | 评价成功
POST network/ticket_cancel | cancelled successfully | 取消成功
POST ticket/create | ticket submitted, please wait patiently for a reply | 工单已提交，请耐心等待回复
POST network/ticket | submitted | 提交成功
POST monitor/enable | started | 开启成功
POST monitor/close | closed | 关闭成功
POST contacts/send_validate_email | sent | 发送成功
POST network/delete | deleted | 删除成功
POST webhook/setting | saved | 保存成功
POST webhook/delete | deleted | 删除成功
`

/** Calls about a directory have 60 s, others 10 s, except for files and for those that the screens' page names. */
export const LONGER = `
router/note router/label router/update_status router/batch router/batch_delete router/batch_delete_file router/delete_check router/remove_disable
router/diagnose network/add_branches network/branch_sheet
`
