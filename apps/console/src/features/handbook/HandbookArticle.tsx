import type { DocumentNode, HelpDocument } from '@weft/contract'
import { listTime, PageHeader, useText } from '@weft/ui'
import { RichText } from '@weft/ui/parts/RichText.tsx'
import { Link } from 'react-router'
import { PrintButton, PrintLine } from '../../shared/article/PrintButton.tsx'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { handbookPath } from '../../shared/help/handbook-path.ts'
import * as text from './handbook.text.ts'

interface Props {
  article: HelpDocument
  /** The document in the tree and those above it, topmost first. */
  path: readonly DocumentNode[]
}

export function HandbookArticle({ article, path }: Props) {
  const t = useText(text)
  usePageObject(article.title)
  const below = path.at(-1)?.children ?? []
  return (
    <article className="handbook-article">
      <nav className="handbook-path article-screen" aria-label={t.path}>
        <ol>
          <li>
            <Link to="/handbook">{t.title}</Link>
          </li>
          {path.slice(0, -1).map(({ id, title }) => (
            <li key={id}>
              <Link to={handbookPath({ id, title })}>{title}</Link>
            </li>
          ))}
          <li aria-current="page">{article.title}</li>
        </ol>
      </nav>
      <PageHeader
        title={article.title}
        meta={
          <span>
            {t.updated} <time dateTime={new Date(article.update_time * 1000).toISOString()}>{listTime(article.update_time)}</time>
          </span>
        }
        actions={
          <span className="article-screen">
            <PrintButton />
          </span>
        }
      />
      <div className="article-body">
        <RichText html={article.content} />
        {article.content.trim() === '' && below.length > 0 && (
          <ul className="handbook-below" aria-label={t.inThisGroup}>
            {below.map(({ id, title }) => (
              <li key={id}>
                <Link to={handbookPath({ id, title })}>{title}</Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <PrintLine />
      <Neighbours article={article} />
    </article>
  )
}

function Neighbours({ article: { before_doc, after_doc } }: { article: HelpDocument }) {
  const t = useText(text)
  if (!before_doc && !after_doc) return null
  return (
    <nav className="handbook-neighbours article-screen" aria-label={t.neighbours}>
      {before_doc && (
        <Link to={handbookPath(before_doc)} rel="prev">
          {t.before}
          {before_doc.title}
        </Link>
      )}
      {after_doc && (
        <Link to={handbookPath(after_doc)} rel="next" className="handbook-after">
          {t.after}
          {after_doc.title}
        </Link>
      )}
    </nav>
  )
}
