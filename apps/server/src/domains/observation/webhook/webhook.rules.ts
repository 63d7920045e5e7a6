import { MASKED, webhookHosts, type WebhookInput, webhookSecrets, type WebhookType } from '@weft/contract'
import { Refusal } from '../../../kernel/refusal.ts'

/** An address and secret in the clear. */
export interface OpenWebhook {
  type: WebhookType
  url: string
  /** Undefined where calls are not signed. */
  secret: string | undefined
}

/** What the texts call a type. */
export const webhookTypeNames: Record<WebhookType, string> = { dingtalk: '钉钉', feishu: '飞书', wecom: '企业微信', other: '其他' }

const hostOf = (url: string) => new URL(url).host

/** An address without what makes it a key: everything behind its host. */
export const maskedUrl = (url: string): string => `${new URL(url).origin}/${MASKED}`

/**
 * What is meant by an input, beside what is stored: a masked value stands for the stored one. A secret goes nowhere but where it was
 * entered for (docs/design/security.md §3): a changed address asks for it again.
 * @param excepts whether the installation lets calls to a host and port through without TLS
 * @throws webhookHttps, webhookHost, webhookSecretAgain, webhookNotSet
 */
export function meantBy(
  { type, url, secret }: WebhookInput,
  stored: OpenWebhook | undefined,
  excepts: (host: string, port: number) => boolean,
): OpenWebhook {
  const kept = stored !== undefined && url === maskedUrl(stored.url)
  const meant = kept ? stored.url : url
  if (!kept && url.includes(MASKED)) throw new Refusal(stored ? 'webhookHttps' : 'webhookNotSet')
  const { protocol, hostname, port, host } = new URL(meant)
  const excepted = excepts(hostname, Number(port || (protocol === 'https:' ? 443 : 80)))
  if (protocol !== 'https:' && !excepted) throw new Refusal('webhookHttps')
  const own = webhookHosts[type]
  if (own !== undefined && host !== own && !excepted) throw new Refusal('webhookHost', { type: webhookTypeNames[type], host: own })
  if (webhookSecrets[type] === 'none' || secret === '') return { type, url: meant, secret: undefined }
  if (secret !== MASKED) return { type, url: meant, secret }
  if (!stored?.secret || hostOf(stored.url) !== host || stored.type !== type) throw new Refusal('webhookSecretAgain')
  return { type, url: meant, secret: stored.secret }
}
