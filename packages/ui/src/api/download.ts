import type { Endpoint, SentBy } from '@weft/contract'
import { inSession, type Reactions } from './call.ts'
import { sendForFile } from './send.ts'

export interface DownloadOptions extends Reactions {
  /** The file to send to a multipart endpoint that answers another file. */
  file?: Blob | undefined
  /** Called with the number of bytes received so far, each time that more have come. */
  onBytes?: ((received: number) => void) | undefined
}
export interface Downloaded {
  blob: Blob
  file_name: string
}

/**
 * Fetches the file that an endpoint answers, in the session, with the reactions of `call`.
 * @throws ApiRefusal, NetworkFailure
 */
export async function download<E extends Endpoint>(endpoint: E, input: SentBy<E>, options: DownloadOptions = {}): Promise<Downloaded> {
  const { onBytes, signal, file } = options
  return inSession(endpoint, options, (bearer) =>
    sendForFile(endpoint, input, { ...bearer, signal, file }, async (response) => ({
      blob: await blobOf(response, onBytes),
      file_name: nameOf(response.headers.get('content-disposition') ?? '') ?? endpoint.path.replaceAll('/', '-'),
    })),
  )
}

async function blobOf({ body, headers }: Response, onBytes: DownloadOptions['onBytes']): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  const reader = body?.getReader()
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    chunks.push(chunk.value)
    received += chunk.value.length
    onBytes?.(received)
  }
  return new Blob(chunks, { type: headers.get('content-type') ?? '' })
}

/** Returns the name of RFC 8187, in any script, else the one in ASCII, with slashes replaced. */
function nameOf(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition) ?? []
  const [, plain] = /filename="([^"]*)"/i.exec(disposition) ?? []
  const name = (encoded === undefined ? undefined : decoded(encoded)) ?? plain
  return name?.replace(/[/\\]/g, '_') || undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Passes a file to the browser, which saves it where the user wants. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // A browser may still be reading it when the click is over.
  setTimeout(URL.revokeObjectURL, 60_000, link.href)
}
