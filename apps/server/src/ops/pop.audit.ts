import type { AuditEntry } from '../domains/foundation/audit/audit.service.ts'

interface Pop {
  name: string
  region: string
  public_ip: string
  port: number
  capacity: number
}
const factsOf = ({ name, region, public_ip, port, capacity }: Pop) => ({ name, region, public_ip, port, capacity })

export const popRegistered = (pop: Pop): AuditEntry => ({
  area: 'network',
  action: 'register_pop',
  message: `登记 POP「${pop.name}」`,
  detail: { after: factsOf(pop) },
})
export const popCodeRenewed = ({ name, pop_name }: { name: string; pop_name: string }): AuditEntry => ({
  area: 'network',
  action: 'renew_pop_code',
  message: `重新生成 POP「${name}」的激活码`,
  detail: { name, pop_name },
})
export const popChanged = (before: Pop, after: Pop): AuditEntry => ({
  area: 'network',
  action: 'edit_pop',
  message: `修改 POP「${before.name}」`,
  detail: { before: factsOf(before), after: factsOf(after) },
})
