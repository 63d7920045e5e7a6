import type { HealthProblem } from '@weft/contract'
import { grouped, lasting } from '@weft/ui'

type Role = Extract<HealthProblem, { kind: 'role_missing' }>['role']

const roles: Record<Role, string> = { api: '控制台', gateway: '接入网关', jobs: '后台任务' }

export const zhCN = {
  roles,
  well: '平台正常',
  ill: (n: number) => `平台异常 ${n} 处`,
  servers: (n: number) => `${n} 个服务实例`,
  members: (online: number, total: number) => `${grouped(online)} / ${grouped(total)} 个成员在线`,
  answer: (ms: number) => `数据库响应 ${ms} 毫秒`,
  said: (problem: HealthProblem, now: number) => {
    switch (problem.kind) {
      case 'role_missing':
        return `没有实例提供「${roles[problem.role]}」`
      case 'instance_silent':
        return `实例 ${problem.instance_id} 已 ${lasting(now - problem.since)}没有心跳`
      case 'jobs_late':
        return `任务已等待 ${lasting(now - problem.since)}`
      case 'jobs_failed':
        return `${grouped(problem.n)} 个任务失败`
      case 'deliveries_failed':
        return `${grouped(problem.n)} 封邮件或短信未能送达`
      case 'database_slow':
        return `数据库响应慢，${problem.ms} 毫秒`
    }
  },
}
export const en: typeof zhCN = {
  well: 'The platform is well',
  ill: (n) => `${n} ${n === 1 ? 'fault' : 'faults'} of the platform`,
  servers: (n) => `${n} ${n === 1 ? 'instance' : 'instances'}`,
  members: (online, total) => `${grouped(online)} of ${grouped(total)} members online`,
  answer: (ms) => `the database answers in ${ms} ms`,
  roles: { api: 'console', gateway: 'gateway', jobs: 'jobs' },
  said: (problem, now) => {
    switch (problem.kind) {
      case 'role_missing':
        return `no instance serves as ${en.roles[problem.role]}`
      case 'instance_silent':
        return `instance ${problem.instance_id} has given no sign of life for ${lasting(now - problem.since)}`
      case 'jobs_late':
        return `jobs have waited for ${lasting(now - problem.since)}`
      case 'jobs_failed':
        return `${grouped(problem.n)} ${problem.n === 1 ? 'job' : 'jobs'} failed`
      case 'deliveries_failed':
        return `${grouped(problem.n)} ${problem.n === 1 ? 'letter or text message' : 'letters or text messages'} could not be delivered`
      case 'database_slow':
        return `the database is slow: ${problem.ms} ms`
    }
  },
}
