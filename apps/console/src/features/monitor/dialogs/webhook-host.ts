import { webhookHosts, type WebhookType } from '@weft/contract'

/** Whether a whole address leads elsewhere than to the robots of its type. */
export function hostMissed(type: WebhookType, url: string): boolean {
  const host = webhookHosts[type]
  return host !== undefined && URL.canParse(url) && new URL(url).host !== host
}
