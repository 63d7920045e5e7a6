import DOMPurify from 'dompurify'

/** All that a written text may hold. `div` stays a bare frame, so that what stood apart does not run together. */
const TAGS =
  'h1 h2 h3 h4 h5 h6 p div blockquote pre code hr br ul ol li table caption thead tbody tfoot tr th td strong b em i u s a img'.split(' ')
const ATTRIBUTES = ['href', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan', 'align', 'scope', 'start']

/** HTML of the server, reduced to what a written text may hold. Nothing of it was loaded or run. */
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
  /** Of the heading on the page. */
  id: string
  /** As drawn: the highest of a text is 2, below the page's own, and none skips a rank. */
  level: number
  text: string
}

/** Keeps the anchors of a text apart from the ids of the page around it. */
const ANCHOR = 'section-'

/** What a link to a heading names: the words of the heading, joined. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')

/** The place within the text that a link's fragment (`#…`) means. */
export function anchorOf(fragment: string): string {
  const name = fragment.slice(1)
  return name.startsWith(ANCHOR) ? name : ANCHOR + name
}

/** The headings of a sanitised text with their place in it; those without words are left out. */
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

/** The headings that `RichText` shows for the same HTML, for an anchor list beside it. */
export const headingsOf = (html: string): RichHeading[] => [...headingsIn(sanitised(html)).values()]

/** Where a link leads: into the app, out of it or to a file, to a place in the text, or nowhere that may be followed. */
export type LinkTarget = { kind: 'page' | 'outside' | 'place'; to: string } | undefined

/** Judges a link. @param href as written @param base the address of the page */
export function linkTarget(href: string, base: string): LinkTarget {
  if (href.startsWith('#')) return { kind: 'place', to: `#${anchorOf(href)}` }
  const url = URL.canParse(href, base) ? new URL(href, base) : undefined
  if (!url || !['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) return undefined
  const own = url.origin === new URL(base).origin
  const isFile = /\.[a-z0-9]{1,5}$|^\/(api|download\/files)\//i.test(url.pathname)
  return own && !isFile ? { kind: 'page', to: url.pathname + url.search + url.hash } : { kind: 'outside', to: url.href }
}

/** Whether a picture may be loaded here: from this server, or within the text itself. Any other would tell strangers who reads. */
export function isOwnPicture(src: string, base: string): boolean {
  if (/^data:image\/(png|jpeg|gif|webp);/i.test(src)) return true
  return URL.canParse(src, base) && new URL(src, base).origin === new URL(base).origin
}
