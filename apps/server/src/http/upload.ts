import { type BodyKind, explain, type Language } from '@weft/contract'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'

/** One uploaded file, in memory: the contract bounds its size. */
export interface Upload {
  file_name: string
  media_type: string
  bytes: Buffer
}

type FileBody = Extract<BodyKind, { kind: 'multipart' }>
/** Of what is no file, a name is all that is looked at. */
const LIMITS = { files: 1, fields: 1, fieldSize: 1 }

const hasStatus = (error: unknown) => typeof (error as { statusCode?: unknown }).statusCode === 'number'

/**
 * Reads the one file of a multipart call, and nothing beside it.
 * @throws contentTypeUnknown, bodyTooLarge, uploadIncomplete, invalidInput, which names the field that has no file or that no file belongs to
 */
export async function readUpload(request: FastifyRequest, { field, max_bytes, types }: FileBody, language: Language): Promise<Upload> {
  if (!request.isMultipart()) throw new Refusal('contentTypeUnknown')
  const refuse = (issue: Parameters<typeof explain>[0]['issues'][number]) =>
    new Refusal('invalidInput', undefined, { errors: explain({ issues: [issue] }, language) })
  let upload: Upload | undefined
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: max_bytes } })) {
      if (part.fieldname !== field) throw refuse({ code: 'unrecognized_keys', keys: [part.fieldname], path: [], message: '' })
      // A browser sends an empty text, or an empty file without a name, where none was chosen.
      if (part.type !== 'file' || !part.filename) break
      const bytes = await part.toBuffer()
      if (!types.includes(part.mimetype)) throw new Refusal('contentTypeUnknown')
      upload = { file_name: part.filename.slice(0, 255), media_type: part.mimetype, bytes }
    }
  } catch (error) {
    // The parser names the limits that it enforces. What it has no name for is a body that breaks off or is no multipart at all.
    if (error instanceof Refusal || hasStatus(error)) throw error
    throw new Refusal('uploadIncomplete')
  }
  if (!upload) throw refuse({ code: 'custom', message: 'chooseFile', path: [field], input: undefined })
  return upload
}
