import type { OutputOf, contract } from '@weft/contract'
import { useText } from '@weft/ui'
import { Link } from 'react-router'
import { handbookPath } from '../../shared/help/handbook-path.ts'
import { marked } from './handbook-tree.ts'
import * as text from './handbook.text.ts'

interface Props {
  results: OutputOf<typeof contract.documents.search>
  wanted: string
  onGo: () => void
}

/** Shows the documents that contain the wanted words, with the text around the first hit. */
export function HandbookResults({ results, wanted, onGo }: Props) {
  const t = useText(text)
  if (results.length === 0)
    return (
      <div className="handbook-nothing" role="status">
        <p>{t.nothingFound(wanted)}</p>
        <p>{t.nothingFoundHint}</p>
      </div>
    )
  return (
    <>
      <p className="handbook-count" role="status">
        {t.found(results.length)}
      </p>
      <ul className="handbook-results" aria-label={t.results}>
        {results.map(({ id, title, excerpt }) => (
          <li key={id}>
            <Link to={handbookPath({ id, title })} onClick={onGo}>
              <strong>
                <Marked text={title} wanted={wanted} />
              </strong>
              <span>
                <Marked text={excerpt} wanted={wanted} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function Marked({ text: whole, wanted }: { text: string; wanted: string }) {
  return marked(whole, wanted).map((piece, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- pieces of one text, always drawn anew together
    piece.hit ? <mark key={at}>{piece.text}</mark> : piece.text,
  )
}
