import { PageHeader, useText } from '@weft/ui'
import { useMemo } from 'react'
import { AnchorList } from '../../shared/article/AnchorList.tsx'
import { BackToTop } from '../../shared/article/BackToTop.tsx'
import { PrintButton, PrintLine } from '../../shared/article/PrintButton.tsx'
import { LegalBlock } from './LegalBlock.tsx'
import { headingOf, type LegalText } from './legal-text.ts'
import * as text from './legal.text.ts'
import './legal.css'

interface Props {
  title: string
  meta?: string
  content: LegalText
}

/** Shows a published text with its headings next to it. It is Chinese in every language of the console. */
export function LegalArticle({ title, meta, content }: Props) {
  const t = useText(text)
  const headings = useMemo(
    () => content.sections.map((section, at) => ({ id: section.id, level: 2, text: headingOf(section, at) })),
    [content],
  )
  return (
    <div className="legal-frame">
      <article className="legal">
        <div className="legal-head">
          <PageHeader
            title={title}
            meta={meta}
            actions={
              <span className="article-screen">
                <PrintButton />
              </span>
            }
          />
        </div>
        {t.governs && <p className="legal-note">{t.governs}</p>}
        <div className="legal-body article-body" lang="zh-CN">
          {content.preamble.map((paragraph) => (
            <LegalBlock key={paragraph} block={paragraph} label={title} />
          ))}
          {content.sections.map(({ id, blocks }, at) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id} tabIndex={-1}>
                {headings[at]?.text}
              </h2>
              {blocks.map((block) => (
                <LegalBlock key={JSON.stringify(block)} block={block} label={headings[at]?.text ?? title} />
              ))}
            </section>
          ))}
          <PrintLine />
        </div>
      </article>
      <aside className="legal-aside">
        <AnchorList headings={headings} />
      </aside>
      <BackToTop />
    </div>
  )
}
