import { Readable } from 'node:stream'
import type { FileAnswer } from '@weft/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorFacts, type Log } from '../kernel/log.ts'

/** Milliseconds after which a reader that takes nothing is cut off. */
const STALLED_MS = 60_000

/** Ends a connection whose reader takes nothing for `stalled_ms`. */
export const cutOffStalled = ({ raw }: FastifyReply, stalled_ms = STALLED_MS): void => void raw.setTimeout(stalled_ms, () => raw.destroy())

/**
 * Answers a file instead of an envelope, after the call's transaction. A file that is made while it is sent and fails before its first
 * bytes is answered like any failed call; later it ends the connection, so that half a file never looks whole.
 * A reader that has left is no failure.
 */
export async function sendFile(
  { request, reply, log, stalled_ms }: { request: FastifyRequest; reply: FastifyReply; log: Log; stalled_ms?: number | undefined },
  media_type: string,
  { file_name, body }: FileAnswer,
): Promise<FastifyReply> {
  const head = { 'content-type': media_type, 'content-disposition': attachment(file_name), 'cache-control': 'no-store' }
  if (body instanceof Uint8Array) return reply.headers(head).send(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  if (request.method === 'HEAD') return reply.headers(head).send()
  const iterator = body[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (reply.raw.closed) {
    // The reader has left meanwhile.
    await iterator.return?.()
    return reply.hijack()
  }
  const broken = (error: unknown) =>
    log.error('a file broke off', { id: request.id, path: request.url.split('?')[0], ...errorFacts(error) })
  cutOffStalled(reply, stalled_ms)
  return reply.headers(head).send(Readable.from(continued(first, iterator, broken), { objectMode: false, highWaterMark: 1 }))
}

/** @param broken is called with the error that ended the file; a reader that goes away is no failure */
async function* continued(
  first: IteratorResult<Uint8Array>,
  iterator: AsyncIterator<Uint8Array>,
  broken: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  let ended = false
  try {
    for (let chunk = first; !chunk.done; chunk = await next()) yield chunk.value
    ended = true
  } finally {
    if (!ended) await iterator.return?.()
  }

  async function next(): Promise<IteratorResult<Uint8Array>> {
    try {
      return await iterator.next()
    } catch (error) {
      ended = true
      broken(error)
      throw error
    }
  }
}

/** Returns the header that saves a file under its name, in any script (RFC 6266, RFC 8187), with a name in ASCII for old clients. */
export function attachment(file_name: string): string {
  const plain = file_name.replace(/[^ -~]|["\\%]/g, '_')
  const encoded = encodeURIComponent(file_name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
