import { Readable } from 'node:stream'
import type { RateClass } from '@weft/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findServed, readBytes } from '../adapters/files/files.ts'
import type { SystemDb } from '../db/client.ts'
import { countedAddress } from '../kernel/address.ts'
import { FILES_BASE, fileAddress, OWN_FILE } from '../kernel/file-address.ts'
import { cutOffStalled } from './file-answer.ts'
import { namesTag, spanOf } from './range.ts'

interface DownloadDependencies {
  /** Single statements of the system: no connection is held while a slow reader reads. */
  db: SystemDb
  count(rate: RateClass, caller: string): Promise<void>
}

/**
 * Serves stored files to everyone if a client version or an article refers to them. A file never changes under its address, so it may
 * be cached for ever; pictures are shown, everything else is saved.
 */
export function serveDownloads(app: FastifyInstance, { db, count }: DownloadDependencies): void {
  app.route<{ Params: { file_id: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: `${FILES_BASE}/:file_id/:name`,
    onRequest: (request) => count('read', `download ${countedAddress(request.ip)}`),
    handler: async (request, reply) => {
      const { file_id, name } = request.params
      const file = OWN_FILE.test(fileAddress(file_id, name)) ? await findServed(db, file_id, name) : undefined
      if (!file) return reply.code(404).type('text/plain').header('cache-control', 'no-store').send('404')
      const tag = `"${file.sha256}"`
      const shown = file.media_type.startsWith('image/')
      void reply.headers({
        etag: tag,
        'cache-control': 'public, max-age=31536000, immutable',
        'accept-ranges': 'bytes',
        'content-type': file.media_type,
        'x-content-type-options': 'nosniff',
        'content-disposition': `${shown ? 'inline' : 'attachment'}; filename="${name}"`,
      })
      if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
      return sendSpan(db, request, reply, { file_id, size: file.size, tag })
    },
  })
}

function sendSpan(db: SystemDb, request: FastifyRequest, reply: FastifyReply, file: { file_id: string; size: number; tag: string }) {
  const { file_id, size, tag } = file
  const current = request.headers['if-range'] === undefined || namesTag(request.headers['if-range'] as string, tag)
  const span = request.method === 'GET' && current ? spanOf(request.headers.range, size) : undefined
  if (span === 'unsatisfiable')
    return reply
      .code(416)
      .header('content-range', `bytes */${size}`)
      .header('content-type', 'text/plain')
      .header('cache-control', 'no-store')
      .send('')
  const { start, end } = span ?? { start: 0, end: size }
  if (span) void reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${size}`)
  void reply.header('content-length', end - start)
  if (request.method === 'HEAD') return reply.send()
  cutOffStalled(reply)
  return reply.send(Readable.from(readBytes(db, file_id, start, end), { objectMode: false, highWaterMark: 1 }))
}
