/** Letters and digits that nobody takes for another, in either case. */
const LETTERS = 'ABDEFGHKMNPRTWXYabdeghkmnpwxy34678'

/**
 * Draws four characters as a picture (data: URI of an SVG), dark on nothing, so that it is legible on any light ground.
 * What draws is loaded with the first picture: its font takes some megabytes.
 */
export async function drawCaptcha(): Promise<{ code: string; content: string }> {
  const { create } = await import('svg-captcha')
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
