import { type APIRequestContext, expect } from '@playwright/test'

/** What was mailed or texted in development. */
interface Kept {
  id: string
  subject: string
  code: string | null
  link: string | null
}

/** All that went to somebody, newest first. @param to an e-mail, or `+86 13800000000` */
async function outbox(request: APIRequestContext, to: string): Promise<Kept[]> {
  const answer = await request.get(`/dev/outbox?to=${encodeURIComponent(to)}`)
  return (await answer.json()).data as Kept[]
}

/** A letter or text message that a test waits for: what was there before does not count. */
export async function awaitLetter(request: APIRequestContext, to: string) {
  const known = new Set((await outbox(request, to)).map(({ id }) => id))
  return {
    async code(): Promise<string> {
      const arrived = async () => (await outbox(request, to)).find(({ id, code }) => code && !known.has(id))?.code
      await expect.poll(arrived, `a code for ${to}`).toBeTruthy()
      return (await arrived())!
    },
  }
}

/** A mainland phone as the outbox names it. */
export const texted = (phone: string): string => `+86 ${phone}`
