import type { contract } from '@weft/contract'
import { beforehand, type Handlers } from '../../../http/implement.ts'
import type { WebhookService } from './webhook.service.ts'

export const webhookRoutes = (webhooks: WebhookService): Handlers<typeof contract.webhook> => ({
  config: ({ db }) => webhooks.config(db),
  setting: ({ db, actor, input }) => webhooks.setting(db, actor, input),
  test: beforehand(
    ({ actor, input, caller }) => webhooks.test(actor, input, caller.language),
    async ({ db, actor, made }) => {
      await webhooks.tested(db, actor, made.webhook)
      return made.answer
    },
  ),
  delete: ({ db, actor }) => webhooks.remove(db, actor),
})
