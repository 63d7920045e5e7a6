import { createElement, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../i18n/use-text.ts'
import type { Picture } from './ImagePreview.tsx'
import * as text from './parts.text.ts'
import { Scrolling } from './Scrolling.tsx'
import { headingsIn, isOwnPicture, linkTarget, sanitised } from './rich-text.ts'
import './rich-text.css'

export { headingsOf, type RichHeading } from './rich-text.ts'

const ImagePreview = lazy(() => import('./ImagePreview.tsx'))

interface Props {
  /** The HTML from the server; it is sanitised again here. */
  html: string
  /** Names the nth picture if its text has no name; 「图片 {n}」 by default. */
  imageLabel?: (n: number) => string
}

/** Shows a written text: headings with ids (`headingsOf` lists them), links within the app or in a new tab, pictures that open large. */
export function RichText({ html, imageLabel }: Props) {
  const t = useText(text)
  const [large, setLarge] = useState<number>()
  const label = imageLabel ?? t.picture
  const { shown, pictures } = useMemo(
    () => drawn(html, { label, enlarge: t.enlarge, table: t.table, newWindow: t.newWindow, show: setLarge }),
    [html, label, t],
  )
  return (
    <div className="weft-rich">
      {shown}
      {large !== undefined && (
        <Suspense>
          <ImagePreview pictures={pictures} at={large} onMove={setLarge} onClosed={() => setLarge(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

interface Words {
  label: (n: number) => string
  enlarge: (alt: string) => string
  table: string
  newWindow: string
  show: (at: number) => void
}

const sameMeaning: Record<string, string> = { b: 'strong', i: 'em' }
/** Elements in which space between the children means nothing, and would make React warn. */
const holdsNoText = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'ul', 'ol'])

function drawn(html: string, words: Words): { shown: ReactNode[]; pictures: Picture[] } {
  const fragment = sanitised(html)
  const headings = headingsIn(fragment)
  const pictures: Picture[] = []
  let seen = 0

  const childrenOf = (parent: ParentNode & Node, inLink: boolean): ReactNode[] =>
    [...parent.childNodes].map((node, at) => {
      if (node.nodeType === Node.TEXT_NODE)
        return holdsNoText.has((parent as Element).localName) && !node.textContent?.trim() ? null : node.textContent
      return node instanceof Element ? draw(node, at, inLink) : null
    })

  const picture = (element: Element, key: number, inLink: boolean): ReactNode => {
    const src = element.getAttribute('src')
    if (!src) return null
    seen += 1
    const alt = element.getAttribute('alt')?.trim() || words.label(seen)
    if (!isOwnPicture(src, location.href)) {
      const target = linkTarget(src, location.href)
      return target && !inLink ? outside(target.to, key, [alt]) : alt
    }
    const image = <img key={key} src={src} alt={alt} loading="lazy" {...numbersOf(element, { width: 'width', height: 'height' })} />
    if (inLink) return image
    const at = pictures.push({ src, alt }) - 1
    return (
      <button key={key} type="button" className="weft-rich-picture" aria-label={words.enlarge(alt)} onClick={() => words.show(at)}>
        {image}
      </button>
    )
  }

  const outside = (href: string, key: number, children: ReactNode[]) => (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="weft-hidden">{words.newWindow}</span>
    </a>
  )

  const link = (element: Element, key: number): ReactNode => {
    const children = childrenOf(element, true)
    const href = element.getAttribute('href')
    const target = href ? linkTarget(href, location.href) : undefined
    if (!target) return <span key={key}>{children}</span>
    if (target.kind === 'outside') return outside(target.to, key, children)
    // The router would drop the query of the page that shows the text.
    if (target.kind === 'place')
      return (
        <a key={key} href={target.to}>
          {children}
        </a>
      )
    return (
      <Link key={key} to={target.to}>
        {children}
      </Link>
    )
  }

  const draw = (element: Element, key: number, inLink: boolean): ReactNode => {
    const tag = sameMeaning[element.localName] ?? element.localName
    if (tag === 'img') return picture(element, key, inLink)
    if (tag === 'a') return link(element, key)
    if (tag === 'hr' || tag === 'br') return createElement(tag, { key })
    const children = childrenOf(element, inLink)
    const heading = headings.get(element)
    if (heading) return createElement(`h${heading.level}`, { key, id: heading.id, tabIndex: -1 }, ...children)
    if (/^h\d$/.test(tag)) return createElement('div', { key }, ...children)
    if (tag === 'table')
      return (
        <Scrolling key={key} className="weft-rich-scroll" label={words.table}>
          <table>{children}</table>
        </Scrolling>
      )
    if (tag === 'pre') return createElement('pre', { key, tabIndex: 0 }, ...children)
    return createElement(tag, { key, ...attributesOf(element) }, ...children)
  }

  return { shown: childrenOf(fragment, false), pictures }
}

function attributesOf(element: Element): Record<string, unknown> {
  const scope = element.getAttribute('scope')
  const align = element.getAttribute('align')
  return {
    ...numbersOf(element, { colspan: 'colSpan', rowspan: 'rowSpan', start: 'start' }),
    ...(element.localName === 'th' && (scope === 'row' || scope === 'col') ? { scope } : {}),
    ...(align === 'left' || align === 'center' || align === 'right' ? { style: { textAlign: align } } : {}),
  }
}

/** Returns the whole-number attributes of an element, by the names that React has for them. */
function numbersOf(element: Element, names: Record<string, string>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([attribute, name]) => {
      const value = element.getAttribute(attribute) ?? ''
      return /^\d{1,4}$/.test(value) ? [[name, Number(value)]] : []
    }),
  )
}
