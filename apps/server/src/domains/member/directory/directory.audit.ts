import { type DirectoryStop, directoryTypeNames } from '@weft/contract'
import type { Actor } from '../../../kernel/actor.ts'
import { escapeHtml } from '../../../kernel/escape-html.ts'
import { listed } from '../../../kernel/listed.ts'
import { marked } from '../../../kernel/member-mark.ts'
import { type AuditEntry, MOST_DETAILED } from '../../foundation/audit/audit.service.ts'

interface Config {
  router_name: string | null
  host: string
  port: number
  base_dn: string
  use_ssl: 0 | 1
  use_tls: 0 | 1
  username: string
  type: 1 | 2
  sync_mode: 1 | 2
  network_number: string | null
}
const security = ({ use_ssl, use_tls }: Config) => (use_ssl === 1 ? 'SSL' : use_tls === 1 ? 'StartTLS' : '不加密')
const mode = (sync_mode: 1 | 2) => (sync_mode === 1 ? '手动同步' : '自动同步')
const facts = ({ router_name, host, port, base_dn, use_ssl, use_tls, username, type, sync_mode, network_number }: Config) => ({
  router_name,
  host,
  port,
  base_dn,
  use_ssl,
  use_tls,
  username,
  type,
  sync_mode,
  network_number,
})

export const directorySaved = (before: Config | undefined, after: Config): AuditEntry => ({
  area: 'directory',
  action: 'ldap_save',
  message: `${before ? '修改' : '接入'}目录 ${after.host}:${after.port}（${after.router_name === null ? '公网' : `经硬件成员 ${marked(after.router_name)}`}，${directoryTypeNames[after.type]['zh-CN']}，${security(after)}），Base DN「${after.base_dn}」，${mode(after.sync_mode)}`,
  detail: { ...(before && { before: facts(before) }), after: facts(after) },
})

/** Tells the owner that members' passwords are checked by another server. */
export const directoryMovedMessage = (
  { host, port }: Pick<Config, 'host' | 'port'>,
  { username, address }: Pick<Actor, 'username' | 'address'>,
) => ({
  type: '安全提醒',
  title: '企业目录的服务器已修改',
  content: `<p>${username} 将企业目录设为 ${escapeHtml(host)}:${port}，来源地址 ${address}。目录成员登录时，密码由该服务器核对。如非您本人或同事操作，请在「<a href="/router/ldap">目录同步</a>」改回，并尽快修改密码。</p>`,
})

export const directoryClosed = (before: Config, removed: number): AuditEntry => ({
  area: 'directory',
  action: 'ldap_close',
  message: `关闭目录接入 ${before.host}:${before.port}，删除成员 ${removed} 个`,
  detail: { before: facts(before), removed },
})

export const domainProved = (domain: string): AuditEntry => ({
  area: 'directory',
  action: 'ldap_domain',
  message: `验证域名 ${domain}`,
  detail: { domain },
})

export const userImported = (router_name: string, uuid: string): AuditEntry => ({
  area: 'directory',
  action: 'ldap_import',
  message: `导入目录用户 ${marked(router_name)}`,
  detail: { router_name, uuid },
})

export const usersRemoved = (names: readonly string[]): AuditEntry => ({
  area: 'directory',
  action: 'ldap_remove',
  message: `删除目录用户 ${listed(names.map(marked))}`,
  detail: { count: names.length, router_name: names.slice(0, MOST_DETAILED) },
})

export interface Synced {
  added: string[]
  renamed: { from: string; to: string }[]
  described: number
  disabled: string[]
  enabled: string[]
}
const part = (word: string, names: readonly string[]) => (names.length > 0 ? [`${word} ${listed(names.map(marked))}`] : [])

export const directorySynced = ({ added, renamed, described, disabled, enabled }: Synced): AuditEntry => ({
  area: 'directory',
  action: 'ldap_sync',
  message: `同步目录：${[
    ...part('新增', added),
    ...(renamed.length > 0 ? [`改名 ${listed(renamed.map(({ from, to }) => `${from} → ${to}`))}`] : []),
    ...(described > 0 ? [`更新描述 ${described} 个`] : []),
    ...part('停用', disabled),
    ...part('启用', enabled),
  ].join('；')}`,
  detail: {
    added: added.length,
    renamed: renamed.length,
    described,
    disabled: disabled.length,
    enabled: enabled.length,
    names: {
      added: added.slice(0, MOST_DETAILED),
      renamed: renamed.slice(0, MOST_DETAILED),
      disabled: disabled.slice(0, MOST_DETAILED),
      enabled: enabled.slice(0, MOST_DETAILED),
    },
  },
})

export const syncStopped = ({ kind: _, ...detail }: DirectoryStop): AuditEntry => ({
  area: 'directory',
  action: 'ldap_stop',
  message:
    'renewed' in detail
      ? `${detail.before} 个成员中有 ${detail.renewed} 个的目录用户唯一标识已改变，停止同步`
      : `目录用户由 ${detail.before} 个减少到 ${detail.after} 个，停止同步`,
  detail,
})

export const syncRestarted = (): AuditEntry => ({ area: 'directory', action: 'ldap_restart', message: '重启目录同步服务' })

export const modeChanged = (before: 1 | 2, after: 1 | 2): AuditEntry => ({
  area: 'directory',
  action: 'ldap_sync_mode',
  message: `同步方式由「${mode(before)}」改为「${mode(after)}」`,
  detail: { before: { sync_mode: before }, after: { sync_mode: after } },
})
