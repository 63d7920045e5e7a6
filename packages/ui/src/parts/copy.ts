import { textNow } from '../i18n/use-text.ts'
import { toast } from '../toast/toast.ts'
import * as text from './parts.text.ts'

/** Copies text, even if the page is served without TLS and the clipboard interface is missing. */
async function copy(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = value
    field.className = 'weft-hidden'
    // Placed inside an open dialog, which does not let the focus out.
    const place = document.activeElement?.closest('[role="dialog"]') ?? document.body
    place.append(field)
    field.select()
    const done = document.execCommand('copy')
    field.remove()
    return done
  }
}

/** Copies text to the clipboard and shows whether that succeeded. */
export async function copyText(value: string): Promise<void> {
  if (await copy(value)) toast.success(textNow(text).copied)
  else toast.warning(textNow(text).copyFailed)
}
