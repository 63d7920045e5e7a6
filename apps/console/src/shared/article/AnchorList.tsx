import { useText } from '@weft/ui'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import * as text from './article.text.ts'
import './article.css'

/** A heading on the page; level 2 is the highest below the page's own heading. */
export interface Heading {
  id: string
  level: number
  text: string
}

/** Pixels below the top of the window within which a heading counts as being read. */
const READ_FROM_TOP = 120

/** Returns the heading that an address's fragment names, plain or encoded. */
const namedBy = (hash: string, headings: readonly Heading[]) =>
  headings.find(({ id }) => hash === `#${id}` || hash === `#${encodeURIComponent(id)}`)

function headingBeingRead(headings: readonly Heading[], hash: string): Heading | undefined {
  const top = ({ id }: Heading) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity
  // At the end of the page the last headings cannot come nearer to the top.
  const atEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2
  if (atEnd) return namedBy(hash, headings) ?? headings.at(-1)
  return headings.findLast((heading) => top(heading) < READ_FROM_TOP) ?? headings[0]
}

/** Returns the id of the heading that is being read: the last one that passed the top. */
function useReading(headings: readonly Heading[], hash: string): string | undefined {
  const [reading, setReading] = useState<string>()
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      setReading(headingBeingRead(headings, hash)?.id)
    }
    const moved = () => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    look()
    window.addEventListener('scroll', moved, { passive: true })
    return () => {
      window.removeEventListener('scroll', moved)
      cancelAnimationFrame(frame)
    }
  }, [headings, hash])
  return reading
}

/** Lists the headings of a text next to it, where there is room. @param headings the same array as long as the text is the same */
export function AnchorList({ headings }: { headings: readonly Heading[] }) {
  const t = useText(text)
  const { search, hash } = useLocation()
  const reading = useReading(headings, hash)
  useEffect(() => {
    // The text is loaded after the page, so the browser could not scroll to the fragment itself.
    const place = namedBy(hash, headings)
    if (place) document.getElementById(place.id)?.scrollIntoView()
  }, [headings, hash])
  if (headings.length < 2) return null
  return (
    <nav className="article-anchors" aria-label={t.contents}>
      <p aria-hidden="true">{t.contents}</p>
      <ul>
        {headings.map(({ id, level, text: heading }) => (
          <li key={id} className={level > 2 ? 'article-anchor-below' : ''}>
            <Link to={{ search, hash: id }} replace aria-current={id === reading ? 'location' : undefined}>
              {heading}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
