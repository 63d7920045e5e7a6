import type { BrowserContextOptions, Page } from '@playwright/test'
import { type OperatorRole, opsContract } from '@weft/contract'
import { store } from './contexts.ts'
import { expect, test as base } from './test.ts'

interface DeskFixtures {
  /** Opens a page of the operator desk, signed in with a role. Relative addresses are the desk's. */
  desk: (role?: OperatorRole, options?: BrowserContextOptions) => Promise<Page>
}

export { expect }

/** `test` at the operators' listener. */
export const test = base.extend<DeskFixtures>({
  baseURL: async ({ server }, use) => use(server.ops),
  desk: async ({ visitor, accounts, server }, use) => {
    await use(async (role = 'admin', options) => {
      const context = await visitor(options)
      const login = await accounts.operator(role)
      const answer = await context.request.post(`/ops/v1/${opsContract.session.login.path}`, { data: login })
      const { code, msg, data } = await answer.json()
      if (code !== 200) throw new Error(`signing in answered ${code} ${msg}`)
      const kept = { token: data.access_token, expires: Date.now() + data.token_expire_time * 1000, username: data.operator.username }
      await store(context, new URL(server.ops).origin, 'weft.operator', JSON.stringify(kept))
      return context.newPage()
    })
  },
})
