import { create } from 'svg-captcha'

/** Draws four characters without look-alikes as a picture (data: URI of an SVG). */
export function drawCaptcha(): { code: string; content: string } {
  const { text, data } = create({
    size: 4,
    ignoreChars: '0o1ilIOLQq9g5S2Zz',
    noise: 2,
    color: true,
    background: '#f4f6f9',
    width: 120,
    height: 40,
    fontSize: 44,
  })
  return { code: text, content: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}` }
}
