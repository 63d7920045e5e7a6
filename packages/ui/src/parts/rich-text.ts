import DOMPurify from 'dompurify'

/** The elements that a written text may contain. `div` stays as a bare frame, so that separate blocks do not run together. */
const TAGS =
  'h1 h2 h3 h4 h5 h6 p div blockquote pre code hr br ul ol li table caption thead tbody tfoot tr th td strong b em i u s a img'.split(' ')
const ATTRIBUTES = ['href', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan', 'align', 'scope', 'start']

/** Returns the server's HTML reduced to the permitted elements. None of it is loaded or run. */
export function sanitised(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
}

/** A heading of a text, as an anchor list shows it. */
export interface RichHeading {
  /** The id of the heading on the page. */
  id: string
  /** The level as drawn: the highest in a text is 2, below the page's own h1, and no level is skipped. */
  level: number
  text: string
}

/** Keeps the anchors of a text apart from the ids of the page around it. */
const ANCHOR = 'section-'

/** Returns the anchor name of a heading: its words, joined. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')

/** Returns the anchor within the text for a link's fragment (`#…`). */
export function anchorOf(fragment: string): string {
  const name = fragment.slice(1)
  return name.startsWith(ANCHOR) ? name : ANCHOR + name
}

/** Returns the headings of a sanitised text by element; headings without text are left out. */
export function headingsIn(fragment: DocumentFragment): Map<Element, RichHeading> {
  const found = [...fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')].flatMap((element) => {
    const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim()
    return text ? [{ element, text, rank: Number(element.localName[1]) }] : []
  })
  const highest = Math.min(...found.map(({ rank }) => rank))
  const seen = new Map<string, number>()
  const headings = new Map<Element, RichHeading>()
  let level = 1
  for (const { element, text, rank } of found) {
    const slug = slugOf(text)
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    level = Math.min(rank - highest + 2, level + 1, 6)
    headings.set(element, { id: ANCHOR + slug + (before > 0 ? `-${before}` : ''), level, text })
  }
  return headings
}

/** Returns the headings that `RichText` shows for the same HTML, for an anchor list next to it. */
export const headingsOf = (html: string): RichHeading[] => [...headingsIn(sanitised(html)).values()]

/** The target of a link: in the app, outside it or a file, a place in the text, or undefined if it must not be followed. */
export type LinkTarget = { kind: 'page' | 'outside' | 'place'; to: string } | undefined

/** Returns the target of a link. @param href as written @param base the address of the page */
export function linkTarget(href: string, base: string): LinkTarget {
  if (href.startsWith('#')) return { kind: 'place', to: `#${anchorOf(href)}` }
  const url = URL.canParse(href, base) ? new URL(href, base) : undefined
  if (!url || !['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) return undefined
  const own = url.origin === new URL(base).origin
  const isFile = /\.[a-z0-9]{1,5}$|^\/(api|download\/files)\//i.test(url.pathname)
  return own && !isFile ? { kind: 'page', to: url.pathname + url.search + url.hash } : { kind: 'outside', to: url.href }
}

/** Returns whether a picture may be loaded: from this server, or from the text itself. Any other server would learn who reads the text. */
export function isOwnPicture(src: string, base: string): boolean {
  if (/^data:image\/(png|jpeg|gif|webp);/i.test(src)) return true
  return URL.canParse(src, base) && new URL(src, base).origin === new URL(base).origin
}
