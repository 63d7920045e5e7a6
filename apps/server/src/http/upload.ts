import { type BodyKind, explain, hasEnding, type Language } from '@weft/contract'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'

/** One uploaded file, in memory: the contract limits its size. */
export interface Upload {
  file_name: string
  media_type: string
  bytes: Buffer
}

type FileBody = Extract<BodyKind, { kind: 'multipart' }>
/** Limits of a multipart body: of a field that is no file only the name is read. */
const LIMITS = { files: 1, fields: 1, fieldSize: 1 }

const hasStatus = (error: unknown) => typeof (error as { statusCode?: unknown }).statusCode === 'number'

/**
 * Reads the one file of a multipart call, and refuses anything else in it.
 * @throws contentTypeUnknown, bodyTooLarge, uploadIncomplete, invalidInput, which names the field without a file or with one of another kind, or the unknown field
 */
export async function readUpload(
  request: FastifyRequest,
  { field, max_bytes, types, endings }: FileBody,
  language: Language,
): Promise<Upload> {
  if (!request.isMultipart()) throw new Refusal('contentTypeUnknown')
  const refuse = (issue: Parameters<typeof explain>[0]['issues'][number]) =>
    new Refusal('invalidInput', undefined, { errors: explain({ issues: [issue] }, language) })
  const wrong = (message: string) => ({ code: 'custom' as const, message, path: [field] })
  let upload: Upload | undefined
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: max_bytes } })) {
      if (part.fieldname !== field) throw refuse({ code: 'unrecognized_keys', keys: [part.fieldname], path: [], message: '' })
      // A browser sends an empty text, or an empty file without a name, if no file was chosen.
      if (part.type !== 'file' || !part.filename) break
      if (!hasEnding(part.filename, endings)) throw refuse(wrong(`fileEnding.${endings!.join('.')}`))
      const bytes = await part.toBuffer()
      if (!types.includes(part.mimetype)) throw new Refusal('contentTypeUnknown')
      upload = { file_name: part.filename.slice(0, 255), media_type: part.mimetype, bytes }
    }
  } catch (error) {
    // An error with a status is a limit of the parser. Any other is a body that breaks off or is no multipart at all.
    if (error instanceof Refusal || hasStatus(error)) throw error
    throw new Refusal('uploadIncomplete')
  }
  if (!upload) throw refuse(wrong('chooseFile'))
  return upload
}
