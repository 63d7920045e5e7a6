import { marked } from '../../../kernel/member-mark.ts'
import type { AuditEntry } from '../../foundation/audit/audit.service.ts'

interface Network {
  network_number: string
  network_name: string
}

export const profileTaken = (router_name: string, network: Network): AuditEntry => ({
  area: 'member',
  action: 'profile',
  message: `下载成员 ${marked(router_name)} 在组网「${network.network_name}」的客户端配置`,
  detail: { router_name, ...network },
})

export const profileLinkMade = (router_name: string, network: Network): AuditEntry => ({
  area: 'member',
  action: 'profile_link',
  message: `生成成员 ${marked(router_name)} 在组网「${network.network_name}」的客户端配置的一次性链接`,
  detail: { router_name, ...network },
})

/** @param username of the login that made the link @param from the device that used it */
export const profileTakenByLink = (
  router_name: string,
  network: Network,
  username: string,
  from: { system: string; address: string },
): AuditEntry => ({
  area: 'member',
  action: 'profile_link_use',
  message: `有人用「${username}」生成的一次性链接下载了成员 ${marked(router_name)} 在组网「${network.network_name}」的客户端配置`,
  detail: { router_name, ...network, username, ...from },
})
