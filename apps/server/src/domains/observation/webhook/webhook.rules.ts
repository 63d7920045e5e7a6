import { MASKED, webhookHosts, type WebhookInput, webhookSecrets, type WebhookType } from '@weft/contract'
import { Refusal } from '../../../kernel/refusal.ts'

/** An address and a secret in plain text. */
export interface OpenWebhook {
  type: WebhookType
  url: string
  /** Undefined if calls are not signed. */
  secret: string | undefined
}

/** Names of the types in texts. */
export const webhookTypeNames: Record<WebhookType, string> = { dingtalk: '钉钉', feishu: '飞书', wecom: '企业微信', other: '其他' }

/** Returns an address without its key, which is everything after its host. */
export const maskedUrl = (url: string): string => `${new URL(url).origin}/${MASKED}`

/**
 * Returns the webhook that an input means: a masked value is replaced by the stored one. A secret is sent only where it was entered for
 * (docs/design/security.md §3): any change of the address or the type asks for it again, since many robots share a host.
 * @param excepts returns whether the installation lets calls to a host and port through without TLS
 * @throws webhookHttps, webhookHost, webhookSecretAgain, webhookNotSet
 */
export function mergeMasked(
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
  if (!stored?.secret || meant !== stored.url || stored.type !== type) throw new Refusal('webhookSecretAgain')
  return { type, url: meant, secret: stored.secret }
}
