import { type APIRequestContext, expect } from '@playwright/test'

/** A letter or text message kept in development. */
interface Kept {
  id: string
  subject: string
  code: string | null
  link: string | null
}

/** Returns everything sent to an address, newest first. @param to an e-mail, or `+86 13800000000` */
async function outbox(request: APIRequestContext, to: string): Promise<Kept[]> {
  const answer = await request.get(`/dev/outbox?to=${encodeURIComponent(to)}`)
  return (await answer.json()).data as Kept[]
}

/** Prepares to wait for a letter or text message; earlier ones do not count. */
export async function awaitLetter(request: APIRequestContext, to: string) {
  const known = new Set((await outbox(request, to)).map(({ id }) => id))
  const awaited = async (part: 'code' | 'link'): Promise<string> => {
    const arrived = async () => (await outbox(request, to)).find((one) => one[part] && !known.has(one.id))?.[part]
    await expect.poll(arrived, `a ${part} for ${to}`).toBeTruthy()
    return (await arrived())!
  }
  return {
    code: () => awaited('code'),
    /** Returns the link of the letter without its origin. */
    async link(): Promise<string> {
      const { pathname, search } = new URL(await awaited('link'))
      return pathname + search
    },
  }
}

/** Returns a mainland phone as the outbox names it. */
export const texted = (phone: string): string => `+86 ${phone}`
