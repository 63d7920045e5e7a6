import type { FastifyInstance } from 'fastify'

/** Outside production only: what a person would read off a picture or a letter. Never registered in production. */
export function serveDevelopment(app: FastifyInstance, sessions: { readCaptcha(uniqid: string): Promise<string | undefined> }): void {
  app.get<{ Params: { uniqid: string } }>('/dev/captcha/:uniqid', async (request) => ({
    data: { code: (await sessions.readCaptcha(request.params.uniqid)) ?? null },
  }))
}
