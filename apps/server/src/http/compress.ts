import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer that fits a few packets is not worth it, in bytes. */
const COMPRESSED_FROM = 4096
const LEVEL = 4
const gzipped = promisify(gzip)

/**
 * Compresses long answers for whoever takes them so, on a thread of its own. Answers alone, which are text by now: files are streams,
 * whose failure must be seen, and what browsers load lies there compressed.
 */
export async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < COMPRESSED_FROM) return payload
  if (negotiate(request.headers['accept-encoding'] ?? '', ['gzip']) !== 'gzip') return payload
  void reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').removeHeader('content-length')
  return gzipped(payload, { level: LEVEL })
}
