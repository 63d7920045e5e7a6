import { Readable } from 'node:stream'
import type { RateClass } from '@weft/contract'
import type { FastifyInstance } from 'fastify'
import { findPicture, readBytes } from '../adapters/files/files.ts'
import type { SystemDb } from '../db/client.ts'
import { countedAddress } from '../kernel/address.ts'
import { type PictureLinks, PICTURES_BASE } from '../kernel/signed-link.ts'
import { cutOffStalled } from './file-answer.ts'

interface PictureDependencies {
  /** Single statements of the system: no connection is held while a slow reader reads. */
  db: SystemDb
  links: Pick<PictureLinks, 'holds'>
  count(rate: RateClass, caller: string): Promise<void>
}

/** Serves the pictures of tickets under signed links that are still valid. A picture is shown, and no script in it can run. */
export function servePictures(app: FastifyInstance, { db, links, count }: PictureDependencies): void {
  app.get<{ Params: { file_id: string; until: string; signature: string } }>(
    `${PICTURES_BASE}/:file_id/:until/:signature`,
    { onRequest: (request) => count('read', `pictures ${countedAddress(request.ip)}`) },
    async (request, reply) => {
      const { file_id, until, signature } = request.params
      const file = links.holds(file_id, until, signature) ? await findPicture(db, file_id) : undefined
      if (!file) return reply.code(404).type('text/plain').header('cache-control', 'no-store').send('404')
      cutOffStalled(reply)
      return reply
        .headers({
          'cache-control': 'private, max-age=3600, immutable',
          'content-type': file.media_type,
          'content-length': file.size,
          'content-disposition': 'inline',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
        })
        .send(Readable.from(readBytes(db, file_id, 0, file.size), { objectMode: false, highWaterMark: 1 }))
    },
  )
}
