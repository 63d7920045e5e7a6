import type { Text } from '@weft/ui'

export type GroupName = 'overview' | 'user' | 'network' | 'saas' | 'member' | 'monitor' | 'audit' | 'access' | 'support'

/** The sidebar's groups, in order. The only page in `overview` is shown in place of its group. */
export const groups: Record<GroupName, Text<string>> = {
  overview: { zhCN: '概览', en: 'Overview' },
  user: { zhCN: '用户中心', en: 'Account' },
  network: { zhCN: '智能组网', en: 'Networking' },
  saas: { zhCN: 'SaaS 加速', en: 'SaaS' },
  member: { zhCN: '成员管理', en: 'Members' },
  monitor: { zhCN: '监控告警', en: 'Monitoring' },
  audit: { zhCN: '安全审计', en: 'Audit' },
  access: { zhCN: '访问控制', en: 'Access' },
  support: { zhCN: '售后支持', en: 'Support' },
}
export const groupNames = Object.keys(groups) as GroupName[]
