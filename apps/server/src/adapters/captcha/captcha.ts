import { create } from 'svg-captcha'

/** Letters and digits that nobody takes for another, in either case. */
const LETTERS = 'ABDEFGHKMNPRTWXYabdeghkmnpwxy34678'

/** Draws four characters as a picture (data: URI of an SVG), dark on nothing, so that it is legible on any light ground. */
export function drawCaptcha(): { code: string; content: string } {
  const { text, data } = create({
    size: 4,
    charPreset: LETTERS,
    ignoreChars: '',
    noise: 2,
    color: false,
    width: 120,
    height: 40,
    fontSize: 50,
  })
  return { code: text, content: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}` }
}
