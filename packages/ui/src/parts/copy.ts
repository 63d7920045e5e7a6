import { textNow } from '../i18n/use-text.ts'
import { toast } from '../toast/toast.ts'
import * as text from './parts.text.ts'

/** Copies also where the page is served without TLS and the clipboard interface is absent. */
async function copy(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = value
    field.className = 'weft-hidden'
    // Beside the focus: a dialog does not let it out.
    const place = document.activeElement?.closest('[role="dialog"]') ?? document.body
    place.append(field)
    field.select()
    const done = document.execCommand('copy')
    field.remove()
    return done
  }
}

/** Puts text into the clipboard and says whether it got there. */
export async function copyText(value: string): Promise<void> {
  if (await copy(value)) toast.success(textNow(text).copied)
  else toast.warning(textNow(text).copyFailed)
}
