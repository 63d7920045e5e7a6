import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { opsContract, type SentBy } from '@weft/contract'
import { call } from '@weft/ui'

const { clientVersions } = opsContract
export type PackageFacts = Omit<SentBy<typeof clientVersions.upload>, 'file_name' | 'size' | 'sha256'>

/** The progress of an upload, in bytes. */
export interface UploadProgress {
  step: 'reading' | 'sending'
  done: number
  total: number
  /** The upload continues an earlier one. */
  resumed: boolean
}

/** Bytes of a file that are read at a time, so that a large file fits into memory. */
const SLICE = 4 * 1024 * 1024

/**
 * Sends a package in parts after computing its digest; an interrupted upload continues where it stopped.
 * @throws as `call`; the signal's reason if it is aborted
 */
export async function uploadPackage(
  file: File,
  facts: PackageFacts,
  tell: (progress: UploadProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const total = file.size
  const hash = sha256.create()
  for (let at = 0; at < total; at += SLICE) {
    tell({ step: 'reading', done: at, total, resumed: false })
    hash.update(new Uint8Array(await file.slice(at, at + SLICE).arrayBuffer()))
    signal.throwIfAborted()
  }
  const begun = await call(
    clientVersions.upload,
    { ...facts, file_name: file.name, size: total, sha256: bytesToHex(hash.digest()) },
    { signal },
  )
  const resumed = begun.received > 0
  for (let at = begun.received; at < total; ) {
    tell({ step: 'sending', done: at, total, resumed })
    const part = file.slice(at, at + begun.part_bytes, 'application/octet-stream')
    const { received } = await call(
      clientVersions.upload_part,
      { upload_id: begun.upload_id, offset: at },
      { file: part, signal, missing: 'stay' },
    )
    at = received
  }
  tell({ step: 'sending', done: total, total, resumed })
}
