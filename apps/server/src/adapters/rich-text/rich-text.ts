import { createRequire } from 'node:module'
import type sanitize from 'sanitize-html'
import type { Attributes, IOptions, Tag } from 'sanitize-html'
import { OWN_FILE } from '../../kernel/file-address.ts'

const require = createRequire(import.meta.url)
/** Cleans HTML with a library that is loaded with the first text: it is 5 MB, and an idle server has nothing to clean. */
const sanitizeHtml = (html: string, options: IOptions): string => (require('sanitize-html') as typeof sanitize)(html, options)

const TAGS = 'h2 h3 h4 p div br hr blockquote pre code ul ol li table caption thead tbody tfoot tr th td strong em u s a img'.split(' ')
/** Tags of other editors and their equivalents here. A page has one `h1`, which is not in the text. */
const SAME: Record<string, string> = { h1: 'h2', h5: 'h4', h6: 'h4', b: 'strong', i: 'em', del: 's', strike: 's', ins: 'u' }
/** Deepest nesting, more than people write; deeper nesting, which a browser takes seconds to lay out, is flattened. */
const MOST_NESTED = 40
/** Most rounds of cleaning. Two were enough for every text that was tried; a text made to take long gets no more. */
const MOST_ROUNDS = 4

// Browsers drop line breaks and tabs inside an address and read `\` as `/`: an address with such characters is not what it seems.
const UNCLEAR = /[\p{Cc}\p{Cf}\s\\]/u
const OWN_PATH = /^\/(?!\/)/
const PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/

function link({ href = '' }: Attributes): Attributes {
  const address = href.trim()
  if (UNCLEAR.test(address)) return {}
  if (OWN_PATH.test(address) || address.startsWith('#')) return { href: address }
  if (/^mailto:[^?]+/i.test(address)) return { href: address }
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return {}
  return { href: address, target: '_blank', rel: 'noopener noreferrer nofollow' }
}

function picture({ src = '', alt = '', width, height }: Attributes): Attributes {
  const address = src.trim()
  if (!OWN_FILE.test(address) && !PICTURE.test(address)) return {}
  return { src: address, alt, ...pixels({ width, height }) }
}

const pixels = (sizes: Record<string, string | undefined>): Attributes =>
  Object.fromEntries(Object.entries(sizes).filter((size): size is [string, string] => /^\d{1,4}$/.test(size[1] ?? '')))

/** Rebuilds the attributes of a tag from nothing: an attribute that is not named here is dropped. */
const only =
  (attributes: (given: Attributes) => Attributes) =>
  (tagName: string, given: Attributes): Tag => ({ tagName, attribs: attributes(given) })
const cell = only(({ colspan, rowspan, align }) => ({
  ...pixels({ colspan, rowspan }),
  ...(/^(left|center|right)$/.test(align ?? '') && { align: align! }),
}))

const OPTIONS: IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan', 'align'],
    td: ['colspan', 'rowspan', 'align'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['data'] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  allowedClasses: {},
  nestingLimit: MOST_NESTED,
  // Dropped with their content, which is not meant to be read.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'xmp',
    'iframe',
    'noembed',
    'noframes',
    'template',
    'title',
    'svg',
    'math',
  ],
  transformTags: {
    ...Object.fromEntries(Object.entries(SAME).map(([from, to]) => [from, () => ({ tagName: to, attribs: {} })])),
    a: only(link),
    img: only(picture),
    th: cell,
    td: cell,
    ol: only(({ start }) => pixels({ start })),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
}

/**
 * Reduces HTML to what a written text may hold: headings, paragraphs, lists, tables, emphasis, links and pictures of our own
 * (docs/design/security.md §4). Sanitising again changes nothing.
 */
export function sanitise(html: string): string {
  let clean = sanitizeHtml(html, OPTIONS).trim()
  // Dropping a tag can change how the rest nests: cleaning is repeated until the text reads the same to every parser.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const again = sanitizeHtml(clean, OPTIONS).trim()
    if (again === clean) return clean
    clean = again
  }
  return clean
}

const BREAKS = /<(?:br|hr|\/(?:p|div|h[2-4]|li|blockquote|pre|tr|td|th|caption))\b[^<>]*>/g
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** Returns whether a sanitised text shows nothing: neither words nor a picture. */
export const showsNothing = (html: string): boolean => !html.includes('<img') && plainText(html) === ''

/** Returns the words of HTML in one line, for a search and its excerpts. Never put the result into a page as HTML. */
export function plainText(html: string): string {
  const words = sanitizeHtml(sanitise(html).replace(BREAKS, ' $&'), { allowedTags: [], allowedAttributes: {} })
  return words
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity]!)
    .replace(/\s+/g, ' ')
    .trim()
}
