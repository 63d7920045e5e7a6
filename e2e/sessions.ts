import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import { ABSOLUTE_SECONDS } from '@weft/contract'
import type { Login } from './accounts.ts'
import { store } from './contexts.ts'

/** The session as the console stores it in the browser. */
export interface KeptSession {
  token: string
  token_expires: number
  session_expires: number
}
const KEPT = 'weft.session'

/** Returns the code on the picture. */
async function readImageCode(request: APIRequestContext, uniqid: string): Promise<string> {
  const { data } = await (await request.get(`/dev/captcha/${uniqid}`)).json()
  return data.code as string
}

/** Signs in without the form; the browser then stores what the form would have stored. */
export async function signInByApi(context: BrowserContext, { username, password, ram }: Login): Promise<void> {
  const { data: image } = await (await context.request.get('/api/v1/verify/code')).json()
  const code = await readImageCode(context.request, image.uniqid)
  const answer = await context.request.post(`/api/v1/login/${ram ? 'ram' : 'authorization'}`, {
    data: { username, password, code, uniqid: image.uniqid },
  })
  const { code: outcome, msg, data } = await answer.json()
  if (outcome !== 200) throw new Error(`signing in answered ${outcome} ${msg}`)
  const now = Date.now()
  const kept = {
    token: data.access_token,
    token_expires: now + data.token_expire_time * 1000,
    session_expires: now + ABSOLUTE_SECONDS * 1000,
    user: data.user,
    link: false,
  }
  await store(context, new URL(answer.url()).origin, KEPT, JSON.stringify(kept))
}

/** Signs a customer in and opens a page, for tests whose own pages are the desk's: relative addresses are those of the context. */
export async function customerPage(context: BrowserContext, who: Login): Promise<Page> {
  await signInByApi(context, who)
  return context.newPage()
}

/** Returns the session that the browser stores. */
export const keptSession = (page: Page): Promise<KeptSession | undefined> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined, KEPT)

/** Changes the stored session, for example its times. */
export const ageSession = (page: Page, change: Partial<KeptSession>): Promise<void> =>
  page.evaluate(
    ([key, change]) => localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), ...change })),
    [KEPT, change] as const,
  )

/** Calls the API with the page's session. @returns the envelope's data @throws if it refuses */
export async function callApi<T>(page: Page, path: string, input?: object): Promise<T> {
  const { origins } = await page.context().storageState()
  const kept = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === KEPT)
  const { token } = JSON.parse(kept?.value ?? '{}') as Partial<KeptSession>
  const answer = await page.request.fetch(`/api/v1/${path}`, {
    method: input ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}` },
    ...(input ? { data: input } : {}),
  })
  const { code, msg, data } = await answer.json()
  if (code !== 200) throw new Error(`${path} answered ${code} ${msg}`)
  return data as T
}

/** Creates a network through the API. @returns its number */
export async function createNetwork(
  page: Page,
  network_name: string,
  { center = [], point = [] }: { center?: string[]; point?: string[] },
): Promise<string> {
  const { network_number } = await callApi<{ network_number: string }>(page, 'network/create', { network_name, center, point })
  return network_number
}

/** The sign-in page, with access to the code of its picture. */
export class SignInPage {
  readonly page: Page
  /** The id of each picture that the page received, by its content. */
  private readonly pictures = new Map<string, string>()
  constructor(page: Page) {
    this.page = page
    page.on('response', async (response) => {
      if (!response.url().endsWith('/verify/code')) return
      const { data } = await response.json().catch(() => ({}))
      if (data) this.pictures.set(data.content, data.uniqid)
    })
  }
  get name() {
    return this.page.getByLabel(/^(用户名 \/ 手机号 \/ 邮箱|子账号用户名)$/)
  }
  get password() {
    return this.page.getByLabel('密码', { exact: true })
  }
  get code() {
    return this.page.getByLabel('图形验证码', { exact: true })
  }
  get picture() {
    return this.page.getByAltText('图形验证码图片')
  }
  get submit() {
    return this.page.getByRole('button', { name: '登录', exact: true })
  }
  /** Returns the code of the current picture. */
  async readPicture(): Promise<string> {
    const uniqid = async () => this.pictures.get((await this.picture.getAttribute('src')) ?? '')
    await expect.poll(uniqid).toBeDefined()
    return readImageCode(this.page.request, (await uniqid())!)
  }
  async enter({ username, password }: Pick<Login, 'username' | 'password'>): Promise<void> {
    await this.name.fill(username)
    await this.password.fill(password)
    await this.code.fill(await this.readPicture())
  }
}
