import type { BodyKind } from '@weft/contract'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'

/** One uploaded file, in memory: the contract bounds its size. */
export interface Upload {
  file_name: string
  media_type: string
  bytes: Buffer
}

/**
 * Reads the one file of a multipart call, and nothing beside it.
 * @throws contentTypeUnknown, bodyTooLarge, invalidInput where the field is missing or something else came with it
 */
export async function readUpload(request: FastifyRequest, body: Extract<BodyKind, { kind: 'multipart' }>): Promise<Upload> {
  if (!request.isMultipart()) throw new Refusal('contentTypeUnknown')
  let upload: Upload | undefined
  for await (const part of request.parts({ limits: { files: 1, fields: 0, fileSize: body.max_bytes } })) {
    if (part.type !== 'file' || part.fieldname !== body.field) throw new Refusal('invalidInput')
    const bytes = await part.toBuffer()
    if (!body.types.includes(part.mimetype)) throw new Refusal('contentTypeUnknown')
    upload = { file_name: part.filename.slice(0, 255), media_type: part.mimetype, bytes }
  }
  if (!upload) throw new Refusal('invalidInput')
  return upload
}
