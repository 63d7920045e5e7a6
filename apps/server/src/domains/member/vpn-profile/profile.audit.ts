import { marked } from '../../../kernel/member-mark.ts'
import type { AuditEntry } from '../../foundation/audit/audit.service.ts'

export const profileTaken = (router_name: string, network: { network_number: string; network_name: string }): AuditEntry => ({
  area: 'member',
  action: 'profile',
  message: `下载成员 ${marked(router_name)} 在组网「${network.network_name}」的客户端配置`,
  detail: { router_name, ...network },
})
