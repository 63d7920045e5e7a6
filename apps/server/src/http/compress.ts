import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Bytes from which an answer is compressed; a shorter one fits a few packets. */
const COMPRESSED_FROM = 4096
const LEVEL = 4
const gzipped = promisify(gzip)

/**
 * Compresses long answers for clients that accept gzip, on another thread. Only answers, which are text by now, are compressed: files are
 * streams, whose failure must be seen, and the files of pages are stored compressed.
 */
export async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < COMPRESSED_FROM) return payload
  if (negotiate(request.headers['accept-encoding'] ?? '', ['gzip']) !== 'gzip') return payload
  void reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').removeHeader('content-length')
  return gzipped(payload, { level: LEVEL })
}
