import type { BodyKind } from '@weft/contract'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'

/** One uploaded file, in memory: the contract bounds its size. */
export interface Upload {
  file_name: string
  media_type: string
  bytes: Buffer
}

/** Reads the one file of a multipart call. @throws contentTypeUnknown, bodyTooLarge, invalidInput where the field is missing */
export async function readUpload(request: FastifyRequest, body: Extract<BodyKind, { kind: 'multipart' }>): Promise<Upload> {
  if (!request.isMultipart()) throw new Refusal('contentTypeUnknown')
  const part = await request.file({ limits: { files: 1, fileSize: body.max_bytes } })
  if (!part || part.fieldname !== body.field) throw new Refusal('invalidInput')
  const bytes = await part.toBuffer()
  if (!body.types.includes(part.mimetype)) throw new Refusal('contentTypeUnknown')
  return { file_name: part.filename.slice(0, 255), media_type: part.mimetype, bytes }
}
