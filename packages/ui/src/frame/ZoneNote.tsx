import { useText } from '../i18n/use-text.ts'
import * as text from './frame.text.ts'

/** Says which zone all times of the screen are in. */
export function ZoneNote() {
  return <span>{useText(text).zone}</span>
}
