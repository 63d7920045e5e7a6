import { webhookHosts, type WebhookType } from '@weft/contract'

/** Returns whether a complete address has another host than the robots of its type. */
export function hostMissed(type: WebhookType, url: string): boolean {
  const host = webhookHosts[type]
  return host !== undefined && URL.canParse(url) && new URL(url).host !== host
}
